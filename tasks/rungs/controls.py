"""The controls, each one rung with one thing changed (SPEC section 4; A, sections 4 and 6).

`against` names the rung that it is compared with on the same questions, and `asks` says what the comparison tells. What
keeps its pictures' number keeps its rung's prompt word for word, so that nothing but the pictures can make a difference.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tasks.questions.record import LETTERS
from tasks.rungs.ladder import LADDER
from tasks.rungs.rung import Rung

_LADDER = {rung.name: rung for rung in LADDER}


def _of(base: str, suffix: str, title: str, asks: str, **changes: Any) -> Rung:
    """A control of a rung of the ladder, compared with that rung unless the changes say otherwise."""
    return replace(
        _LADDER[base], **{"name": f"{base}-{suffix}", "title": title, "asks": asks, "against": base} | changes
    )


def _own(base: str, suffix: str, title: str, asks: str, **changes: Any) -> Rung:
    """A control that takes its pictures from the very walk of its rung."""
    return _of(base, suffix, title, asks, walk_from=base, **changes)


def _rotations(base: str) -> Iterator[Rung]:
    """The options in every other order that turning them gives: with the rung itself, each letter is right once."""
    for rotation in range(1, len(LETTERS)):
        yield _of(
            base,
            f"rot{rotation}",
            f"options turned by {rotation}",
            "Does the answer stay when the options stand under other letters?",
            rotation=rotation,
        )


_TEXT = (
    _of(
        "E0",
        "no-label",
        "text only, no label",
        "What does the label of the target's room add to the question? The reference for all rungs with pictures.",
        label="hidden",
        prompt="text_only_no_label.txt",
    ),
    _of(
        "E0",
        "renamed",
        "label renamed",
        "Does the label tell by what it means, or by being there? Each room type has a word that means nothing.",
        label="renamed",
    ),
    _of(
        "E0",
        "shuffled",
        "label shuffled",
        "How much of the score hangs on the label being this episode's own?",
        label="shuffled",
    ),
    _of(
        "E0",
        "question",
        "question only",
        "How far does the question alone carry, with neither options nor label?",
        label="hidden",
        shows_options=False,
        prompt="question_only.txt",
        against="E0-no-label",
    ),
)

_FRAMES = (
    _of(
        "E2",
        "open",
        "stored frames, open",
        "How many answers do the cited frames show, and how many only by what is absent from them?",
        mode="open",
        prompt="frames_open.txt",
    ),
    _of(
        "E2",
        "blank",
        "blank pictures",
        "How much of the score comes from what the pictures show, and not from their number?",
        alteration="blank",
    ),
    _of(
        "E2",
        "other",
        "another episode's frames",
        "How much of the score comes from these pictures, and not from any of their kind?",
        alteration="another_episode",
    ),
    _of(
        "E2",
        "shuffled",
        "shuffled frames",
        "How much of the score hangs on the order of the pictures?",
        alteration="shuffled",
    ),
    _of(
        "E2",
        "budget",
        "six pictures for all",
        "How much of the score comes from the number of pictures? Fewer than six are shown again until there are six.",
        alteration="fixed_budget",
    ),
    _of(
        "E2",
        "strip",
        "all strip frames",
        "What do the frames that the question was written from add to those that it cites?",
        evidence="strip",
    ),
    _of(
        "E2",
        "all",
        "all frames",
        "What does the whole recorded walk add to the cited frames, in as many pictures for every episode?",
        evidence="trajectory",
        alteration="fixed_budget",
    ),
    _own(
        "E5",
        "even6",
        "six even reference frames, open",
        "What does the route cost? Minus E3 it is the reference route against the policy's own.",
        evidence="even6",
        mode="open",
        prompt="own_frames.txt",
        against="E3",
    ),
    _own(
        "E5",
        "even6c",
        "six even reference frames, closed",
        "What is it worth that the frames were chosen for the question? E5 minus this is the selection.",
        evidence="even6",
    ),
)

_CLOSED_LOOP = (
    _own(
        "E3",
        "blank",
        "own frames, blank",
        "How much of the closed loop's score comes from what its pictures show?",
        alteration="blank",
    ),
    _own(
        "E3",
        "other",
        "another walk's own frames",
        "How much of the closed loop's score comes from this walk, and not from any walk?",
        alteration="another_episode",
    ),
    _own(
        "E3",
        "spawn",
        "copies of the spawn view",
        "What did walking add to the view that the agent had before its first step?",
        alteration="spawn_copies",
    ),
    _own(
        "E3",
        "select6",
        "the six best own frames",
        "What does it cost to sample the walk evenly, and not to choose the six frames that settle most?",
        evidence="own_select6",
    ),
)

_SCENE_GRAPH = (
    _own(
        "E4",
        "always",
        "always answer",
        "What is lost by asking only after Done?",
        only_after_done=False,
    ),
    _own(
        "E4",
        "no-premise",
        "no false premise",
        "Does it mislead to be told that one has arrived?",
        label="hidden",
        prompt="graph_answer_plain.txt",
    ),
    _of(
        "E4",
        "accumulate",
        "graph kept over steps",
        "What is a scene graph worth that remembers earlier pictures?",
        accumulates=True,
    ),
    _of(
        "E4",
        "no-context",
        "graph without the question",
        "Does it steer the walk to be told the first question beforehand?",
        context=False,
    ),
)

CONTROLS = (*_TEXT, *_rotations("E0"), *_FRAMES, *_rotations("E2"), *_CLOSED_LOOP, *_SCENE_GRAPH)
