"""The same against vLLM itself, where LADDER_VLLM names one (docs/models.md says how to make one, also without a GPU)."""

import os

import numpy as np
import psutil
import pytest

from schemas.settings import DecoderSettings
from tasks.models.chat import ChatPicture, ChatRequest
from tasks.models.chat_models import make_chat_model

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not os.environ.get("LADDER_VLLM"), reason="LADDER_VLLM names no vLLM"),
]


def _picture(n):
    return ChatPicture("", lambda: np.full((64, 64, 3), n, dtype=np.uint8))


def test_vllm_answers_questions_with_pictures_and_leaves_nothing(tiny_model, monkeypatch):
    monkeypatch.setenv("LADDER_VLLM_ARGS", "--enforce-eager --max-model-len 1024")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    model = make_chat_model(f"vllm:{tiny_model}", 7, DecoderSettings(dtype="float32"))
    model.check()
    requests = [ChatRequest(f"q{n}", ("First", _picture(n), "then", _picture(n + 1), "Which?"), 8) for n in range(12)]
    completions = list(model.complete([*requests, ChatRequest("text", ("First then Which?",), 8)]))
    family = psutil.Process().children(recursive=True)
    model.close()
    by_key = {completion.key: completion for completion in completions}
    assert sorted(by_key) == sorted(["text", *(f"q{n}" for n in range(12))])
    assert all(completion.finish_reason in ("stop", "length") for completion in completions)
    tokens = {by_key[f"q{n}"].n_prompt_tokens for n in range(12)}
    assert len(tokens) == 1
    assert tokens.pop() >= by_key["text"].n_prompt_tokens + 2 * 4  # each picture of 64 x 64 is four tokens
    _, alive = psutil.wait_procs(family, timeout=30)
    assert [process for process in alive if "vllm" in " ".join(process.cmdline()).lower()] == []
