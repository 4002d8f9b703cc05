"""Sheets as files: CSV and Parquet hold the exact figures, LaTeX and Markdown the finished text."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal, get_args

import polars as pl

from schemas.errors import ConfigError, reason_of
from tasks.analysis.sheets.sheet import Sheet

Format = Literal["csv", "parquet", "latex", "markdown"]
FORMATS: tuple[Format, ...] = get_args(Format)
_ENDINGS: dict[Format, str] = {"csv": "csv", "parquet": "parquet", "latex": "tex", "markdown": "md"}
_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "$": r"\$",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "−": "$-$",
    "–": "--",
    "<": "$<$",
    ">": "$>$",
    "²": "$^2$",
}


def format_named(name: str) -> Format:
    for known in FORMATS:
        if name == known:
            return known
    raise ConfigError(f"no format `{name}` of tables. There are {', '.join(FORMATS)}.")


def write_sheet(sheet: Sheet, folder: Path, kind: Format) -> Path:
    """Write a sheet and return its path; the folder is made where it is missing.

    Raises ConfigError where the folder can't be written to.
    """
    path = folder / f"{sheet.name}.{_ENDINGS[kind]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _WRITERS[kind](sheet, path)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise ConfigError(
            f"can't write `{path}`: {reason_of(error)}. Name another folder with --to, or make room."
        ) from error
    return path


def latex(sheet: Sheet) -> str:
    """A float that needs the package booktabs."""
    columns = sheet.printed.columns
    lines = [" & ".join(map(_escaped, row)) + r" \\" for row in (columns, *_texts(sheet.printed))]
    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{_escaped(sheet.title)}. {_escaped(sheet.note)}}}",
            rf"\label{{tab:{sheet.name}}}",
            rf"\begin{{tabular}}{{{'l' * len(columns)}}}",
            r"\toprule",
            lines[0],
            r"\midrule",
            *lines[1:],
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def markdown(sheet: Sheet) -> str:
    rows = [sheet.printed.columns, ["---"] * sheet.printed.width, *_texts(sheet.printed)]
    lines = ["| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in rows]
    return "\n".join([f"## {sheet.title}", "", sheet.note, "", *lines, ""])


def _texts(printed: pl.DataFrame) -> list[list[str]]:
    return [["" if cell is None else str(cell) for cell in row] for row in printed.iter_rows()]


def _escaped(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)


def _write_csv(sheet: Sheet, path: Path) -> None:
    lists = [name for name, dtype in sheet.figures.schema.items() if isinstance(dtype, pl.List)]
    sheet.figures.with_columns(pl.col(name).list.join("; ") for name in lists).write_csv(path)


_WRITERS: dict[Format, Callable[[Sheet, Path], object]] = {
    "csv": _write_csv,
    "parquet": lambda sheet, path: sheet.figures.write_parquet(path),
    "latex": lambda sheet, path: path.write_text(latex(sheet), encoding="utf-8"),
    "markdown": lambda sheet, path: path.write_text(markdown(sheet), encoding="utf-8"),
}
