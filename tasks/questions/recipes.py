"""Recipes that write the questions of a trajectory in one pass; `sound` takes two (recipe_sound.py)."""

from collections.abc import Callable, Mapping

from schemas.settings import Recipe
from tasks.questions.recipe_paper import write_paper_questions
from tasks.questions.record import Question, Trajectory

Write = Callable[[Trajectory, int, tuple[str, ...]], tuple[Question, ...]]
"""Trajectory, seed, and what names the episode within the run."""

RECIPES: Mapping[Recipe, Write] = {"paper": write_paper_questions}
