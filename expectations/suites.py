"""All suites of a generation, in the order in which a reader wants to hear of faults: causes before consequences."""

from expectations.balance import COUNTS, DROPS, QUOTAS, THINNING
from expectations.check import Generation, Suite
from expectations.episodes import EPISODES, STRATA_OF_TEST
from expectations.frames import FRAMES
from expectations.houses import HOUSES
from expectations.images import IMAGES
from expectations.observations import OBSERVATIONS
from expectations.questions import letters_of_questions, questions
from expectations.rejections import REJECTIONS


def suites(generation: Generation) -> tuple[Suite, ...]:
    return (
        HOUSES,
        EPISODES,
        STRATA_OF_TEST,
        REJECTIONS,
        FRAMES,
        IMAGES,
        OBSERVATIONS,
        questions(generation),
        letters_of_questions(generation),
        *((COUNTS, THINNING, DROPS, QUOTAS) if generation.recipe == "sound" else ()),
    )
