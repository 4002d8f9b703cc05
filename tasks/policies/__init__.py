"""Policies: what walks by itself towards a target type, from what an agent may see."""
