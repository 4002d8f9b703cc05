"""How many questions each family and stratum gets, fixed before anything is drawn (SPEC section 3, rules 6 and 9).

Eight menus of four families take turns within a stratum. Rooms-visited never stands beside a question that speaks of
rooms: two rooms named, or a thing seen from two, would give a count away. In S1 nothing can be seen from a second room,
so Persistence and Room Identification are not asked there. Over eight episodes of S2 to S4 each family comes four
times; in S1 Rooms-visited and Counting come four times, the other four families six times.
"""

from schemas.settings import Stratum

_PLAIN = ("Existence", "Order", "Presence-change", "Global-count")
IMPOSSIBLE: dict[Stratum, tuple[str, ...]] = {"S1": ("Persistence", "Room Identification")}


def _without(name: str) -> tuple[str, ...]:
    return tuple(other for other in _PLAIN if other != name)


_WITH_ROOMS = tuple(("Rooms-visited", *_without(name)) for name in _PLAIN)
_OF_SEVERAL_ROOMS = tuple(("Persistence", "Room Identification", "Counting", name) for name in _PLAIN)
_OF_ONE_ROOM = tuple(("Counting", *_without(name)) for name in _PLAIN)


def menu(stratum: Stratum, index: int) -> tuple[str, ...]:
    """The four families of the `index`-th episode of a stratum within its split, counted from 0."""
    others = _OF_ONE_ROOM if stratum == "S1" else _OF_SEVERAL_ROOMS
    turn = index % 8
    return (_WITH_ROOMS if turn % 2 == 0 else others)[turn // 2]
