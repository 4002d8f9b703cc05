"""Rejections: a lucky generation has none."""

from expectations.check import Suite, key_is_unique

REJECTIONS = Suite("rejections", (key_is_unique("rejections"),), least_rows=0)
