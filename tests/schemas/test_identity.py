"""Ids of runs: they hang on every setting, and not on settings that nobody had when the run was made."""

import json
from dataclasses import replace

from schemas.identity import canonical_json, run_id
from schemas.settings import DecoderSettings, EvaluationSettings

SETTINGS = EvaluationSettings(7, "gen-0123456789ab", ("E0", "E4"), ("uniform:7",), "embedded/1", "0" * 64, "1")


def test_an_evaluation_keeps_the_id_that_it_had_before_there_were_further_settings(monkeypatch):
    monkeypatch.setattr("schemas.identity.DATASET_VERSION", 1)  # of that time
    assert run_id("eval", SETTINGS) == "eval-91d511acca72"


def test_a_later_setting_names_the_run_where_it_is_not_as_it_always_was():
    decoder = DecoderSettings(graph_dtype="float16")
    assert run_id("eval", replace(SETTINGS, decoder=decoder)) != run_id("eval", SETTINGS)
    told = json.loads(canonical_json(decoder))
    assert DecoderSettings(**told) == decoder
    assert "graph_dtype" not in json.loads(canonical_json(DecoderSettings()))
