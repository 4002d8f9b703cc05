"""The front door: `ladder`. It gathers the commands and turns errors into exit codes.

Results go to stdout, progress and logs to stderr. Exit codes: 0, 1 (a gate or a check failed), 2 (bad input).
"""

import sys

import typer

from flows.commands import bench, findings, lake, models, schedules, work

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
for commands in (work, findings, models, lake, schedules):
    app.add_typer(commands.app)
app.add_typer(bench.app, name="bench")

_INTERRUPTED = 130
"""What a shell reports for a command that Ctrl-C ended."""


@app.callback()
def _front() -> None:
    """Find out whether an embodied agent's answer came from what it saw."""


def main() -> None:
    """Run a command; an error made on purpose is one sentence on stderr and its own exit code."""
    from flows.printing import printable
    from schemas.errors import ConfigError, LadderError

    try:
        if not all(map(_is_text, sys.argv)):
            raise ConfigError("an argument is not UTF-8 text. Rename the file, or write the name in another way.")
        app()
    except LadderError as error:
        print(f"{type(error).__name__}: {printable(str(error))}", file=sys.stderr)
        sys.exit(error.exit_code)
    except Exception as error:
        from lake.files import damage

        if (damaged := damage(error)) is None:
            raise
        print(f"{type(damaged).__name__}: {printable(str(damaged))}", file=sys.stderr)
        sys.exit(damaged.exit_code)
    except KeyboardInterrupt:
        print("Stopped. What is done is kept; the same command goes on from there.", file=sys.stderr)
        sys.exit(_INTERRUPTED)


def _is_text(argument: str) -> bool:
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True
