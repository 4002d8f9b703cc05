import re

import polars as pl
import pytest

from schemas.errors import ConfigError
from tasks.analysis.sheets.sheet import Sheet
from tasks.analysis.sheets.write import FORMATS, format_named, latex, markdown, write_sheet

SHEET = Sheet(
    "small",
    "A small sheet (%)",
    "50 % of R&D_1",
    pl.DataFrame({"rung": ["E0", "E2"], "accuracy": [1 / 3, None], "families": [["Order", "Counting"], ["Order"]]}),
    pl.DataFrame({"rung": ["E0", "E2 − E0"], "accuracy (%)": ["33.3 [−1.0, 60.0]", "< 0.001 | –"]}),
)


def test_parquet_holds_the_exact_figures(tmp_path):
    assert pl.read_parquet(write_sheet(SHEET, tmp_path, "parquet")).equals(SHEET.figures)


def test_csv_holds_the_exact_figures_with_lists_as_text(tmp_path):
    read = pl.read_csv(write_sheet(SHEET, tmp_path / "new" / "folder", "csv"))
    assert read["accuracy"].to_list() == [1 / 3, None]
    assert read["families"].to_list() == ["Order; Counting", "Order"]


def test_markdown_has_as_many_cells_in_every_line():
    lines = [line for line in markdown(SHEET).splitlines() if line.startswith("|")]
    assert len(lines) == 4
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in lines} == {3}


def test_latex_escapes_what_latex_would_read():
    text = latex(SHEET)
    assert r"A small sheet (\%). 50 \% of R\&D\_1" in text
    assert "E2 $-$ E0 & $<$ 0.001 | -- \\\\" in text
    assert text.count("{") == text.count("}")
    assert text.index(r"\toprule") < text.index(r"\midrule") < text.index(r"\bottomrule")


@pytest.mark.parametrize("kind", FORMATS)
def test_every_sheet_can_be_written_in_every_format(made, tmp_path, kind):
    paths = [write_sheet(sheet, tmp_path, kind) for sheet in made.values()]
    assert all(path.stat().st_size > 100 for path in paths)
    assert len({path.name for path in paths}) == len(made)


def test_a_format_that_is_none_is_refused():
    with pytest.raises(ConfigError, match=r"no format `xlsx` of tables. There are csv, parquet, latex, markdown"):
        format_named("xlsx")


@pytest.mark.parametrize("kind", FORMATS)
def test_a_disk_that_takes_no_more_is_told_in_one_sentence(tmp_path, largest_file, kind):
    with largest_file(20), pytest.raises(ConfigError, match=r"can't write .*File too large"):
        write_sheet(SHEET, tmp_path, kind)


def test_a_folder_that_is_a_file_is_refused_in_one_sentence(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"can't write .* Name another folder with --to"):
        write_sheet(SHEET, tmp_path / "file", "csv")
