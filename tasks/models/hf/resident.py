"""The models of a process, each of them once: whoever names the same one, answerer or policy, shares its weights."""

import threading

from schemas.settings import DecoderSettings, LoadingSettings
from tasks.models.hf.model import HfModel, open_hf

_known: dict[tuple[str, str], HfModel] = {}
_lock = threading.Lock()


def resident(
    argument: str, decoder: DecoderSettings | None = None, loading: LoadingSettings | None = None, seed: int = 0
) -> HfModel:
    """The model that stands after `hf:`, loaded or not, the same one each time.

    Closing it lets go of its weights for all who share it; the next request reads them again.

    Raises:
        ConfigError: As for `open_hf`.
    """
    model = open_hf(argument, decoder, loading, seed)
    with _lock:
        return _known.setdefault((model.name, model.loading.device), model)
