"""A real model of transformers, small, with weights drawn by a seed: its words are noise, its plumbing is not."""

import dataclasses
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hub_server import HubServer

from schemas.errors import AnswererError, ConfigError
from schemas.settings import LoadingSettings
from tasks.models.chat import ChatRequest
from tasks.models.hf.model import open_hf
from tasks.models.hf.network import Opened, load_processor
from tasks.models.hf.resident import resident

ROOT = Path(__file__).parents[4]


def _texts(model, requests):
    return {completion.key: completion.text for completion in model.complete(requests)}


def _one(model, *parts, max_tokens=8):
    (completion,) = model.complete([ChatRequest("q", parts, max_tokens)])
    return completion


def test_every_request_is_completed_once_in_order(open_tiny, requests):
    completions = list(open_tiny().complete(requests))
    assert [completion.key for completion in completions] == [request.key for request in requests]


def test_tokens_are_counted_and_a_cut_answer_says_so(open_tiny, requests):
    completions = list(open_tiny().complete(requests))
    assert {completion.finish_reason for completion in completions} == {"stop", "length"}
    for completion in completions:
        assert completion.n_prompt_tokens > 10
        assert 1 <= completion.n_completion_tokens <= 8
        if completion.finish_reason == "length":
            assert completion.n_completion_tokens == 8


def test_pictures_and_their_order_reach_the_model(open_tiny, picture):
    model, text = open_tiny(), "How many chairs came into view?"
    told = [
        _one(model, picture(1), picture(2), text),
        _one(model, picture(2), picture(1), text),
        _one(model, picture(1), picture(3), text),
        _one(model, picture(1), text, picture(2)),
        _one(model, text),
    ]
    assert len({completion.text for completion in told}) == len(told)


def test_sizes_are_those_that_the_processor_really_made(open_tiny, picture):
    # Sides are rounded to whole patches, 32 pixels, and pictures above 512 x 512 are made smaller.
    completion = _one(open_tiny(), picture(1, 100, 150), picture(2, 256, 256), picture(3, 600, 900), "Which?")
    assert completion.image_sizes == ((160, 96), (256, 256), (608, 416))


def test_pixel_limits_change_sizes_tokens_and_the_name(open_tiny, picture):
    plain, limited = open_tiny(), open_tiny(max_pixels=96 * 96)
    (small,) = _one(limited, picture(1, 256, 256), "Which?").image_sizes
    assert small == (96, 96)
    wide, narrow = (_one(model, picture(1, 256, 256), "Which?").n_prompt_tokens for model in (plain, limited))
    assert wide - narrow == (256 // 32) ** 2 - (96 // 32) ** 2
    assert limited.name == plain.name.replace("+batch", "+max_pixels=9216+batch")


def test_the_same_batches_give_the_same_words_again(open_tiny, requests):
    assert _texts(open_tiny(), requests) == _texts(open_tiny(), requests)


def test_padding_changes_no_words_in_32_bit_floats(open_tiny, requests):
    assert _texts(open_tiny(batch=1), requests) == _texts(open_tiny(batch=5), requests)


def test_16_bit_floats_are_used_where_they_are_asked_for(open_tiny, requests):
    model = open_tiny(dtype="bfloat16")
    list(model.complete(requests[:2]))
    assert str(model._network.model.dtype) == "torch.bfloat16"
    assert "dtype" not in model.name


def test_greedy_is_greedy_whatever_the_models_makers_set(open_tiny, tiny_model, requests, tmp_path):
    shutil.copytree(tiny_model, tmp_path / "penalised")
    path = tmp_path / "penalised" / "generation_config.json"
    settings = json.loads(path.read_text()) | {"repetition_penalty": 1.8, "temperature": 2.0, "top_k": 3}
    path.write_text(json.dumps(settings))
    assert _texts(open_tiny(tmp_path / "penalised"), requests) == _texts(open_tiny(), requests)


def test_greedy_takes_the_likeliest_token_each_time(open_tiny, picture):
    import torch

    model, request = open_tiny(), ChatRequest("q", (picture(1), "How many chairs?"), 8)
    completion = _one(model, *request.parts)
    network = model._network
    inputs = network._read([Opened(request, (picture(1).load(), "How many chairs?"))])
    tokens: list[int] = []
    with torch.inference_mode():
        for _ in range(completion.n_completion_tokens):
            tokens.append(int(network.model(**inputs).logits[0, -1].argmax()))
            inputs["input_ids"] = torch.cat([inputs["input_ids"], torch.tensor([[tokens[-1]]])], dim=1)
            for name in ("attention_mask", "mm_token_type_ids"):
                more = torch.ones(1, 1) if name == "attention_mask" else torch.zeros(1, 1)
                inputs[name] = torch.cat([inputs[name], more.to(inputs[name].dtype)], dim=1)
    assert completion.text == network.processor.tokenizer.decode(tokens, skip_special_tokens=True)


def test_a_request_for_fewer_tokens_gets_the_beginning_of_the_same_words(open_tiny, requests):
    model = open_tiny()
    long = next(completion for completion in model.complete(requests) if completion.finish_reason == "length")
    place = [request.key for request in requests].index(long.key)
    mixed = list(requests[:4]) if place < 4 else list(requests[place - place % 4 :][:4])
    mixed[place % 4] = dataclasses.replace(requests[place], max_tokens=3)
    cut = {completion.key: completion for completion in model.complete(mixed)}[long.key]
    assert (cut.finish_reason, cut.n_completion_tokens) == ("length", 3)
    assert long.text.startswith(cut.text.rstrip("�"))


def test_a_prompt_that_is_too_long_is_an_error_of_its_own(open_tiny, requests):
    long = ChatRequest("long", ("chair " * 5000,), 8)
    completions = {c.key: c for c in open_tiny().complete([requests[0], long, requests[1]])}
    assert completions["long"].finish_reason == "error"
    assert "more than the 4096 that the model takes" in completions["long"].text
    assert completions["q0"].finish_reason != "error"
    assert completions["q1"].finish_reason != "error"


def test_a_picture_that_the_processor_refuses_is_named(open_tiny, picture):
    with pytest.raises(AnswererError, match=r"processor refuses `q`: absolute aspect ratio"):
        _one(open_tiny(), picture(1, 1, 400), "What is that?")


def test_drawn_words_follow_from_the_seed(open_tiny, requests):
    first, again, other = (_texts(open_tiny(temperature=1.0, seed=seed), requests) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_running_out_of_memory_halves_the_batch_says_so_and_loses_nothing(open_tiny, requests, capsys):
    import torch

    whole = _texts(open_tiny(), requests)
    model = open_tiny(batch=8)
    list(model.complete(requests[:1]))

    def too_many(_module, _args, kwargs):
        if kwargs["input_ids"].shape[0] > 2:
            raise torch.OutOfMemoryError("CUDA out of memory.")

    model._network.model.register_forward_pre_hook(too_many, with_kwargs=True)
    assert _texts(model, requests) == whole
    said = capsys.readouterr().err
    assert "too little memory for 8 prompts at a time; it goes on with 4." in said
    assert "too little memory for 4 prompts at a time; it goes on with 2." in said
    assert said.count("too little memory") == 2, "the smaller batch is kept"


def test_one_prompt_that_memory_does_not_suffice_for_is_named(open_tiny, requests):
    import torch

    model = open_tiny()
    list(model.complete(requests[:1]))

    def never(*_):
        raise torch.OutOfMemoryError("CUDA out of memory.")

    model._network.model.register_forward_pre_hook(never)
    with pytest.raises(AnswererError, match="too little memory for the one prompt `q0`"):
        list(model.complete(requests))


def test_a_real_shortage_on_the_cpu_is_seen_as_one():
    torch = pytest.importorskip("torch", reason="torch is not installed")
    from tasks.models.hf.network import is_out_of_memory

    with pytest.raises(RuntimeError) as caught:
        torch.empty(2**58, dtype=torch.uint8)
    assert is_out_of_memory(caught.value)
    assert not is_out_of_memory(RuntimeError("something else"))


def test_nothing_heavy_is_imported_before_it_is_needed(tiny_model):
    script = (
        "import sys\n"
        "from tasks.models.chat_models import make_chat_model\n"
        f"print(make_chat_model('hf:{tiny_model}').name)\n"
        "print([name for name in ('torch', 'transformers', 'huggingface_hub') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=120)
    name, imported = done.stdout.splitlines()
    assert imported == "[]"
    assert name.startswith("hf:tiny@")


@pytest.mark.slow
def test_a_model_in_a_folder_answers_without_a_word_to_the_hub(tiny_model, tmp_path):
    script = (
        "from tasks.models.chat import ChatRequest\n"
        "from tasks.models.hf.model import open_hf\n"
        f"model = open_hf({str(tiny_model)!r})\n"
        "model.check()\n"
        "(completion,) = model.complete([ChatRequest('q', ('Say A.',), 4)])\n"
        "print(completion.n_completion_tokens)\n"
    )
    with HubServer("org/tiny", ["a" * 40], tiny_model) as hub:
        environment = {**os.environ, "HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path), "OMP_NUM_THREADS": "1"}
        environment.pop("HF_HUB_OFFLINE", None)
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300
        )
        assert hub.asked == []
    assert done.returncode == 0, done.stderr
    assert done.stderr == "", "stderr is for our own words"
    assert 1 <= int(done.stdout) <= 4


def test_check_passes_what_can_be_run_without_loading_it(open_tiny):
    model = open_tiny()
    model.check()
    assert not model.is_loaded


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda folder: (folder / "chat_template.jinja").unlink(), "has no chat template"),
        (lambda folder: (folder / "processor_config.json").unlink(), "takes no pictures|holds no model"),
        (lambda folder: (folder / "model.safetensors").unlink(), r"lacks model\.safetensors"),
    ],
    ids=["no template", "no processor", "no weights"],
)
def test_check_refuses_a_folder_that_lacks_what_it_takes(open_tiny, tiny_model, tmp_path, change, words):
    shutil.copytree(tiny_model, tmp_path / "broken")
    change(tmp_path / "broken")
    with pytest.raises(ConfigError, match=words):
        open_tiny(tmp_path / "broken").check()


def test_check_refuses_a_gpu_that_is_not_there(open_tiny):
    with pytest.raises(ConfigError, match="there is no device `cuda:99` here"):
        open_tiny(device="cuda:99").check()


def test_the_environment_says_where_a_model_is_computed(open_tiny, monkeypatch):
    model = open_tiny(device="auto")
    monkeypatch.setenv("LADDER_DEVICE", "cuda:99")
    with pytest.raises(ConfigError, match="there is no device `cuda:99` here"):
        model.check()


def test_a_batch_of_nothing_is_refused(tiny_model):
    with pytest.raises(ConfigError, match="a batch of 0 prompts"):
        open_hf(str(tiny_model), loading=LoadingSettings(batch=0))


def test_whoever_names_the_same_model_shares_its_weights(tiny_model, requests):
    first = resident(str(tiny_model), loading=LoadingSettings(device="cpu"))
    list(first.complete(requests[:1]))
    again = resident(str(tiny_model), loading=LoadingSettings(device="cpu"))
    assert again.is_loaded
    again.close()
    assert not first.is_loaded


def test_a_process_holds_the_weights_of_one_model_at_a_time(open_tiny, tiny_model, tmp_path, requests):
    shutil.copytree(tiny_model, tmp_path / "other")
    first, second = open_tiny(), open_tiny(tmp_path / "other")
    before = _texts(first, requests[:3])
    assert _texts(second, requests[:3]) == before
    assert (first.is_loaded, second.is_loaded) == (False, True)
    assert _texts(first, requests[:3]) == before
    assert (first.is_loaded, second.is_loaded) == (True, False)


def test_threads_that_share_a_model_each_get_their_own_answers(open_tiny, requests):
    model = open_tiny()
    whole = _texts(model, requests)
    with ThreadPoolExecutor(3) as threads:
        parts = list(threads.map(lambda start: _texts(model, requests[start : start + 4]), (0, 4, 8)))
    assert {key: text for part in parts for key, text in part.items()} == whole


def test_a_closed_model_reads_its_weights_again(open_tiny, requests):
    model = open_tiny()
    before = _texts(model, requests[:3])
    model.close()
    assert not model.is_loaded
    assert _texts(model, requests[:3]) == before


def test_a_gpu_gives_the_same_words_in_the_same_batches(open_tiny, requests):
    import torch

    if not torch.cuda.is_available():
        pytest.skip("no GPU here")
    model = open_tiny(device="cuda:0", dtype="bfloat16")
    assert _texts(model, requests) == _texts(model, requests)


def test_pixel_limits_are_refused_where_the_processor_has_none(tiny_model, tmp_path, open_tiny):
    shutil.copytree(tiny_model, tmp_path / "fixed")
    path = tmp_path / "fixed" / "processor_config.json"
    settings = json.loads(path.read_text())
    settings["image_processor"] = {"image_processor_type": "CLIPImageProcessor", "size": {"shortest_edge": 224}}
    path.write_text(json.dumps(settings))
    model = open_tiny(tmp_path / "fixed", max_pixels=1000)
    with pytest.raises(ConfigError, match="knows no pixel limits"):
        load_processor(model.copy.folder, model.decoder)
