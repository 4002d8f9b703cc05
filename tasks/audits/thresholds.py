"""What the audits hold figures against: all of it here, each with its reason."""

from tasks.questions import quotas

MARGIN = 0.05
"""Five points, the equivalence margin over all questions (SPEC section 5): a text-only score fails when its whole
interval lies further than this above chance."""

CELL_STRETCH = 2.0
"""A letter, value or rank fails when what chance gives lies outside its interval made twice as wide, that is, four
standard errors: there are dozens of cells a split, and of fair ones fewer than one in ten thousand strays so far."""

COUNT_GAIN = 0.0
"""A rule that looks at the number of pictures and at nothing else has no business beating the most frequent answer
(A, section 4), so any gain fails whose interval lies above zero."""

CUE_GAIN = 0.0
"""The same for any other number that comes with a question and is not its content."""

LEAST_CELL = 40
"""Questions that a cell of a balance needs; below, an interval of a share is wider than 30 points and can't speak."""

LEAST_HOUSES = 5
"""Houses that an interval needs: with four or fewer the t distribution stretches it over nearly everything."""

MAJORITY_LEAD = 0.10
"""How far above the most frequent answer a text-only score must lie to call its family probe-sensitive (SPEC 6)."""

LOW_PROBE = 0.05
"""How near to chance both text-only scores must lie to call a family's probe scores low (SPEC section 6)."""

BLACK = 8
"""Brightest byte, of 255, of a picture that counts as black: a lit room always holds something brighter."""

STRATA_APART = 1
"""Strata get equal numbers of episodes; a number that four does not divide leaves them one apart."""

DRIFT_M = 0.01
"""How far a replayed position may lie from the stored one: a hundredth of a metre, a twenty-fifth of the least move."""
DRIFT_DEG = 0.1
"""How far a replayed yaw or horizon may lie from the stored one, in degrees."""

QUESTIONS_A_FAMILY = quotas.LEAST_QUESTIONS
"""Questions of a family in a test split of any size, over at least TEXTS_A_FAMILY texts, none above LARGEST_TEXT of
them (SPEC section 3, `sound`, rule 4): fewer leave no power, and one dominant text makes a family of one question. A
generation says of itself which families fall short of the same (`quotas`)."""
TEXTS_A_FAMILY = quotas.LEAST_TEXTS
LARGEST_TEXT = quotas.MOST_SHARE
ONE_TEXT = quotas.ONE_TEXT
"""Families that have one text by their nature."""

QUESTIONS_AN_EPISODE = 4
"""Planned for each episode (A, section 3.2: 800 questions in 200 episodes)."""
