"""Questions of a generation: one pass in `paper`, two in `sound` (SPEC section 3, rule 4)."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from flows.shards import Work, chunks
from lake.canonical import rows_digest
from lake.resume import missing
from lake.scan import scan
from lake.select import shards_of_episodes
from lake.stage import Shard
from lake.store import Lake
from schemas.settings import GenerationSettings, Split
from tasks.count_candidates import CandidatesJob, count_candidates
from tasks.draw_questions import DrawJob, draw_questions
from tasks.questions.cells import Menus, plan_menus
from tasks.questions.ledger import facts_of, thinning_rows
from tasks.questions.quotas import account, quotas
from tasks.write_questions import QuestionJob, write_questions

_EPISODES_A_SHARD = 100


def ask(lake: Lake, run_id: str, settings: GenerationSettings, episode_ids: dict[Split, list[str]], work: Work) -> None:
    """Write, stage and commit the questions of episodes that have been committed."""
    if settings.recipe == "paper":
        _in_one_pass(lake, run_id, settings, episode_ids, work)
    else:
        _in_two_passes(lake, run_id, settings, work)


def _in_one_pass(
    lake: Lake, run_id: str, settings: GenerationSettings, episode_ids: dict[Split, list[str]], work: Work
) -> None:
    jobs = []
    for split, all_ids in episode_ids.items():
        home = shards_of_episodes(lake, run_id, split)
        for number, ids in enumerate(chunks(all_ids, _EPISODES_A_SHARD)):
            shard = Shard(run_id, split, f"questions-{number:04d}")
            jobs.append(QuestionJob(lake.root, shard, ids, _homes(home, ids), settings))
    work.do("questions", write_questions, jobs)


@dataclass(frozen=True, slots=True)
class _Asking:
    """What a split is asked."""

    menus: Menus
    by_house: tuple[str, ...]
    """Episode ids, those of a house together: a shard then reads few houses and few files."""
    home: Mapping[str, Shard]
    """The shard that staged each episode."""

    def shards(
        self, run_id: str, split: Split, name: str
    ) -> Iterator[tuple[Shard, tuple[tuple[str, tuple[str, ...]], ...], tuple[Shard, ...]]]:
        for number, start in enumerate(range(0, len(self.by_house), _EPISODES_A_SHARD)):
            ids = self.by_house[start : start + _EPISODES_A_SHARD]
            menus = tuple((each, self.menus.families[each]) for each in ids)
            yield Shard(run_id, split, f"{name}-{number:04d}"), menus, _homes(self.home, ids)


def _in_two_passes(lake: Lake, run_id: str, settings: GenerationSettings, work: Work) -> None:
    asking = {split: _asking(lake, run_id, split, settings.seed) for split, _ in settings.splits}
    work.do(
        "candidates",
        count_candidates,
        [
            CandidatesJob(lake.root, shard, menus, walked, settings)
            for split, plan in asking.items()
            for shard, menus, walked in plan.shards(run_id, split, "candidates")
        ],
    )
    thinned = {split: _thin(lake, run_id, split, plan.menus, work) for split, plan in asking.items()}
    work.do(
        "questions",
        draw_questions,
        [
            DrawJob(lake.root, shard, menus, walked, thinned[split], settings)
            for split, plan in asking.items()
            for shard, menus, walked in plan.shards(run_id, split, "questions")
        ],
    )
    _give_account(lake, run_id, asking["test"].menus, work)


def _asking(lake: Lake, run_id: str, split: Split, seed: int) -> _Asking:
    columns = {
        "episodes": ["episode_id", "house_id", "stratum", "target_room"],
        "frames": ["episode_id", "room_id", "space_id"],
    }
    episodes, frames = (
        scan(lake, table, run_id=run_id, split=split).select(names).collect() for table, names in columns.items()
    )
    by_house = episodes.sort("house_id", "episode_id")["episode_id"].to_list()
    menus = plan_menus(facts_of(episodes, frames), seed, split)
    return _Asking(menus, tuple(by_house), shards_of_episodes(lake, run_id, split))


def _homes(home: Mapping[str, Shard], episode_ids: Iterable[str]) -> tuple[Shard, ...]:
    return tuple(sorted({home[each] for each in episode_ids}))


def _thin(lake: Lake, run_id: str, split: Split, menus: Menus, work: Work) -> str:
    """Merge the counts of a split into its rows of `thinning`; their digest."""
    if missing(lake, run_id, [Shard(run_id, split, "thinning")]):
        candidates = scan(lake, "candidates", run_id=run_id, split=split).collect()
        work.put(split, "thinning", {"thinning": thinning_rows(candidates, menus)})
    return rows_digest("thinning", scan(lake, "thinning", run_id=run_id, split=split).collect())


def _give_account(lake: Lake, run_id: str, menus: Menus, work: Work) -> None:
    """Store what the test split's families come to, and say on stderr what was dropped and who falls short."""
    questions = scan(lake, "questions", run_id=run_id, split="test").select("family", "text").collect()
    rows = quotas(questions, menus.families.values())
    work.put("test", "quotas", {"quotas": rows})
    drops = scan(lake, "drops", run_id=run_id, split="test").select("rule", "n").collect()
    for line in account(rows, drops):
        print(line, file=sys.stderr)
