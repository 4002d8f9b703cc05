import pytest

from lake.resume import missing, receipts
from lake.stage import Shard, stage
from schemas.errors import ContractError


@pytest.fixture
def plan(small):
    return small.plan()


def test_without_receipts_everything_is_missing(lake, small, plan):
    assert missing(lake, small.RUN, plan) == plan


def test_a_staged_shard_is_not_missing(lake, small, plan):
    stage(lake, plan[1], small.frames_of(plan[1]))
    assert missing(lake, small.RUN, plan) == [plan[0], *plan[2:]]


DAMAGES = {
    "a lost file": lambda lake, receipt: lake.delete(receipt.files[0].key),
    "a file cut short": lambda lake, receipt: lake.put_bytes(receipt.files[0].key, b"PAR1"),
    "a broken receipt": lambda lake, receipt: lake.put_bytes(receipt.shard.receipt_key, b'{"format": 1, "sha'),
    "an empty receipt": lambda lake, receipt: lake.put_bytes(receipt.shard.receipt_key, b""),
    "a receipt of another layout": lambda lake, receipt: lake.put_bytes(receipt.shard.receipt_key, b'{"format": 2}'),
    "a receipt in another's place": lambda lake, receipt: lake.put_bytes(
        receipt.shard.receipt_key, lake.read(receipt.shard.receipt_key).replace(b"train-000-002", b"train-009-010")
    ),
}


@pytest.mark.everywhere
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_shard_whose_work_is_damaged_is_done_again(damage, lake, small, plan):
    damage(lake, stage(lake, plan[0], small.frames_of(plan[0])))
    assert plan[0] in missing(lake, small.RUN, plan)
    assert receipts(lake, small.RUN) == []


@pytest.mark.everywhere
def test_where_every_shard_is_staged_nothing_is_missing(lake, small, plan):
    for shard in plan:
        stage(lake, shard, small.frames_of(shard))
    assert missing(lake, small.RUN, plan) == []


def test_receipts_come_in_the_order_of_shards(lake, small, plan):
    for shard in reversed(plan):
        stage(lake, shard, small.frames_of(shard))
    assert [receipt.shard for receipt in receipts(lake, small.RUN)] == sorted(plan)


def test_a_shard_outside_the_plan_stands_for_none_of_it(lake, small, plan):
    (stray, *_) = small.plan(per_shard=1)
    stage(lake, stray, small.frames_of(stray))
    assert missing(lake, small.RUN, plan) == plan
    assert receipts(lake, small.RUN, plan) == []


def test_another_runs_receipts_play_no_part(lake, small, plan):
    other = small.plan("gen-other")[0]
    stage(lake, other, small.frames_of(other))
    assert missing(lake, small.RUN, plan) == plan
    assert receipts(lake, small.RUN) == []


@pytest.mark.parametrize(
    "extra", [Shard("gen-other", "test", "x"), Shard("gen-0123456789ab", "train", "train-000-002")]
)
def test_a_plan_that_is_no_plan_is_refused(extra, lake, small, plan):
    with pytest.raises(ContractError, match="names a shard twice, or one of another run"):
        missing(lake, small.RUN, [*plan, extra])
