"""What is asked of the Hugging Face hub: which commit a revision is, and a model's files. Never when offline.

A commit that is in the cache is never asked for again, for it cannot change.
"""

import sys
from pathlib import Path

from schemas.errors import ConfigError
from tasks.models.hf.files import (
    WHOLE_COMMIT,
    Copy,
    cache_folder,
    copies_in_cache,
    copy_of_folder,
    is_commit_prefix,
    is_offline,
)
from tasks.models.hf.machine import require_packages
from tasks.models.hf.source import Source

_WANTED = ("*.json", "*.jinja", "*.model", "*.safetensors", "*.txt")
"""No pickled weights and no code: reading either would run what somebody else wrote."""


def find(source: Source) -> Copy:
    """The copy that a source means. It may lack files still, which `fetched` brings.

    A branch that was fetched before means what it meant then; name a commit or another branch for a newer state.

    Raises:
        ConfigError: It is not on this machine and the hub can't be asked, or doesn't have it.
    """
    if source.folder:
        return copy_of_folder(source.folder)
    copies = copies_in_cache(source.model, source.revision)
    if len(copies) > 1:
        commits = ", ".join(copy.short_revision for copy in copies)
        raise ConfigError(
            f"`hf:{source}` may be any of {commits}. Give the digits of the one that is meant after an `@`."
        )
    if copies:
        return copies[0]
    if is_offline():
        raise ConfigError(
            f"the model `{source}` is not in `{cache_folder()}`, and HF_HUB_OFFLINE forbids to fetch it. "
            f"{how_to_fetch(source)}, or unset the variable."
        )
    commit = _commit(source)
    return Copy(cache_folder() / f"models--{source.model.replace('/', '--')}" / "snapshots" / commit, commit)


def fetched(source: Source, copy: Copy) -> Copy:
    """The same copy with all its files, fetched from the hub where they are missing; says so on stderr.

    Raises:
        ConfigError: A folder of the user's own lacks files, or the hub can't be asked for them.
    """
    if not copy.missing:
        return copy
    lacks = f"lacks {copy.missing[0]}{f' and {len(copy.missing) - 1} more' if len(copy.missing) > 1 else ''}"
    if source.folder:
        raise ConfigError(f"the model in `{source.folder}` {lacks}. Save it again, with its weights as safetensors.")
    if is_offline():
        raise ConfigError(
            f"the copy of `{source}` in `{cache_folder()}` {lacks}, and HF_HUB_OFFLINE forbids to fetch it. "
            f"{how_to_fetch(source)}, or unset the variable."
        )
    require_packages()
    from huggingface_hub import snapshot_download

    print(f"fetching {source.model}@{copy.short_revision} into {cache_folder()}", file=sys.stderr)
    try:
        folder = snapshot_download(
            source.model, revision=copy.revision, cache_dir=cache_folder(), allow_patterns=list(_WANTED)
        )
    except Exception as error:
        raise _refusal(source, error) from error
    whole = Copy(Path(folder), copy.revision)
    if whole.missing:
        raise ConfigError(
            f"the hub's `{source}` has no {whole.missing[0]}, and other kinds of weights are not read. "
            "Save the model to a folder with `save_pretrained` and name that folder."
        )
    return whole


def _commit(source: Source) -> str:
    """Ask the hub which commit is meant."""
    require_packages()
    from huggingface_hub import HfApi, logging

    print(f"asking the hub which commit {source} is", file=sys.stderr)
    logging.set_verbosity_error()  # it tells of every attempt, and the last one is told of anyway
    hub = HfApi()
    try:
        if is_commit_prefix(source.revision):
            # The hub knows branches, tags and whole commits; A and many others give the first digits of one.
            commits = [commit.commit_id for commit in hub.list_repo_commits(source.model)]
            found = [commit for commit in commits if commit.startswith(source.revision)]
        else:
            found = [str(hub.model_info(source.model, revision=source.revision or None).sha)]
    except Exception as error:
        raise _refusal(source, error) from error
    if len(found) != 1:
        raise ConfigError(
            f"the hub's `{source.model}` has {len(found) or 'no'} commits that begin with {source.revision}. "
            "Give a whole commit, a branch or a tag after the `@`."
        )
    return str(found[0])


def _refusal(source: Source, error: Exception) -> ConfigError:
    """One sentence for whatever the hub or the way to it had to say."""
    from huggingface_hub.errors import GatedRepoError, RepositoryNotFoundError, RevisionNotFoundError

    match error:
        case GatedRepoError():
            return ConfigError(
                f"the hub gives `{source.model}` only to those who were granted access. "
                "Ask for it on the model's page, then run `hf auth login`."
            )
        case RevisionNotFoundError():
            return ConfigError(f"the hub's `{source.model}` has no revision {source.revision}. Put the `@` part right.")
        case RepositoryNotFoundError():
            return ConfigError(
                f"the hub has no model `{source.model}` that it would show. Put the name right, or `hf auth login` "
                "where it is a private one."
            )
    first = (str(error).strip() or type(error).__name__).splitlines()[0]
    return ConfigError(
        f"the model `{source}` is not in `{cache_folder()}`, and fetching it from the hub failed: {first}. "
        f"{how_to_fetch(source)}, or name a folder with `hf:/path/to/folder`."
    )


def how_to_fetch(source: Source) -> str:
    """The beginning of a sentence that says how a model of the hub gets into the cache."""
    if not source.revision:
        return f"Run `hf download {source.model}` where there is a network"
    if is_commit_prefix(source.revision) and len(source.revision) < WHOLE_COMMIT:
        # The hub's own command takes no beginnings of commits.
        return (
            f"Use `hf:{source}` once where there is a network, or `hf download {source.model} --revision` with the whole "
            f"commit that begins with {source.revision}"
        )
    return f"Run `hf download {source.model} --revision {source.revision}` where there is a network"
