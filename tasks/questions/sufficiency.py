"""Whether the cited frames, taken for all there is, give the gold answer (A, section 4 and Appendix E.1)."""

from collections.abc import Iterable

import polars as pl

from tasks.questions.evidence import settle
from tasks.questions.record import Question, Trajectory

_SCHEMA = {"episode_id": pl.String, "question_id": pl.String, "sufficient": pl.Boolean}


def sufficiency(questions: Iterable[Question], walks: Iterable[Trajectory]) -> pl.DataFrame:
    """One row a question: `episode_id`, `question_id`, `sufficient`."""
    by_id = {walk.episode_id: walk for walk in walks}
    rows = [
        (question.episode_id, question.question_id, is_sufficient(question, by_id[question.episode_id]))
        for question in questions
    ]
    return pl.DataFrame(rows, schema=_SCHEMA, orient="row")


def is_sufficient(question: Question, walk: Trajectory) -> bool:
    """A question that cites a frame which the walk does not have is not; the gate must be able to say so."""
    if not all(0 <= t < len(walk.frames) for t in question.frame_refs):
        return False
    cited = [walk.frames[t] for t in question.frame_refs]
    return settle(question, cited, len(walk.frames), "closed") == question.gold
