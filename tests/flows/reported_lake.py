"""A lake with a published evaluation of `stored_lake`: replayed in a real world, answered by rule, judged and measured.

One object of the first episode is named in markup, and one reply is markup: whatever shows them must show them as text.
"""

import polars as pl
from stored_lake import RUN as GENERATION

from flows.manifest import manifest_of
from lake.commit import commit
from lake.publish import publish, start_run
from lake.resume import receipts
from lake.scan import scan
from lake.select import of_episodes
from lake.stage import Shard, stage
from lake.store import Lake
from schemas.settings import EpisodeSettings, EvaluationSettings
from schemas.tables import empty
from tasks.episodes.rows import houses_of
from tasks.questions.record import LETTERS
from tasks.rungs.replay import replay_all
from tasks.rungs.rungs import RUNGS, designated
from tasks.score_run import score_run
from tasks.worlds.embedded.world import EmbeddedWorld

EVALUATION = "eval-0123456789ab"
ASKED = ("E0b", "E0", "E2", "E5", "E0-no-label", "E2-open")
ANSWERERS = ("hf:a/model@abcdef", "uniform:7")
MARKUP = "<script>document.title='broken into'</script><i>B</i>"
_HASH = "0" * 64


def evaluate(lake: Lake) -> str:
    """Publish the evaluation in a lake that holds the generation; returns its id."""
    rows = {name: scan(lake, name, run_id=GENERATION, split="test").collect() for name in ("questions", "houses")}
    episodes = scan(lake, "episodes", run_id=GENERATION, split="test").collect()
    plan = designated(rows["questions"], ASKED, ANSWERERS)
    settings = EvaluationSettings(7, GENERATION, ASKED, ANSWERERS, "tests", "tests", "tests")
    record = start_run(lake, EVALUATION, "eval", manifest_of(settings, ""))
    made = of_episodes(lake, ("frames", "observations"), GENERATION, "test", episodes["episode_id"])
    world = EmbeddedWorld(EpisodeSettings())
    replayed = replay_all(
        world, houses_of(rows["houses"]), episodes, *made.values(), "E5", EpisodeSettings(), note=lambda mishap: None
    )
    world.close()
    replies = [
        _response(row) for row in plan.join(rows["questions"], on=["episode_id", "question_id"]).iter_rows(named=True)
    ]
    responses = pl.DataFrame(replies, schema=empty("responses").drop("run_id", "split").schema, orient="row")
    stage(lake, Shard(EVALUATION, "test", "all"), {"designated": plan, **replayed, "responses": responses})
    commit(lake, EVALUATION, receipts(lake, EVALUATION))
    score = Shard(EVALUATION, "test", "score")
    score_run.fn(lake.root, score, GENERATION)
    commit(lake, EVALUATION, receipts(lake, EVALUATION, [score]))
    publish(lake, record)
    return EVALUATION


def _response(row: dict[str, object]) -> dict[str, object]:
    """The model reads pictures well and words badly; once it replies in markup."""
    rung = RUNGS[str(row["rung"])]
    shows = rung.evidence != "none"
    options = row["options"]
    assert isinstance(options, list)
    guess = LETTERS[(int(str(row["question_id"])[-1]) + int(str(row["episode_id"])[-1])) % len(options)]
    raw = row["answer"] if shows and str(row["answerer"]).startswith("hf") else guess
    if row["question_id"] == "ep_00000_q1" and row["rung"] == "E2" and row["answerer"] == ANSWERERS[0]:
        raw = MARKUP
    frames = row["frame_refs"] if shows else []
    assert isinstance(frames, list)
    return {
        **{name: row[name] for name in ("rung", "answerer", "episode_id", "question_id")},
        "raw": raw,
        "finish_reason": "stop",
        "mode": rung.mode,
        "evidence_episode": row["episode_id"] if shows else None,
        "evidence_frames": frames,
        "evidence_hashes": [""] * len(frames),
        "prompt_hash": _HASH,
        "content_key": _HASH,
    }
