"""The templates of pages: everything put into one is escaped unless it was made here."""

from importlib.resources import files
from typing import Any

import jinja2

_TEMPLATES = files("tasks.reports") / "templates"


def text_of(name: str) -> str:
    return (_TEMPLATES / name).read_text(encoding="utf-8")


def render(name: str, **values: Any) -> str:
    """A template filled in; a name that it wants and is not given is an error."""
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(text_of),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(name).render(**values)
