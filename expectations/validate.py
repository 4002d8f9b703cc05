"""Great Expectations at work: judge the narrow frames, write the Data Docs, and say how each expectation ended.

All of it lives in memory except the Data Docs. Nothing is sent anywhere and nothing is written to the home folder.
"""

import os
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from expectations.narrow import Narrow

HAS_ROWS = "has_rows"
"""The first expectation of every suite: an empty table would pass all others."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How one expectation ended."""

    expectation: str
    status: Literal["passed", "failed", "errored"]
    n_failed: int
    message: str = ""
    """Why it errored, in Great Expectations' words."""


def validate(frames: Sequence[Narrow], run_id: str, docs: Path) -> list[list[Verdict]]:
    """Verdicts for each frame, row count first, then in the order of its checks; Data Docs under `docs`."""
    gx = _great_expectations()
    context = _context(docs)
    from great_expectations.core.run_identifier import RunIdentifier

    pandas = context.data_sources.add_pandas("generation")
    verdicts = []
    for frame in frames:
        batches = pandas.add_dataframe_asset(frame.suite.table).add_batch_definition_whole_dataframe("all")
        definition = gx.ValidationDefinition(name=frame.suite.table, data=batches, suite=_suite(context, frame))
        result = context.validation_definitions.add(definition).run(
            batch_parameters={"dataframe": frame.holds.to_pandas()},
            result_format="SUMMARY",
            run_id=RunIdentifier(run_name=run_id),
        )
        verdicts.append(_in_order(frame, (_verdict(each.to_json_dict()) for each in result.results)))
    context.build_data_docs(site_names=["gate"])
    return verdicts


def _great_expectations() -> Any:
    """The package, with its telemetry off: it reads the variable when it is imported."""
    os.environ["GX_ANALYTICS_ENABLED"] = "false"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # it imports deprecated modules of the standard library
        return import_module("great_expectations")


def _context(docs: Path) -> Any:
    """A context in memory with one Data Docs site, freed of the pages that an earlier gate wrote there."""
    gx = _great_expectations()
    from great_expectations.data_context.types.base import (
        DataContextConfig,
        InMemoryStoreBackendDefaults,
        ProgressBarsConfig,
    )

    site = {
        "class_name": "SiteBuilder",
        "site_name": "gate",
        "show_how_to_buttons": False,
        "store_backend": {"class_name": "TupleFilesystemStoreBackend", "base_directory": str(docs.resolve())},
        "site_index_builder": {"class_name": "DefaultSiteIndexBuilder"},
    }
    config = DataContextConfig(
        store_backend_defaults=InMemoryStoreBackendDefaults(),
        data_docs_sites={"gate": site},
        progress_bars=ProgressBarsConfig(globally=False),
        analytics_enabled=False,
    )
    # Not by the context's own `clean_data_docs`, which removes every file of the folder, whoever wrote it.
    for page in (*docs.glob("expectations/*.html"), *docs.glob("validations/**/*.html")):
        page.unlink()
    return gx.get_context(project_config=config, mode="ephemeral")


def _suite(context: Any, frame: Narrow) -> Any:
    gx = _great_expectations()
    from expectations.custom import expectation_of

    suite = context.suites.add(gx.ExpectationSuite(name=frame.suite.table))
    suite.add_expectation(gx.expectations.ExpectTableRowCountToBeBetween(min_value=frame.suite.least_rows))
    for check in frame.suite.checks:
        suite.add_expectation(expectation_of(check))
    return suite


def _verdict(result: dict[str, Any]) -> Verdict:
    expectation = result["expectation_config"]["kwargs"].get("column", HAS_ROWS)
    message = _exception(result["exception_info"])
    if message is not None:
        return Verdict(expectation, "errored", 0, message)
    if result["success"]:
        return Verdict(expectation, "passed", 0)
    return Verdict(expectation, "failed", int(result["result"].get("unexpected_count") or 0))


def _exception(info: dict[str, Any]) -> str | None:
    """Great Expectations tells of exceptions in two shapes: one for the expectation, or one for each of its metrics."""
    for each in [info] if "raised_exception" in info else info.values():
        if each["raised_exception"]:
            return str(each["exception_message"])
    return None


def _in_order(frame: Narrow, verdicts: Iterable[Verdict]) -> list[Verdict]:
    by_name = {verdict.expectation: verdict for verdict in verdicts}
    return [by_name[name] for name in (HAS_ROWS, *(check.name for check in frame.suite.checks))]
