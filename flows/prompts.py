"""Write the built-in prompts where a user can change them."""

from pathlib import Path

from schemas.errors import ConfigError
from tasks.models.prompting import built_in


def write_prompts(folder: Path) -> list[Path]:
    """The files that were written. Raises ConfigError where the folder is there already or cannot be made."""
    if folder.exists():
        raise ConfigError(f"--to {folder}: it is there already, and files in it may be yours. Name a new folder.")
    try:
        folder.mkdir(parents=True)
        for name, text in built_in().texts:
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise ConfigError(
            f"--to {folder} can't be written ({error.strerror or error}). Name another folder."
        ) from error
    return [folder / name for name in built_in().names]
