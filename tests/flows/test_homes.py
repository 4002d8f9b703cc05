import pytest

from flows import homes
from flows.homes import claimed_home, mark_ready
from schemas.errors import ConfigError


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    return tmp_path


def test_two_at_once_have_two_homes_and_the_first_is_taken_again(cache):
    with claimed_home() as first, claimed_home() as second:
        assert first != second
        assert first.is_relative_to(cache)
    with claimed_home() as again:
        assert again == first


def test_a_given_home_in_use_is_a_config_error(tmp_path):
    home = tmp_path / "home"
    with claimed_home(home), pytest.raises(ConfigError, match="in use by another `ladder`"), claimed_home(home):
        pass


def test_a_given_home_that_cannot_be_written_is_a_config_error(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match="can't hold Prefect's database"), claimed_home(tmp_path / "file" / "home"):
        pass


def test_without_a_cache_folder_the_home_is_temporary(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("sys.platform", "linux")
    with claimed_home() as home:
        assert home.is_dir()
    assert not home.exists()


def test_a_database_whose_first_migration_was_cut_short_is_not_built_on(cache):
    with claimed_home() as home:
        (home / "prefect.db").write_bytes(b"half")
    with claimed_home() as home:
        assert not (home / "prefect.db").exists()


def test_a_whole_database_is_kept_until_it_is_too_large(cache, monkeypatch):
    with claimed_home() as home:
        (home / "prefect.db").write_bytes(b"whole")
        mark_ready(home)
    with claimed_home() as home:
        assert (home / "prefect.db").exists()
    monkeypatch.setattr(homes, "_MAX_DATABASE_BYTES", 4)
    with claimed_home() as home:
        assert not (home / "prefect.db").exists()
