"""What is left to do of a run. Receipts against the plan say so, never the state of a flow."""

from collections.abc import Sequence
from dataclasses import dataclass

from lake.receipts import Shard, staged_shards
from lake.receipts import receipts as receipts
from lake.store import Lake
from schemas.errors import ContractError


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come against its plan."""

    planned: int
    """Shards."""
    missing: tuple[Shard, ...]
    """Shards that are still to be computed, in the plan's order."""
    strays: tuple[Shard, ...]
    """Shards that were staged under this run and are not in the plan; they must not be committed."""

    @property
    def done(self) -> int:
        return self.planned - len(self.missing)

    @property
    def is_complete(self) -> bool:
        return not self.missing


def progress_of(lake: Lake, run_id: str, plan: Sequence[Shard]) -> Progress:
    """How far a run has come. Raises ContractError where the plan names a shard twice or one of another run."""
    if len(set(plan)) != len(plan) or any(shard.run_id != run_id for shard in plan):
        raise ContractError(f"the plan of run `{run_id}` names a shard twice, or one of another run.")
    done = {receipt.shard for receipt in receipts(lake, run_id, plan)}
    strays = tuple(shard for shard in staged_shards(lake, run_id) if shard not in set(plan))
    return Progress(len(plan), tuple(shard for shard in plan if shard not in done), strays)


def missing(lake: Lake, run_id: str, plan: Sequence[Shard]) -> list[Shard]:
    """The plan's shards that have no valid receipt, in the plan's order."""
    return list(progress_of(lake, run_id, plan).missing)


def discard(lake: Lake, shards: Sequence[Shard]) -> None:
    """Take back the receipts of shards, strays above all. Their files were never committed; vacuum sweeps them up."""
    lake.each(lambda shard: lake.delete(shard.receipt_key), shards)
