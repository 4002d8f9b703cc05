"""AI2-THOR 5.0.0 as a world: the protocol of tasks/worlds/base.py over `ai2thor.controller.Controller`.

`ai2thor` is imported by `controller.py` alone, and that only when a player is to be started.
"""
