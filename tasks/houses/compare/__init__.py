"""How far a set of houses is from another: one distance a figure, and the bounds that real layouts set."""

from tasks.houses.compare.distance import Comparison as Comparison
from tasks.houses.compare.distance import compare as compare
