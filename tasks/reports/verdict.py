"""The answer in plain words: what the accuracy of a run is made of. Every sentence is read off the figures.

Claims are cautious. "Above" is said only where the lower end of an interval clears what it is held against; two answerers
differ only where their intervals do not overlap; otherwise the sentence says that it cannot be told.
"""

from collections.abc import Iterator, Sequence

import polars as pl

from tasks.models.answerers import BLIND, GUESSERS, WORDLESS
from tasks.reports.arriving import arrivals
from tasks.reports.figures import percent, points, span
from tasks.reports.ladder import Figures, Row, kind
from tasks.rungs.rungs import RUNGS

_NAMED = 3
"""How many families a sentence names at most."""


def headline(figures: Figures) -> str:
    """One sentence that sets what text gives beside what the cited pictures hold."""
    if not figures.rows:
        return "This run asked no question: it tells of walks alone."
    text, shown = best_text(figures), fullest(figures)
    if text is None or shown is None:
        return "This run holds too few rungs to say what its accuracy is made of."
    return (
        f"Without a single picture, `{text['label']}` is right on {percent(text['accuracy'])} of {text['designated']} "
        f"questions ({span(text['low'], text['high'])}); from the pictures that they cite, `{shown['label']}` is right on "
        f"{percent(shown['accuracy'])} of {shown['designated']} ({span(shown['low'], shown['high'])}). "
        f"Chance is {percent(text['chance'])}."
    )


def sentences(figures: Figures, navigation: pl.DataFrame, apart: pl.DataFrame | None = None) -> list[str]:
    """What the accuracy is made of in eight findings at most, in the order of the ladder; the tables have the rest.

    Where several answerers did the same, the best of them is told. Names in backticks are printed as code.

    Args:
        figures: the rung metrics.
        navigation: the table `navigation_metrics`.
        apart: the table `closed_loop_metrics`, where the run has one.
    """
    return [
        *_text_alone(figures),
        *_families_that_give_away(figures),
        *_pictures(figures),
        *_unsettled(figures),
        *_models(figures),
        *arrivals(figures, navigation, apart),
        *_replay(navigation),
    ]


def control_sentences(figures: Figures) -> list[str]:
    """What the controls tell in words, beside their table."""
    return list(_open_and_closed(figures))


def best_text(figures: Figures) -> Row | None:
    """The most that was right without a picture, by something that tries."""
    return max(_text_rows(figures), key=lambda row: row["accuracy"], default=None)


def fullest(figures: Figures) -> Row | None:
    """The fullest evidence of the run: the last rung that shows cited pictures, by `reader` or else by the best model."""
    for rung in reversed(figures.rungs):
        if RUNGS[rung].evidence == "cited":
            rows = [row for answerer in figures.answerers if (row := figures.row(rung, answerer))]
            tried = [
                row for row in rows if kind(row["answerer"]) not in GUESSERS | BLIND and row["accuracy"] is not None
            ]
            readers = [row for row in tried if kind(row["answerer"]) == "reader"]
            if tried:
                return (readers or [max(tried, key=lambda row: row["accuracy"])])[0]
    return None


def best_model(figures: Figures, rung: str) -> Row | None:
    """What the best model makes of a rung's pictures."""
    rows = [row for name in _models_of(figures) if (row := figures.row(rung, name)) and row["accuracy"] is not None]
    return max(rows, key=lambda row: row["accuracy"], default=None)


def _models_of(figures: Figures) -> list[str]:
    return [name for name in figures.answerers if kind(name) not in WORDLESS | BLIND]


def _with_interval(row: Row) -> str:
    return (
        f"{percent(row['accuracy'])} of {row['designated']} questions "
        f"({span(row['low'], row['high'])}, {row['n_houses']} {'house' if row['n_houses'] == 1 else 'houses'})"
    )


def _text_rows(figures: Figures) -> Iterator[Row]:
    """What was answered without a picture by something that tries: not by lot, nor by `reader`, which needs pictures."""
    for rung in figures.rungs:
        if RUNGS[rung].evidence == "none":
            for answerer in figures.answerers:
                row = figures.row(rung, answerer)
                if row and kind(answerer) not in WORDLESS and row["accuracy"] is not None:
                    yield row


def _text_alone(figures: Figures) -> Iterator[str]:
    best = best_text(figures)
    if best is not None:
        said = [(row["rung"], _beside_chance(row)) for row in _text_rows(figures)]
        yield from _said_once([each for each in said if each[1] == _beside_chance(best)])


def _beside_chance(row: Row) -> str:
    body = f"`{row['label']}` is right on {_with_interval(row)}, "
    if row["low"] is not None and row["low"] > row["chance"]:
        return body + f"above chance ({percent(row['chance'])}), which needs no pictures."
    if row["high"] is not None and row["high"] < row["chance"]:
        return body + f"below chance ({percent(row['chance'])})."
    return body + f"which cannot be told from chance ({percent(row['chance'])})."


def _said_once(said: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Findings with the rungs that they hold for; what holds for several is said once."""
    rungs: dict[str, list[str]] = {}
    for rung, body in said:
        rungs.setdefault(body, []).append(f"{rung} ({RUNGS[rung].title})")
    for body, named in rungs.items():
        yield f"{' and '.join(named)}: {body}"


def _families_that_give_away(figures: Figures) -> Iterator[str]:
    best = best_text(figures)
    if best is None:
        return
    rows = [figures.row(best["rung"], best["answerer"], family) for family in figures.families if family != "all"]
    above = [row for row in rows if row and row["low"] is not None and row["low"] > row["chance"]]
    above.sort(key=lambda row: (row["chance"] - row["accuracy"], row["family"]))
    if above:
        named = ", ".join(
            f"{row['family']} ({percent(row['accuracy'])} of {row['designated']}, {span(row['low'], row['high'])}; chance "
            f"{percent(row['chance'])})"
            for row in above[:_NAMED]
        )
        yield f"Text gives most away in {named}."


def _pictures(figures: Figures) -> Iterator[str]:
    said = []
    for rung in figures.rungs:
        reader, majority = (_by_kind(figures, rung, name) for name in ("reader", "majority"))
        if RUNGS[rung].evidence == "cited" and reader is not None:
            against = _against(reader, majority) if majority else ""
            body = "`reader`, which answers by logic from the records of the pictures, is right on "
            said.append((rung, f"{body}{_with_interval(reader)}{against}."))
    yield from list(_said_once(said))[-1:]


def _open_and_closed(figures: Figures) -> Iterator[str]:
    """`reader` on the cited frames in both modes: what absence alone shows is lost where more may have been seen."""
    closed, opened = (_by_kind(figures, rung, "reader") for rung in ("E2", "E2-open"))
    if closed and opened:
        yield (
            f"Taken for all that matters (closed, E2), the cited frames give `reader` {percent(closed['accuracy'])} of "
            f"{closed['designated']} answers ({span(closed['low'], closed['high'])}); taken for some of a longer walk "
            f"(open, E2-open), {percent(opened['accuracy'])} of {opened['designated']} "
            f"({span(opened['low'], opened['high'])}). The difference is what only absence shows."
        )


def _against(row: Row, other: Row) -> str:
    difference = row["accuracy"] - other["accuracy"]
    sides = f"`{other['label']}` on {percent(other['accuracy'])} ({span(other['low'], other['high'])})"
    if row["low"] > other["high"]:
        return f", {sides}: {points(difference)} points, which lie in the evidence"
    if row["high"] < other["low"]:
        return f", {sides}: {points(difference)} points, so the pictures as given mislead"
    return f", {sides}: the intervals overlap, so this run cannot tell them apart"


def _unsettled(figures: Figures) -> Iterator[str]:
    """What `reader` answered short of gold; walks that did not run are left to the coverage."""
    shown = fullest(figures)
    if shown is None or kind(shown["answerer"]) != "reader":
        return
    rows = [figures.row(shown["rung"], shown["answerer"], family) for family in figures.families if family != "all"]
    short = [(row["answered"] - row["correct"], row) for row in rows if row and row["correct"] < row["answered"]]
    short.sort(key=lambda pair: (-pair[0], pair[1]["family"]))
    if short:
        named = ", ".join(f"{row['family']} ({missing} of {row['answered']})" for missing, row in short[:_NAMED])
        yield (
            f"For {sum(missing for missing, _ in short)} of {shown['answered']} answered questions the cited pictures do "
            f"not give the gold answer, most in {named}: a score on those does not come from the pictures."
        )


def _models(figures: Figures) -> Iterator[str]:
    """The best model's step from its best text-only rung to the fullest evidence."""
    cited = [rung for rung in figures.rungs if RUNGS[rung].evidence == "cited"]
    after = best_model(figures, cited[-1]) if cited else None
    if after is None:
        return
    own = [row for row in _text_rows(figures) if row["answerer"] == after["answerer"]]
    before = max(own, key=lambda row: row["accuracy"], default=None)
    if before is not None:
        n_models = len(_models_of(figures))
        best = "" if n_models == 1 else f", the best of {n_models} models,"
        yield (
            f"`{after['label']}`{best} goes from {_with_interval(before)} without pictures to {_with_interval(after)} "
            "with them."
        )


def _replay(navigation: pl.DataFrame) -> Iterator[str]:
    replays = [name for name, rung in RUNGS.items() if rung.walk == "replay"]
    for row in navigation.filter(pl.col("stratum") == "all", pl.col("rung").is_in(replays)).iter_rows(named=True):
        same, ran = row["frames_identical"], ""
        if row["executed"] < row["designated"]:
            ran = f"{row['executed']} of {row['designated']} reference walks could be executed again; "
        frames = ""
        if same == 1.0:
            frames = (
                ", and every frame equals the stored one pixel for pixel: stored and replayed frames are one measurement, "
                "not two"
            )
        elif same is not None:
            frames = f", and {percent(same)} of the frames equal the stored ones; the rest drift"
        yield (
            f"{row['rung']} ({RUNGS[row['rung']].title}): {ran}the target was reached on {row['reached']} of "
            f"{row['designated']} reference walks ({span(row['success_low'], row['success_high'])}){frames}."
        )


def _by_kind(figures: Figures, rung: str, name: str) -> Row | None:
    rows = (figures.row(rung, answerer) for answerer in figures.answerers if kind(answerer) == name)
    return next((row for row in rows if row and row["accuracy"] is not None), None)
