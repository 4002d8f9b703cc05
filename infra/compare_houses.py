"""Compare generated houses with real ones, figure by figure: `python -m infra.compare_houses FOLDER`.

Prints the table of docs/houses.md. Exits with 1 where a distance is beyond its bound.
"""

import argparse
import sys
from pathlib import Path

from tasks.houses.compare import BOUNDS, compare, measured, table
from tasks.houses.generate import embedded_houses
from tasks.houses.source import read_houses


def main() -> int:
    arguments = _arguments()
    real = [measured(house) for house in read_houses(arguments.real).houses]
    made = [measured(house) for house in embedded_houses(arguments.seed, "train", arguments.houses)]
    rows = compare(real, made)
    print("\n".join(table(rows, BOUNDS)))
    return int(not all(row.distance <= BOUNDS[row.figure.name] for row in rows))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("real", type=Path, help="a file or folder of real ProcTHOR houses")
    parser.add_argument("--houses", type=int, default=500, help="how many to generate (500)")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
