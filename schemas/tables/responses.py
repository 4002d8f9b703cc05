"""One row an answer that came, as it came. Nothing here is judged."""

import dataframely as dy

from schemas.columns import added, one_of
from schemas.values import SPLITS


class Responses(dy.Schema):
    run_id = dy.String(primary_key=True)
    split = one_of(SPLITS, primary_key=True)
    rung = dy.String(primary_key=True)
    answerer = dy.String(primary_key=True)
    episode_id = dy.String(primary_key=True)
    question_id = dy.String(primary_key=True)
    raw = dy.String()
    """What was said, as it came."""
    finish_reason = one_of(["stop", "length", "error"])
    """stop, length or error."""
    mode = one_of(["open", "closed", "none"])
    """How the prompt says pictures are to be taken."""
    evidence_episode = added(dy.String(nullable=True))
    """Whose walk the pictures are of; null where there are none."""
    evidence_frames = dy.List(dy.Int32())
    """Frames given, by index."""
    evidence_hashes = dy.List(dy.String())
    """Pixel hashes of the pictures given."""
    prompt_hash = dy.String(regex=r"^[0-9a-f]{64}$")
    """SHA-256 of the prompt's text."""
    content_key = dy.String(regex=r"^[0-9a-f]{64}$")
    """SHA-256 of answerer, words and pictures. What a published run was told to an equal key is not asked again, where a
    model says the same each time; within one evaluation rungs with equal keys are each asked."""
    n_prompt_tokens = dy.Int32(nullable=True)
    """Tokens of the prompt, where known."""
    n_completion_tokens = dy.Int32(nullable=True)
    """Tokens of the reply, where known."""
    image_sizes = added(dy.List(dy.String(), nullable=True))
    """Of each picture as the model really got it, `256x256` in pixels; empty where that cannot be known."""
    cached_from = dy.String(nullable=True)
    """The run that paid for this answer; null where it was asked here."""
