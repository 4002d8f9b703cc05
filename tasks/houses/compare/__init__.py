"""How far a set of houses is from another: one distance a figure, and the bounds that real layouts set."""

from tasks.houses.compare.bounds import BOUNDS as BOUNDS
from tasks.houses.compare.distance import compare as compare
from tasks.houses.compare.measure import measured as measured
from tasks.houses.compare.table import table as table
