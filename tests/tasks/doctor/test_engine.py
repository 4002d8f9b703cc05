import pytest

from tasks.doctor.engine import check_engine


def test_a_player_that_cannot_be_run_is_one_clause_and_a_remedy(monkeypatch):
    monkeypatch.setenv("LADDER_THOR_EXECUTABLE", "/no/such/player")
    found = check_engine()
    assert found.state == "missing"
    assert "/no/such/player" in found.words
    assert found.remedy


def test_a_player_of_the_users_own_is_named(monkeypatch, tmp_path):
    pytest.importorskip("ai2thor", reason="ai2thor is not installed")
    player = tmp_path / "player"
    player.write_text("#!/bin/sh\n")
    player.chmod(0o755)
    monkeypatch.setenv("LADDER_THOR_EXECUTABLE", str(player))
    found = check_engine()
    assert (found.state, found.words) == ("ok", f"ai2thor 5.0.0, player {player}")
