"""Which weights a spec means, settled before vLLM is started: a name on the hub at a revision, or a folder."""

from dataclasses import dataclass

from schemas.errors import ConfigError
from tasks.models.hf.files import cache_folder, copies_in_cache, copy_of_folder, is_offline
from tasks.models.hf.source import source_of


@dataclass(frozen=True, slots=True)
class Weights:
    """What is loaded."""

    model: str
    """The name on the hub; of a folder the last part of its path."""
    revision: str
    """A commit, branch or tag as it was named; of a folder the beginning of the digest of its files."""
    folder: str = ""
    """Empty where it comes from the hub."""
    commit: str = ""
    """The commit that the revision means on this machine; empty where the model is not here yet."""

    @property
    def text(self) -> str:
        return f"{self.model}@{self.revision}"

    @property
    def place(self) -> str:
        """What vLLM is to load."""
        return self.folder or self.model

    @property
    def state(self) -> str | None:
        """At which revision; None for a folder."""
        return None if self.folder else self.commit or self.revision


def weights_of(argument: str) -> Weights:
    """Read `MODEL@REVISION`, one of A's models by its name alone, or a folder. Asks no network.

    Raises:
        ConfigError: It is none of these, or no revision says which state of the model is meant.
    """
    source = source_of(argument, "vllm")
    if source.folder:
        copy = copy_of_folder(source.folder.resolve())
        return Weights(source.model, copy.short_revision, str(copy.folder))
    copies = copies_in_cache(source.model, source.revision)
    if len(copies) == 1:
        return Weights(source.model, source.revision or copies[0].short_revision, commit=copies[0].revision)
    if not source.revision:
        raise ConfigError(
            f"`vllm:{argument}` does not say which revision, and without one an answer can't be asked again. "
            f"Write `vllm:{source.model}@COMMIT`; the model's page on the hub lists its commits."
        )
    return Weights(source.model, source.revision)


def check_weights(weights: Weights) -> None:
    """Raises ConfigError where the model is not here and HF_HUB_OFFLINE forbids to fetch it."""
    if weights.state and not weights.commit and is_offline():
        raise ConfigError(
            f"the model `{weights.text}` is not in `{cache_folder()}`, and HF_HUB_OFFLINE forbids to fetch it. Unset that "
            f"variable, or run `hf download {weights.model} --revision {weights.revision}` where there is a network."
        )
