"""Names of models: what is asked, and each setting that can change its words. They go into run ids and cache keys."""

from collections.abc import Sequence
from dataclasses import fields

from schemas.settings import DecoderSettings

SPOKEN = ("temperature",)
"""Decoder settings that travel with each request."""
LOADED = ("temperature", "dtype", "min_pixels", "max_pixels")
"""Those that count where we load the model ourselves. Token limits are named by who sets them."""


def named(base: str, decoder: DecoderSettings, settings: Sequence[str], *, seed: int = 0, **more: object) -> str:
    """`base`, then `+setting=value` for each that differs from the usual: `vllm:Qwen/Qwen3-VL-4B-Instruct+dtype=float16`.

    Args:
        base: Kind, model, and revision or host.
        decoder: How the model writes.
        settings: The decoder settings that this kind of model heeds.
        seed: Named only where words are drawn; greedy decoding draws none.
        more: Further settings, named whenever they are given.
    """
    usual = {field.name: field.default for field in fields(DecoderSettings)}
    differing = {name: getattr(decoder, name) for name in settings if getattr(decoder, name) != usual[name]}
    if decoder.temperature:
        differing["seed"] = seed
    return "".join([base, *(f"+{name}={value}" for name, value in {**differing, **more}.items())])
