import pytest

from lake import log
from lake.rows import append_rows, replace_rows
from lake.scan import scan
from schemas.errors import ContractError


@pytest.fixture
def validation(small):
    def validation(run_id, expectation, status="passed"):
        columns = {
            "run_id": [run_id],
            "split": ["all"],
            "table": ["questions"],
            "expectation": [expectation],
            "status": [status],
            "n_rows": [40],
            "n_failed": [0],
            "detail": [""],
        }
        return small.typed("validations", columns)

    return validation


def rows(lake, run_id):
    found = scan(lake, "validations", run_id=run_id).sort("expectation").select("expectation", "status")
    return found.collect().rows()


@pytest.mark.everywhere
def test_rows_are_added_to_those_that_stand(lake, validation):
    assert append_rows(lake, "validations", validation("gen-a", "keys")) == 1
    assert append_rows(lake, "validations", validation("gen-a", "count")) == 1
    assert rows(lake, "gen-a") == [("count", "passed"), ("keys", "passed")]


def test_a_repeat_writes_nothing(lake, validation):
    append_rows(lake, "validations", validation("gen-a", "keys"))
    version = log.version(lake, "validations")
    assert append_rows(lake, "validations", validation("gen-a", "keys")) == 0
    assert log.version(lake, "validations") == version


@pytest.mark.everywhere
def test_a_row_of_the_same_key_takes_the_old_ones_place(lake, validation):
    append_rows(lake, "validations", validation("gen-a", "keys", "failed"))
    append_rows(lake, "validations", validation("gen-a", "keys"))
    assert rows(lake, "gen-a") == [("keys", "passed")]


def test_a_figure_that_came_out_the_same_to_nine_decimals_leaves_the_file_as_the_log_has_it(lake, small):
    def audit(value):
        columns = {"run_id": "gen-a", "split": "test", "audit": "leakage", "family": "all", "statistic": "rows"}
        rest = {"low": None, "high": None, "threshold": None, "verdict": "stated", "ids": []}
        return small.typed("audits", {name: [each] for name, each in {**columns, "value": value, **rest}.items()})

    replace_rows(lake, "audits", "gen-a", audit(0.3))
    (file,) = log.active(lake, "audits", "gen-a")
    before = lake.read(file.key)
    replace_rows(lake, "audits", "gen-a", audit(0.1 + 0.2))
    assert [each.key for each in log.active(lake, "audits", "gen-a")] == [file.key]
    assert lake.read(file.key) == before


def test_other_runs_keep_their_rows(lake, validation):
    append_rows(lake, "validations", validation("gen-a", "keys"))
    append_rows(lake, "validations", validation("gen-b", "count"))
    replace_rows(lake, "validations", "gen-b", validation("gen-b", "other"))
    assert rows(lake, "gen-a") == [("keys", "passed")]
    assert rows(lake, "gen-b") == [("other", "passed")]


def test_replacing_by_nothing_clears(lake, validation):
    append_rows(lake, "validations", validation("gen-a", "keys"))
    replace_rows(lake, "validations", "gen-a", validation("gen-a", "keys").clear())
    assert rows(lake, "gen-a") == []


def test_clearing_what_is_not_there_makes_no_table(lake, validation):
    replace_rows(lake, "validations", "gen-a", validation("gen-a", "keys").clear())
    assert not log.exists(lake, "validations")


def test_rows_of_another_run_are_refused(lake, validation):
    with pytest.raises(ContractError, match="rows of another run"):
        replace_rows(lake, "validations", "gen-a", validation("gen-b", "keys"))


def test_rows_that_break_the_contract_are_refused(lake, validation):
    with pytest.raises(ContractError, match="known_value"):
        append_rows(lake, "validations", validation("gen-a", "keys", "so-so"))


def test_states_are_not_written_by_hand(lake, validation):
    with pytest.raises(ContractError, match="`runs` is written by"):
        append_rows(lake, "runs", validation("gen-a", "keys"))
