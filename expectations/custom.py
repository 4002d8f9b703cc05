"""Our expectation classes, with the text that Data Docs print for them.

Importing this module imports Great Expectations, which takes seconds and is why `validate.py` does so only when it
runs. Great Expectations counts an all-null column as passed and divides by the rows that are not null; the columns
that arrive here hold no null, for `narrow.py` has made each null a failure.
"""

from typing import Any, ClassVar

import pandas as pd
from great_expectations.execution_engine import PandasExecutionEngine
from great_expectations.expectations.expectation import ColumnMapExpectation, render_suite_parameter_string
from great_expectations.expectations.metrics.map_metric_provider import (
    ColumnMapMetricProvider,
    column_condition_partial,
)
from great_expectations.render import LegacyRendererType, RenderedStringTemplateContent
from great_expectations.render.renderer.renderer import renderer

from expectations.check import Check, Kind


class ColumnValuesHold(ColumnMapMetricProvider):  # type: ignore[misc]  # Great Expectations is Any to the type checker
    """True where the check's column says so, and nowhere else."""

    condition_metric_name = "column_values.hold"
    filter_column_isnull = False

    @column_condition_partial(engine=PandasExecutionEngine)  # type: ignore[untyped-decorator]  # as above
    def _pandas(cls, column: "pd.Series[bool]", **_: Any) -> "pd.Series[bool]":  # noqa: N805  # GX makes it a class method
        return column.eq(True) & column.notna()


class ExpectCheckToHold(ColumnMapExpectation):  # type: ignore[misc]  # as above
    """Expect a check of ours to hold in every row."""

    says: str
    """The sentence that is true of a row that passes."""

    map_metric: ClassVar[str] = "column_values.hold"
    args_keys: ClassVar[tuple[str, ...]] = ("column",)

    @classmethod
    def sentence(cls, settings: dict[str, Any]) -> str:
        """What Data Docs print, from the expectation's settings."""
        return str(settings["says"])

    @classmethod
    @renderer(renderer_type=LegacyRendererType.PRESCRIPTIVE)  # type: ignore[untyped-decorator]  # as above
    @render_suite_parameter_string  # type: ignore[untyped-decorator]  # as above
    def _prescriptive_renderer(
        cls, configuration: Any = None, result: Any = None, runtime_configuration: Any = None, **_: Any
    ) -> list[Any]:
        settings = (configuration or result.expectation_config).kwargs
        template = {"template": cls.sentence(settings).replace("$", "$$"), "params": {}}
        return [RenderedStringTemplateContent(content_block_type="string_template", string_template=template)]


class ExpectTargetInvisibleAtSpawn(ExpectCheckToHold):
    """Expect no episode to show its target in the first frame (A, section 3.1)."""

    @classmethod
    def sentence(cls, settings: dict[str, Any]) -> str:
        return (
            "The navigation target must be invisible at spawn: the target instance has no pixel in the spawn view, "
            "and no observation of the first frame (t = 0) holds it."
        )


class ExpectNoTargetMention(ExpectCheckToHold):
    """Expect no question to give the navigation target away (A, section 3.2)."""

    @classmethod
    def sentence(cls, settings: dict[str, Any]) -> str:
        return (
            "No question may mention the navigation target: neither its text nor any option holds the name of the "
            "target's type, singular or plural, as whole words, and the type is not among those asked about."
        )


class ExpectEvidenceCount(ExpectCheckToHold):
    """Expect every question to cite as many frames as its recipe allows, all of them real (SPEC section 7)."""

    least: int
    most: int

    @classmethod
    def sentence(cls, settings: dict[str, Any]) -> str:
        least, most = settings["least"], settings["most"]
        number = f"exactly {most}" if least == most else f"at least {least} and at most {most}"
        return (
            f"Every question must cite {number} frames of the reference trajectory: "
            "all of them exist, they are in time order, and none is cited twice."
        )


_EXCUSED = "Where it fails this is recorded and rejects nothing: the recipe is excused from it."

_CLASSES: dict[Kind, type[ExpectCheckToHold]] = {
    "holds": ExpectCheckToHold,
    "target_invisible_at_spawn": ExpectTargetInvisibleAtSpawn,
    "no_target_mention": ExpectNoTargetMention,
    "evidence_count": ExpectEvidenceCount,
}


def expectation_of(check: Check) -> ExpectCheckToHold:
    says = f"{check.says} {_EXCUSED}" if check.excused else check.says
    return _CLASSES[check.kind](column=check.name, says=says, **check.parameters)
