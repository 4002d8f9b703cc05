"""Seeds: every random choice is drawn from a generator that is named by what it is for.

A generator depends on (seed, kind, key) alone, never on the order of work, so that any worker count gives
the same rows.
"""

import hashlib

import numpy as np


def seed_of(seed: int, kind: str, *key: str | int) -> int:
    """A 128-bit seed for one purpose: SHA-256 over the parts, each with its length."""
    digest = hashlib.sha256()
    for part in (str(seed), kind, *map(str, key)):
        encoded = part.encode()
        digest.update(len(encoded).to_bytes(4, "big"))
        digest.update(encoded)
    return int.from_bytes(digest.digest()[:16], "big")


def generator(seed: int, kind: str, *key: str | int) -> np.random.Generator:
    """The generator for one purpose, for instance `generator(7, "slot", "test", "S3", 12)`."""
    return np.random.Generator(np.random.PCG64(seed_of(seed, kind, *key)))
