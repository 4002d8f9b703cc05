"""An answer to SQL on its way out: as a table for people, CSV, JSON or Parquet, to stdout or a file."""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Literal, get_args

import polars as pl

from flows.printing import show_table
from schemas.errors import ConfigError, reason_of

Form = Literal["table", "csv", "json", "parquet"]
FORMS: tuple[Form, ...] = get_args(Form)


def form_of(form: str | None, to: Path | None) -> Form:
    """The form that the flags amount to. Raises ConfigError where they do not."""
    wanted = form or (to.suffix.removeprefix(".").lower() if to else "") or "table"
    for known in FORMS:
        if known == wanted:
            if known == "parquet" and to is None:
                raise ConfigError("--format parquet: that is no text. Name a file with --to FILE.parquet.")
            return known
    flag = f"--format {form}" if form else f"--to {to}"
    raise ConfigError(f"{flag}: an answer comes as {', '.join(FORMS)}. Name one of them with --format.")


def put_answer(answer: pl.DataFrame, form: Form, to: Path | None) -> None:
    """Write the answer to stdout, or to a file that is there whole or not at all.

    Raises ConfigError where the file can't be written.
    """
    if to is None:
        _write(answer, form, sys.stdout)
        return
    if not to.name:
        raise ConfigError(f"--to {to}: that is a folder. Name a file.")
    partial = to.with_name(f"{to.name}.{os.getpid()}.partial")
    try:
        if form == "parquet":
            answer.write_parquet(partial)
        else:
            with partial.open("w", encoding="utf-8", newline="") as file:
                _write(answer, form, file)
        partial.replace(to)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise ConfigError(
            f"--to {to}: it can't be written ({reason_of(error)}). Name another file, or make room."
        ) from error
    finally:
        with suppress(OSError):  # where its folder is a file, nothing can be there
            partial.unlink(missing_ok=True)
    print(f"{answer.height} rows in {to}", file=sys.stderr)


def _write(answer: pl.DataFrame, form: Form, out: IO[str]) -> None:
    if form == "csv":
        out.write(_flat(_without_bytes(answer)).write_csv())
    elif form == "json":
        out.write(json.dumps(_without_bytes(answer).to_dicts(), indent=2, default=str, ensure_ascii=False) + "\n")
    else:
        show_table(_without_bytes(answer).to_dicts(), False, out)


def _without_bytes(answer: pl.DataFrame) -> pl.DataFrame:
    """Pictures as their size: only Parquet can hold them."""
    binary = [name for name, kind in answer.schema.items() if kind == pl.Binary]
    return answer.with_columns(pl.format("{} bytes", pl.col(name).bin.size()).alias(name) for name in binary)


def _flat(answer: pl.DataFrame) -> pl.DataFrame:
    """Lists and structs as JSON: CSV has no form for them."""
    nested = [name for name, kind in answer.schema.items() if kind.is_nested()]
    return answer.with_columns(
        pl.Series(name, [_json(value) for value in answer[name].to_list()], pl.String) for name in nested
    )


def _json(value: object) -> str | None:
    return None if value is None else json.dumps(value, default=str, ensure_ascii=False)
