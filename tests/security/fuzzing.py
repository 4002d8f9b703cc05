"""How the fuzz tests draw: how many examples, what is hostile, and how many inputs were tried in all.

`LADDER_FUZZ_EXAMPLES` says how many examples each test tries; CI takes the few that stand here.
"""

import copy
import functools
import json
import os
import re
from collections import Counter

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

EXAMPLES = int(os.environ.get("LADDER_FUZZ_EXAMPLES", "40"))
tried: Counter[str] = Counter()
"""Inputs by test, for the summary that conftest.py prints."""


def fuzz(**strategies):
    """`given`, with the number of examples that the environment asks for, counted."""

    def of(test):
        @functools.wraps(test)
        def counted(*args, **kwargs):
            tried[test.__name__] += 1
            return test(*args, **kwargs)

        few = settings(
            max_examples=EXAMPLES,
            deadline=None,
            phases=(Phase.explicit, Phase.reuse, Phase.generate),  # to shrink a house takes minutes and tells little
            suppress_health_check=[
                HealthCheck.too_slow,
                HealthCheck.data_too_large,
                HealthCheck.function_scoped_fixture,
            ],
        )
        return few(given(**strategies)(counted))

    return of


_DEEP = "nested so deep: "
HOSTILE = st.one_of(
    st.sampled_from([None, True, False, 0, -1, 1e-200, -0.0, 1e5, -1e5, 1e30, 1e308, -1e308, 10**18, 10**400, 2**63]),
    st.sampled_from(["", "\ud800", "\x00", "a" * 2000, "9" * 5000, "../../x", "<script>", "wall|exterior", "1.0.0"]),
    st.sampled_from(["[]", "{}", "[[]]", '{"x": null}', "[null, null]"]).map(json.loads),
    st.sampled_from([15, 60, 400, 3000]).map(lambda levels: f"{_DEEP}{levels}"),
    st.floats(allow_nan=False, allow_infinity=False, width=32),
    st.text(max_size=8),
)
"""A value where another one belongs."""


def json_of(value):
    """The value as JSON, with what is to be nested deep nested: Python itself could hardly hold it."""
    text = json.dumps(value)
    return re.sub(rf'"{_DEEP}(\d+)"', lambda told: '{"children": [' * int(told[1]) + "]}" * int(told[1]), text)


def places(value, at=()):
    """Every place in a JSON value, as the keys that lead to it."""
    if at:
        yield at
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from places(item, (*at, key))


def either_of(values):
    """One of them, as `sampled_from`, whose name would hold all of them; hypothesis warns of long names, by chance."""
    return st.integers(0, len(values) - 1).map(lambda which: values[which])


def spoiled(documents, at_most=5):
    """A JSON value in which some places hold something else, are doubled, or are gone."""
    return _spoiled(either_of(documents), at_most)


@st.composite
def _spoiled(draw, documents, at_most):
    value = copy.deepcopy(draw(documents))
    for _ in range(draw(st.integers(1, at_most))):
        there = list(places(value))
        if not there:
            break
        *path, last = draw(either_of(there))
        holder = functools.reduce(lambda item, key: item[key], path, value)
        act = draw(st.sampled_from(["put", "put", "put", "drop", "double", "swap"]))
        if act == "put":
            holder[last] = draw(HOSTILE)
        elif act == "drop":
            del holder[last]
        elif act == "double" and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[last]))
        elif act == "swap":
            *path, other = draw(either_of(there))
            try:
                holder[last] = copy.deepcopy(functools.reduce(lambda item, key: item[key], [*path, other], value))
            except (KeyError, IndexError, TypeError):
                holder[last] = None
    return value
