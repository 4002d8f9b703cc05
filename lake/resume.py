"""What is left to do of a run. Receipts against the plan say so, never the state of a flow."""

from collections.abc import Sequence

from lake.receipts import Shard
from lake.receipts import receipts as receipts
from lake.store import Lake
from schemas.errors import ContractError


def missing(lake: Lake, run_id: str, plan: Sequence[Shard]) -> list[Shard]:
    """The plan's shards that have no valid receipt, in the plan's order.

    Raises ContractError where the plan names a shard twice or one of another run.
    """
    if len(set(plan)) != len(plan) or any(shard.run_id != run_id for shard in plan):
        raise ContractError(f"the plan of run `{run_id}` names a shard twice, or one of another run.")
    done = {receipt.shard for receipt in receipts(lake, run_id, plan)}
    return [shard for shard in plan if shard not in done]
