"""`ladder compare` and `ladder tables` over a lake of made-up evaluations."""

import json
import sys
from pathlib import Path

import polars as pl
import pytest

from flows.compare import compare, plain, rendered, write_page
from flows.tables import tables
from lake.store import Lake, open_lake
from schemas.errors import ConfigError

sys.path.insert(0, str(Path(__file__).parent))
from ladder_command import ladder  # a helper beside the tests
from synthetic_lake import GENERATION, ONE, OTHER, QUESTIONS, STRANGER, fill


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    made = open_lake(str(tmp_path_factory.mktemp("compare") / "lake"), create=True)
    fill(made)
    return made


def test_two_evaluations_of_one_generation_are_compared_on_all_their_questions(lake: Lake) -> None:
    comparison = compare(ONE, OTHER, lake.root)
    assert comparison.n_questions == QUESTIONS
    assert [pair.whole["n"] for pair in comparison.pairs] == [QUESTIONS] * 4
    assert ("prompts", "1", "2") in comparison.settings


def test_the_difference_is_that_of_the_stored_accuracies(lake: Lake) -> None:
    stored = {
        run_id: pl.read_parquet(f"{lake.root}/rung_metrics/run_id={run_id}/split=test/*.parquet").filter(
            pl.col("rung") == "E2", pl.col("family") == "all", pl.col("stratum") == "all"
        )["accuracy"][0]
        for run_id in (ONE, OTHER)
    }
    (pair,) = [pair for pair in compare(ONE, OTHER, lake.root).pairs if pair.rung == "E2"]
    assert pair.whole["difference"] == pytest.approx(stored[ONE] - stored[OTHER])


def test_words_and_json_hold_the_same_figures(lake: Lake) -> None:
    comparison = compare(ONE, OTHER, lake.root)
    figures = json.loads(json.dumps(plain(comparison)))
    text = rendered(comparison)
    for pair in figures["pairs"]:
        (whole,) = [row for row in pair["figures"] if row["family"] == row["stratum"] == "all"]
        assert f"{pair['rung']}, `{pair['answerer']}`: {whole['verdict']}" in text
        assert f"{whole['better']}/{whole['worse']}" in text


def test_the_page_needs_nothing_else_and_shows_every_pair(lake: Lake, tmp_path: Path) -> None:
    page = write_page(compare(ONE, OTHER, lake.root), tmp_path / "new" / "page.html").read_text(encoding="utf-8")
    assert not any(word in page for word in ("<script", 'src="http', "<link", "@import"))
    assert page.count('<section id="pair-') == 4
    assert page.count("<th scope=") > 4 * 13


def test_evaluations_of_other_questions_are_refused_and_told_how_they_differ(lake: Lake) -> None:
    ran = ladder("compare", ONE, STRANGER, "--lake", lake.root)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"ConfigError: `{ONE}` and `{STRANGER}` can't be compared, for their questions differ: ")
    assert "of the same name differ in `family` (ep_00000_q1, " in ran.err


@pytest.mark.parametrize("run_id", [GENERATION, "eval-0123456789ab"])
def test_what_is_no_evaluation_is_refused(lake: Lake, run_id: str) -> None:
    with pytest.raises(ConfigError, match=f"no evaluation `{run_id}`"):
        compare(ONE, run_id, lake.root)
    with pytest.raises(ConfigError, match=f"no evaluation `{run_id}`"):
        tables(run_id, lake.root, "csv", Path("nowhere"))


@pytest.mark.parametrize("kind", ["csv", "parquet", "latex", "markdown"])
def test_tables_are_written_in_every_format(lake: Lake, tmp_path: Path, kind: str) -> None:
    names = {path.stem for path in tables(ONE, lake.root, kind, tmp_path)}
    assert names >= {"ladder", "text_probes", "strata", "standardised", "coverage", "contrasts", "baselines", "sizes"}
    assert {path.stem for path in tmp_path.iterdir()} == names


def test_a_page_that_cannot_be_written_is_one_sentence(lake: Lake, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match="Name another file with --html"):
        write_page(compare(ONE, OTHER, lake.root), tmp_path / "file" / "page.html")
