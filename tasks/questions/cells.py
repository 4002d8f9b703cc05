"""Which four families each episode is asked, fixed before anything else is drawn (SPEC section 3, rules 6 and 9).

Rooms-visited is dealt first, for its answer is nearly the stratum: it goes to a random part of the episodes, thinned so
that within each target-room label every count of rooms is expected equally often. It never stands beside a question
that speaks of rooms: one room named, or a thing seen from two, would give a count away. The other episodes are asked
those: in S1, where nothing can be seen from a second room, Counting alone; in S2 to S4 Persistence and Room
Identification as well. What is left of the four places goes round among the families that speak of no room.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from schemas.seeds import generator
from schemas.settings import Stratum
from tasks.questions.citing import N_CITED
from tasks.questions.families import FAMILIES
from tasks.questions.forms import ROOM_COUNTS
from tasks.questions.options import span
from tasks.questions.thinning import Acceptance, TextKey, ValueKey

ROOMS_VISITED = "Rooms-visited"
SHARE = 0.42
"""Part of the episodes that are asked Rooms-visited where that many can be: A test split of 200 needs 80, and leaves the
other episodes of S2 to S4 to Persistence and Room Identification, which need 80 as well."""
IMPOSSIBLE: dict[Stratum, tuple[str, ...]] = {"S1": ("Persistence", "Room Identification")}
DRAWN_IN_ORDER = (
    "Order",
    "Persistence",
    "Counting",
    "Room Identification",
    "Global-count",
    "Presence-change",
    "Existence",
    ROOMS_VISITED,
)
"""Who draws first keeps what it drew. Order names two types (pool.py says why it comes first); then those that few
types suit."""
_OF_ROOMS = ("Persistence", "Room Identification", "Counting")
_PLAIN = ("Existence", "Order", "Presence-change")


@dataclass(frozen=True, slots=True)
class Facts:
    """What the menu of an episode depends on."""

    episode_id: str
    stratum: Stratum
    target_room: str
    n_rooms: int
    """Different rooms among the frames."""
    n_spaces: int
    n_frames: int


@dataclass(frozen=True, slots=True)
class Menus:
    families: dict[str, tuple[str, ...]]
    """By episode id, the four families that it is asked, in the order in which they draw."""
    rooms_visited: Mapping[ValueKey, int]
    """How many episodes could be asked Rooms-visited."""
    accepted: Acceptance
    """How likely such an episode is asked it: in one draw, for an episode has one such candidate."""


def plan_menus(episodes: Iterable[Facts], seed: int, split: str) -> Menus:
    """The menus of a split."""
    facts = sorted(episodes, key=lambda each: each.episode_id)
    values = {each.episode_id: value for each in facts if (value := _rooms_value(each)) is not None}
    accepted = _thinned(Counter(values.values()), SHARE * len(facts))
    families: dict[str, tuple[str, ...]] = {}
    turns: Counter[tuple[str, ...]] = Counter()
    for each in facts:
        value = values.get(each.episode_id)
        chance = accepted.get(value, 0.0) if value else 0.0
        asked_rooms = float(generator(seed, "rooms visited", split, each.episode_id).random()) < chance
        fixed = _fixed(each.stratum, asked_rooms=asked_rooms)
        menu = fixed + _plain(4 - len(fixed), turns[fixed])
        families[each.episode_id] = tuple(sorted(menu, key=DRAWN_IN_ORDER.index))
        turns[fixed] += 1
    return Menus(families, Counter(values.values()), accepted)


def _fixed(stratum: Stratum, *, asked_rooms: bool) -> tuple[str, ...]:
    if asked_rooms:
        return (ROOMS_VISITED,)
    return tuple(name for name in _OF_ROOMS if name not in IMPOSSIBLE.get(stratum, ()))


def _plain(n: int, turn: int) -> tuple[str, ...]:
    """Families that speak of no room. Global-count is always one of three, for many of its places stay empty."""
    first = ("Global-count",) if n == 3 else ()
    return first + tuple(_PLAIN[(turn + step) % len(_PLAIN)] for step in range(n - len(first)))


def _rooms_value(facts: Facts) -> ValueKey | None:
    """What Rooms-visited would be asked with its answer; None where rooms and spaces differ or the walk is too short."""
    counts = {_room_option(facts.n_rooms), _room_option(facts.n_spaces)}
    if len(counts) > 1 or facts.n_frames < N_CITED:
        return None
    text = FAMILIES[ROOMS_VISITED].templates["sound"].render((), None)
    return TextKey(ROOMS_VISITED, text, (), ROOM_COUNTS, facts.target_room), counts.pop()


def _room_option(n_rooms: int) -> str:
    return next(option for option in ROOM_COUNTS if span(option)[0] == n_rooms or option == ROOM_COUNTS[-1])


def _thinned(episodes: Mapping[ValueKey, int], most: float) -> Acceptance:
    """Within each label as many of every count as of the rarest, and `most` in all."""
    rarest = {text: min(episodes.get((text, option), 0) for option in ROOM_COUNTS) for text, _ in episodes}
    total = len(ROOM_COUNTS) * sum(rarest.values())
    part = min(1.0, most / total) if total else 0.0
    return {(text, option): part * rarest[text] / n for (text, option), n in sorted(episodes.items()) if rarest[text]}
