"""The report of a stored evaluation: its figures are those that are exported, and what it reads is what was published."""

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import polars as pl
import pytest

from flows.compare import compare
from flows.report import report
from flows.rescore import rescore
from flows.show import show
from flows.tables import tables
from lake.runs import State, record_of, write_record
from lake.store import Lake
from schemas.errors import ConfigError, LakeError

EVALUATION, GENERATION = "eval-0123456789ab", "gen-0123456789ab"
NUMBER = re.compile(r"(?<![\w.])[+-]?\d+(?:\.\d+)?(?![\w.]*\w)")


class _Tables(HTMLParser):
    """The rows of each table that names the sheet it was exported as; `why` says in words what stands beside the figures."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: list[tuple[str, list[list[str]]]] = []
        self._cell = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "table":
            self.tables.append((told.get("data-sheet") or "", []))
        elif tag == "tr" and self.tables:
            self.tables[-1][1].append([])
        elif tag in ("td", "th"):
            self._cell = told.get("class") != "why" and told.get("scope") not in ("col", "rowgroup")
            if self._cell:
                self.tables[-1][1][-1].append("")
        elif tag == "small" and self._cell:
            self.tables[-1][1][-1][-1] += " "

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "caption"):
            self._cell = False

    def handle_data(self, data: str) -> None:
        if self._cell:
            self.tables[-1][1][-1][-1] += data


@pytest.fixture(scope="module")
def shown(reported: Lake) -> list[tuple[str, list[list[str]]]]:
    return _Tables(Path(report(EVALUATION, reported.root)).read_text(encoding="utf-8")).tables


@pytest.fixture(scope="module")
def exported(reported: Lake, tmp_path_factory: pytest.TempPathFactory) -> dict[str, pl.DataFrame]:
    folder = tmp_path_factory.mktemp("tables")
    return {path.stem: pl.read_parquet(path) for path in tables(EVALUATION, reported.root, "parquet", folder)}


def _numbers(cell: str) -> list[str]:
    plain = cell.replace("−", "-").replace("–", " ").replace("\u202f", " ").replace("/", " ")
    return NUMBER.findall(re.sub(r"95 % interval|ep_\d+\w*|[A-Z]\d\w*(?:-\w+)*|\w+:[\w/@]+", " ", plain))


def _held(frame: pl.DataFrame) -> list[float]:
    values = [
        float(each) for column in frame.get_columns() if column.dtype.is_numeric() for each in column.drop_nulls()
    ]
    if "statistic" in frame.columns:  # the page adds up what contradicts gold in either mode
        against = frame.filter(pl.col("statistic").str.starts_with("acquired_contrary"))
        values += (
            against.group_by("rung", "answerer", "family", "stratum", "gold_by")
            .agg(pl.col("count").sum())["count"]
            .to_list()
        )
    return values


def _is_among(number: str, values: list[float]) -> bool:
    """As it stands or in percent, rounded as it is printed."""
    decimals = len(number.partition(".")[2])
    near = 0.5 * 10**-decimals + 1e-9
    return any(
        abs(scale * value - sign * float(number)) <= near for value in values for scale in (1, 100) for sign in (1, -1)
    )


def test_every_number_of_a_table_is_in_the_exported_table_of_that_name(
    shown: list[tuple[str, list[list[str]]]], exported: dict[str, pl.DataFrame]
) -> None:
    checked = 0
    for names, rows in shown:
        values = [value for name in names.split() for value in _held(exported[name])]
        for number in {number for row in rows for cell in row for number in _numbers(cell)} if names else ():
            assert _is_among(number, values), (names, number)
            checked += 1
    assert checked > 300
    assert {name for names, _ in shown for name in names.split()} >= {
        *("ladder", "strata", "navigation", "coverage", "closed_loop", "controls", "contrasts"),
        *("text_probes", "baselines", "standardised", "sizes"),
    }


def test_a_number_that_is_in_no_table_would_be_found_out(exported: dict[str, pl.DataFrame]) -> None:
    assert not _is_among("12.34", _held(exported["ladder"]))


def test_each_cell_of_the_ladder_is_the_accuracy_of_its_family_and_rung(
    shown: list[tuple[str, list[list[str]]]], exported: dict[str, pl.DataFrame]
) -> None:
    ladder = exported["ladder"].filter(pl.col("rung").is_in(["E0b", "E0", "E2", "E5"]))
    accuracy = {(row["answerer"], row["family"], row["rung"]): row["accuracy"] for row in ladder.iter_rows(named=True)}
    compared = 0
    for (names, rows), answerer in zip(
        [each for each in shown if each[0] == "ladder"], ["hf:a/model@abcdef", "uniform:7"], strict=True
    ):
        for row in rows[1:]:
            family = "all" if row[0].startswith("Overall") else row[0].split("  ")[0].rsplit(" ", 1)[0].strip()
            for rung, cell in zip(["E0b", "E0", "E2", "E5"], row[2:], strict=True):
                assert cell.split()[0] == f"{100 * accuracy[answerer, family, rung]:.1f}", names
                compared += 1
    assert compared == len(accuracy)


def test_every_page_that_the_report_leads_to_is_there(reported: Lake) -> None:
    place = Path(report(EVALUATION, reported.root))
    pages = set(re.findall(r'href="(episodes/[^"#]+)', place.read_text(encoding="utf-8")))
    assert pages
    assert all((place.parent / page).is_file() for page in pages)


def test_every_episode_has_a_page_where_that_is_asked_for(reported: Lake) -> None:
    place = Path(report(EVALUATION, reported.root, every_episode=True))
    assert len(list((place.parent / "episodes").glob("test-*.html"))) == 8


@pytest.mark.parametrize(
    ("table", "run_id"),
    [("rung_metrics", EVALUATION), ("predictions", EVALUATION), ("questions", GENERATION), ("images", GENERATION)],
)
def test_rows_that_are_not_those_that_were_published_make_no_report(
    reported: Lake, tmp_path: Path, table: str, run_id: str
) -> None:
    root = shutil.copytree(reported.root, tmp_path / "lake")
    stored = next(root.glob(f"{table}/run_id={run_id}/split=test/*.parquet"))
    rows = pl.read_parquet(stored, hive_partitioning=False)
    column = {"rung_metrics": "accuracy", "predictions": "is_right", "questions": "text", "images": "data"}[table]
    pl.concat([rows.select(column).reverse(), rows.drop(column)], how="horizontal").select(rows.columns).write_parquet(
        stored, compression="zstd"
    )
    with pytest.raises(LakeError, match=rf"run `{run_id}`: (the rows of {table}|file `{table}/)"):
        report(EVALUATION, str(root))


def test_a_byte_of_a_picture_that_is_not_shown_is_missed_all_the_same(reported: Lake, tmp_path: Path) -> None:
    root = shutil.copytree(reported.root, tmp_path / "lake")
    stored = next(root.glob(f"images/run_id={GENERATION}/split=test/*.parquet"))
    pictures = pl.read_parquet(stored, hive_partitioning=False).sort("episode_id", "t")
    whole, picture = stored.read_bytes(), pictures["data"][-2]
    assert whole.count(picture) == 1
    stored.write_bytes(whole.replace(picture, picture[:-20] + bytes([picture[-20] ^ 1]) + picture[-19:]))
    with pytest.raises(LakeError, match=f"run `{GENERATION}`: the rows of images are not those that were published"):
        report(EVALUATION, str(root))


READERS: dict[str, Callable[[str, Path], object]] = {
    "report": lambda lake, to: report(EVALUATION, lake),
    "tables": lambda lake, to: tables(EVALUATION, lake, "csv", to),
    "compare": lambda lake, to: compare(EVALUATION, EVALUATION, lake),
    "rescore": lambda lake, to: rescore(EVALUATION, lake),
    "show": lambda lake, to: show("ep_00000", EVALUATION, lake),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("state", ["started", "removed"])
def test_an_evaluation_that_is_not_there_whole_is_told_by_nothing(
    reported: Lake, tmp_path: Path, state: State, reader: str
) -> None:
    lake = Lake(shutil.copytree(reported.root, tmp_path / "lake"))
    _turn(lake, EVALUATION, state)
    with pytest.raises(ConfigError, match=f"`{EVALUATION}` is {state}, not published|no published run `{EVALUATION}`"):
        READERS[reader](lake.root, tmp_path / "tables")
    assert not (tmp_path / "tables").exists()
    assert lake.keys("_reports") == reported.keys("_reports")


@pytest.mark.parametrize("reader", sorted(READERS.keys() - {"tables"}))  # whose figures are the evaluation's own
def test_an_evaluation_whose_generation_was_removed_has_no_questions_to_show(
    reported: Lake, tmp_path: Path, reader: str
) -> None:
    lake = Lake(shutil.copytree(reported.root, tmp_path / "lake"))
    _turn(lake, GENERATION, "removed")
    with pytest.raises(ConfigError, match=f"generation `{GENERATION}` is removed, not published"):
        READERS[reader](lake.root, tmp_path / "tables")


def _turn(lake: Lake, run_id: str, state: State) -> None:
    record = record_of(lake, run_id)
    assert record is not None
    write_record(lake, replace(record, state=state))
