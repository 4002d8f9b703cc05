"""The front door: `ladder`. It gathers the commands and turns errors into exit codes.

Results go to stdout, progress and logs to stderr. Exit codes: 0, 1 (a gate or a check failed), 2 (bad input).
"""

import sys
from typing import TYPE_CHECKING

import typer

from flows.commands import bench, findings, lake, models, schedules, work

if TYPE_CHECKING:
    from schemas.errors import LadderError

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
for commands in (work, findings, models, lake, schedules):
    app.add_typer(commands.app)
app.add_typer(bench.app, name="bench")

_KILLED_BY = 128
"""A shell adds a signal's number to it for a command that the signal ended: 130 for Ctrl-C, 143 for SIGTERM."""


@app.callback()
def _front() -> None:
    """Find out whether an embodied agent's answer came from what it saw."""


def main() -> None:
    """Run a command; an error made on purpose is one sentence on stderr and its own exit code."""
    from flows.printing import printable
    from flows.stopping import stop_on_sigterm, stopped_by
    from schemas.errors import ConfigError

    try:
        stop_on_sigterm()
        if not all(map(_is_text, sys.argv)):
            raise ConfigError("an argument is not UTF-8 text. Rename the file, or write the name in another way.")
        app()
    except BaseException as error:
        if (number := stopped_by(error)) is not None:
            print("Stopped. What is done is kept; the same command goes on from there.", file=sys.stderr)
            sys.exit(_KILLED_BY + number)
        if (refusal := _refusal(error)) is None:
            raise
        print(f"{type(refusal).__name__}: {printable(str(refusal))}", file=sys.stderr)
        sys.exit(refusal.exit_code)


def _refusal(error: BaseException) -> "LadderError | None":
    """What is said of an error in one sentence; None where it is a fault of ours, or none at all."""
    from schemas.errors import LadderError

    if isinstance(error, LadderError):
        return error
    if isinstance(error, Exception):
        from lake.files import damage

        return damage(error)
    return None


def _is_text(argument: str) -> bool:
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True
