"""The eight families, in the order that reports print."""

from schemas.values import FAMILIES as NAMES
from tasks.questions.families.base import Family
from tasks.questions.families.counting import COUNTING
from tasks.questions.families.existence import EXISTENCE
from tasks.questions.families.global_count import GLOBAL_COUNT
from tasks.questions.families.order import ORDER
from tasks.questions.families.persistence import PERSISTENCE
from tasks.questions.families.presence_change import PRESENCE_CHANGE
from tasks.questions.families.room_identification import ROOM_IDENTIFICATION
from tasks.questions.families.rooms_visited import ROOMS_VISITED

_BY_NAME = {
    family.name: family
    for family in (
        EXISTENCE,
        COUNTING,
        ROOM_IDENTIFICATION,
        ORDER,
        PERSISTENCE,
        PRESENCE_CHANGE,
        GLOBAL_COUNT,
        ROOMS_VISITED,
    )
}
FAMILIES: dict[str, Family] = {name: _BY_NAME[name] for name in NAMES}
