"""Answers, decisive frames and needs of all questions, in SQL over stored rows.

A *case* is a question with some moments that exist and some of them held. For each case SQL gathers a few figures over
the frames held and the gaps between them, and from these the options that some content of the gaps would make the only
true one. One such option settles the case. The cases of a question are

- `universe`, `walk`, `cited`: all moments of the gold answer, of the whole walk, of the cited frames, all held;
- `mended`: the cited frames and the last one of the universe, all held;
- `terminal`: the cited frames and the walk's last one, which alone is held;
- every subset of the cited frames, numbered by its bits: all cited frames exist, the subset is held.
"""

from collections.abc import Iterator

import duckdb
import polars as pl

from schemas.vocabulary import display
from tasks.audits.second.readings import Reading

_CASES = {"universe": -1, "walk": -2, "cited": -3, "mended": -4, "terminal": -5}
_TIE = "both at the same moment"
_EPISODES_AT_ONCE = 500
"""Bounds memory: a question has up to 64 subsets of six frames."""

_MOMENTS = """
CREATE TEMP TABLE moments AS
WITH lists AS (
    SELECT *, CASE universe WHEN 'strip' THEN strip ELSE range(n_frames) END AS spoken_of FROM asked
), cases AS (
    SELECT q, {universe} AS c, unnest(spoken_of) AS t, true AS held FROM lists
    UNION ALL SELECT q, {walk}, unnest(range(n_frames)), true FROM lists
    UNION ALL SELECT q, {cited}, unnest(frame_refs), true FROM lists
    UNION ALL SELECT q, {mended}, unnest(list_distinct(list_append(frame_refs, list_max(spoken_of)))), true FROM lists
), partly AS (
    SELECT q, {terminal} AS c, n_frames - 1 AS last, unnest(list_distinct(list_append(frame_refs, n_frames - 1))) AS t
    FROM lists
), subsets AS (
    SELECT q, unnest(range(1 << len(frame_refs))) AS c, frame_refs FROM lists WHERE $with_subsets
), bits AS (
    SELECT q, c, frame_refs, unnest(range(len(frame_refs))) AS bit FROM subsets
)
SELECT * FROM cases
UNION ALL SELECT q, c, t, t = last FROM partly
UNION ALL SELECT q, c, frame_refs[bit + 1], (c >> bit) & 1 = 1 FROM bits
""".format(**_CASES)

_FIGURES = """
CREATE TEMP TABLE sights AS
WITH wanted AS (SELECT q, episode_id, unnest(types) AS object_type, unnest(range(1, len(types) + 1)) AS place FROM asked)
SELECT q, t, place, object_id FROM wanted JOIN alike USING (object_type)
JOIN in_view ON in_view.episode_id = wanted.episode_id AND in_view.object_type = alike.shown_as;

CREATE TEMP TABLE pictures AS
SELECT asked.q, rooms.t, room_id, room_label, room_id IS NOT DISTINCT FROM read_as AS is_there,
    coalesce(bool_or(place = 1), false) AS one, coalesce(bool_or(place = 2), false) AS other
FROM asked JOIN rooms USING (episode_id) LEFT JOIN sights ON sights.q = asked.q AND sights.t = rooms.t
GROUP BY ALL;

CREATE TEMP TABLE figures AS
SELECT q, c,
    count(*) FILTER (NOT held) AS gaps,
    min(t) FILTER (NOT held) AS gap_at,
    arg_max(held, t) AS has_last,
    arg_max(held AND one, t) AS last_shows,
    count(*) FILTER (held AND one) AS showing,
    min(t) FILTER (held AND one) AS one_at,
    min(t) FILTER (held AND other) AS other_at,
    count(DISTINCT room_id) FILTER (held) AS rooms_met,
    count(DISTINCT room_id) FILTER (held AND one) AS rooms_showing,
    list_distinct(list(room_label) FILTER (held AND one)) AS labels_showing
FROM moments JOIN pictures USING (q, t) GROUP BY q, c;

CREATE TEMP TABLE met AS
SELECT q, c,
    count(DISTINCT object_id) FILTER (place = 1) AS objects,
    count(DISTINCT object_id) FILTER (place = 1 AND is_there) AS objects_there,
    list_distinct(list(place)) AS places
FROM moments JOIN sights USING (q, t) JOIN pictures USING (q, t) WHERE held GROUP BY q, c;
"""

_SETTLED = f"""
WITH told AS (
    SELECT asked.q, c, family, len(types) AS n_types, gaps, gap_at, has_last, last_shows, showing, one_at, other_at,
        rooms_met, rooms_showing, coalesce(labels_showing, []) AS labels_showing, coalesce(objects, 0) AS objects,
        coalesce(objects_there, 0) AS objects_there, coalesce(places, []) AS places, labels, unnest(options) AS option
    FROM figures JOIN asked USING (q) LEFT JOIN met USING (q, c)
), numbered AS (
    SELECT *, TRY_CAST(regexp_extract(option, '^\\d+') AS INTEGER) AS least,
        CASE WHEN option LIKE '% or more' THEN 1000000 ELSE TRY_CAST(option AS INTEGER) END AS most
    FROM told
), judged AS (
    SELECT q, c, option, CASE
        WHEN family = 'Existence' AND n_types = 1 THEN
            CASE option WHEN 'Yes' THEN showing > 0 OR gaps > 0 ELSE showing = 0 END
        WHEN family = 'Existence' THEN
            CASE len(places) WHEN 0 THEN gaps > 0 WHEN 1 THEN labels[places[1]] = option ELSE false END
        WHEN family = 'Counting' THEN most >= objects_there AND (gaps > 0 OR least <= objects_there)
        WHEN family = 'Global-count' THEN most >= objects AND (gaps > 0 OR least <= objects)
        WHEN family = 'Rooms-visited' THEN most >= greatest(rooms_met, 1) AND least <= rooms_met + gaps
        WHEN family = 'Room Identification' THEN
            CASE len(labels_showing) WHEN 0 THEN gaps > 0 WHEN 1 THEN labels_showing[1] = option ELSE false END
        WHEN family = 'Order' AND option = '{_TIE}' THEN
            coalesce(one_at = other_at, false)
            OR coalesce(gap_at < coalesce(least(one_at, other_at), 1000000), false)
        WHEN family = 'Order' AND option = labels[1] THEN
            coalesce(least(one_at, gap_at), 1000000) < coalesce(other_at, 1000000)
        WHEN family = 'Order' THEN
            option = labels[2] AND coalesce(least(other_at, gap_at), 1000000) < coalesce(one_at, 1000000)
        WHEN family = 'Persistence' THEN
            CASE option WHEN 'Yes' THEN rooms_showing + gaps > 1 ELSE rooms_showing < 2 END
        WHEN family = 'Presence-change' THEN CASE option
            WHEN 'Yes' THEN NOT last_shows AND (showing > 0 OR gaps - (NOT has_last)::INT > 0)
            ELSE NOT has_last OR last_shows OR showing = 0 END
        END AS is_possible
    FROM numbered
)
SELECT q, c, CASE count(*) FILTER (is_possible) WHEN 1 THEN min(option) FILTER (is_possible) END AS answer
FROM judged GROUP BY q, c
"""


def derive(
    questions: pl.DataFrame, episodes: pl.DataFrame, reading: Reading, *, with_subsets: bool = True
) -> pl.DataFrame:
    """A row a question: its `question_id` and what the second derivation makes of it.

    Columns `universe`, `walk`, `cited`, `mended`, `terminal`: the option that the case settles, null where it settles
    none. With subsets also `decisive_frames` (empty where no subset gives the stored gold), `n_decisive`, `needs_past`,
    `needs_integration` and `decisive_age`, as SPEC section 3 defines them for the stored gold.

    Args:
        questions: rows of `questions` of one split.
        episodes: rows of `episodes` of that split.
        reading: where the camera was and what was in view.
        with_subsets: whether to find the decisive frames, which is most of the work.
    """
    known = questions.join(episodes.select("episode_id", "n_frames"), on="episode_id", validate="m:1")
    parts = [_derived(part, reading, with_subsets) for part in _parts(known)]
    return pl.concat(parts) if parts else _derived(known, reading, with_subsets)


def _parts(questions: pl.DataFrame) -> Iterator[pl.DataFrame]:
    ids = questions["episode_id"].unique().sort()
    for start in range(0, len(ids), _EPISODES_AT_ONCE):
        wanted = ids.slice(start, _EPISODES_AT_ONCE)
        yield questions.filter(pl.col("episode_id").is_in(wanted.implode()))


def _derived(questions: pl.DataFrame, reading: Reading, with_subsets: bool) -> pl.DataFrame:
    asked = _asked(questions, reading.renamed)
    mine = asked.select("episode_id").unique()
    with duckdb.connect(":memory:") as connection:
        connection.register("asked", asked.to_arrow())
        connection.register("rooms", reading.rooms.join(mine, on="episode_id", how="semi").to_arrow())
        connection.register("alike", reading.alike.to_arrow())
        connection.register("in_view", reading.in_view.join(mine, on="episode_id", how="semi").to_arrow())
        connection.execute(_MOMENTS, {"with_subsets": with_subsets})
        connection.execute(_FIGURES)
        settled = pl.DataFrame(connection.sql(_SETTLED).to_arrow_table())
    named = {
        name: settled.filter(pl.col("c") == case).select("q", pl.col("answer").alias(name))
        for name, case in _CASES.items()
    }
    derived = asked.select("q", "question_id", "frame_refs", "gold", "n_frames")
    for answers in named.values():
        derived = derived.join(answers, on="q", how="left", validate="1:1")
    if with_subsets:
        derived = _with_needs(derived, settled.filter(pl.col("c") >= 0))
    return derived.drop("q", "frame_refs", "gold", "n_frames")


def _asked(questions: pl.DataFrame, renamed: pl.DataFrame) -> pl.DataFrame:
    """The questions, numbered, with the words for their types and the room as the reading calls it."""
    names = questions["types"].explode(empty_as_null=True).drop_nulls().unique().sort().to_list()
    label = pl.element().replace_strict(names, [display(name) for name in names], return_dtype=pl.String)
    return (
        questions.join(renamed, on=["episode_id", "room"], how="left", validate="m:1", maintain_order="left")
        .with_row_index("q")
        .with_columns(pl.col("q").cast(pl.Int64), labels=pl.col("types").list.eval(label))
        .select(
            "q", "question_id", "episode_id", "family", "types", "labels", "options", "gold", "strip", "universe",
            "frame_refs", "n_frames", "read_as",
        )
    )  # fmt: skip


def _with_needs(derived: pl.DataFrame, subsets: pl.DataFrame) -> pl.DataFrame:
    """Decisive frames and needs, from the subsets that give gold."""
    giving = (
        subsets.join(derived.select("q", "gold", "frame_refs"), on="q", validate="m:1")
        .filter(pl.col("answer") == pl.col("gold"))
        .with_columns(size=pl.col("c").bitwise_count_ones())
    )
    frames = (
        giving.select("q", "c", "size", "frame_refs")
        .with_columns(bit=pl.int_ranges(pl.col("frame_refs").list.len()))
        .explode("frame_refs", "bit", empty_as_null=True)
    )
    held = (
        frames.filter((pl.col("c") // pl.lit(2).pow(pl.col("bit"))) % 2 == 1)
        .group_by("q", "c")
        .agg(decisive_frames=pl.col("frame_refs").sort())
    )
    digits = pl.element().cast(pl.String).str.zfill(6)  # so that the order of the texts is that of the numbers
    smallest = (
        giving.join(held, on=["q", "c"], how="left")
        .with_columns(in_order=pl.col("decisive_frames").list.eval(digits).list.join(" "))
        .sort("q", "size", "in_order")
        .unique("q", keep="first", maintain_order=True)
        .select("q", "decisive_frames")
    )
    alone = giving.filter(pl.col("size") == 1).select("q", one_is_enough=True).unique()
    last = pl.col("decisive_frames").list.max()
    return (
        derived.join(smallest, on="q", how="left", validate="1:1")
        .join(alone, on="q", how="left", validate="1:1")
        .with_columns(
            pl.col("decisive_frames").fill_null(pl.lit([], dtype=pl.List(pl.Int32))),
            needs_past=pl.col("terminal").ne_missing(pl.col("gold")),
            needs_integration=~pl.col("one_is_enough").fill_null(False),
        )
        .with_columns(
            n_decisive=pl.col("decisive_frames").list.len().cast(pl.Int32),
            decisive_age=(pl.col("n_frames") - 1 - last).fill_null(0).cast(pl.Int32),
        )
        .drop("one_is_enough")
    )
