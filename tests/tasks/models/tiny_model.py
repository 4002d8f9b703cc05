"""A model of the shape of Qwen3-VL, some hundred thousand weights in size, with a tokenizer and a processor of its own.

Everything of it is real but the knowledge: the weights are drawn by a seed, so its words are noise that depends on every
token and every pixel it is shown. It is built here, saved to a folder, and read back as any model from the hub would be.
"""

from collections.abc import Sequence
from contextlib import contextmanager
from pathlib import Path

SPECIAL = (
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|vision_pad|>",
    "<|image_pad|>",
    "<|video_pad|>",
)
PATCH = 16
MERGE = 2
CONTEXT = 4096
"""Most tokens of a prompt and its answer together."""
_SAID_MORE = 1.5

_TEMPLATE = (
    "{%- for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{% if message['content'] is string %}{{ message['content'] }}{% else %}"
    "{% for part in message['content'] %}"
    "{% if part['type'] in ['image', 'image_url'] %}<|vision_start|><|image_pad|><|vision_end|>"
    "{% elif part['type'] == 'text' %}{{ part['text'] }}{% endif %}"
    "{% endfor %}{% endif %}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
_CORPUS = (
    "Was a kettle in view at any moment? Answer with a single letter (A or B).",
    "How many chairs came into view in total, each counted once? The pictures above come from a recorded tour.",
    "A: Yes B: No C: bedroom D: living room kitchen bathroom",
)


def build_tiny_model(folder: Path, *, seed: int = 3, says: Sequence[str] = ()) -> Path:
    """Write the model to `folder`, which then holds all that `from_pretrained` wants; returns the folder.

    Words of `says` are tokens of their own, on a line each, and come up more often than others: noise that walks.
    """
    import torch
    from transformers import (
        PreTrainedTokenizerFast,
        Qwen2VLImageProcessor,
        Qwen3VLForConditionalGeneration,
        Qwen3VLProcessor,
        Qwen3VLVideoProcessor,
    )

    lines = [f"{word}\n" for word in says]
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=_trained_tokenizer(lines),
        eos_token="<|im_end|>",
        pad_token="<|endoftext|>",
        additional_special_tokens=list(SPECIAL[1:]),
        model_max_length=CONTEXT,
    )
    tokenizer.chat_template = _TEMPLATE
    ids = {token: tokenizer.convert_tokens_to_ids(token) for token in SPECIAL}
    with torch.random.fork_rng(devices=[]), torch.no_grad():
        torch.manual_seed(seed)
        network = Qwen3VLForConditionalGeneration(_config(len(tokenizer), ids)).eval()
        # Some answers come to an end of their own accord, and none holds a sign that only templates write.
        network.lm_head.weight[ids["<|im_end|>"]] *= 1.5
        network.lm_head.weight[[ids[sign] for sign in SPECIAL if sign != "<|im_end|>"]] = 0.0
        if lines:  # a graph may take a thousand tokens, and no walk is to wait for so many
            network.lm_head.weight[[tokenizer.convert_tokens_to_ids(line) for line in lines]] *= _SAID_MORE
            network.lm_head.weight[ids["<|im_end|>"]] *= _SAID_MORE
    network.generation_config.eos_token_id = [ids["<|im_end|>"], ids["<|endoftext|>"]]
    network.generation_config.pad_token_id = ids["<|endoftext|>"]
    # As models of this family come: left to themselves they draw their words.
    network.generation_config.do_sample = True
    network.generation_config.temperature = 0.7
    with _no_bars():
        network.save_pretrained(folder)
    pixels = {"shortest_edge": 64 * 64, "longest_edge": 512 * 512}
    pictures = Qwen2VLImageProcessor(
        patch_size=PATCH,
        temporal_patch_size=2,
        merge_size=MERGE,
        image_mean=[0.5] * 3,
        image_std=[0.5] * 3,
        size=pixels,
    )
    Qwen3VLProcessor(
        image_processor=pictures,
        tokenizer=tokenizer,
        video_processor=Qwen3VLVideoProcessor(),
        chat_template=_TEMPLATE,
    ).save_pretrained(folder)
    return folder


@contextmanager
def _no_bars():
    from transformers.utils import logging

    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.enable_progress_bar()


def _trained_tokenizer(lines: Sequence[str]):
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=384, special_tokens=list(SPECIAL), initial_alphabet=alphabet, show_progress=False
    )
    tokenizer.train_from_iterator(_CORPUS * 10, trainer)
    tokenizer.add_tokens(list(lines))
    return tokenizer


def _config(n_tokens: int, ids: dict[str, int]):
    from transformers import Qwen3VLConfig

    text = {
        "vocab_size": -(-n_tokens // 64) * 64,
        "hidden_size": 64,
        "intermediate_size": 128,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "num_key_value_heads": 1,
        "head_dim": 32,
        "max_position_embeddings": CONTEXT,
        "rope_parameters": {
            "rope_type": "default",
            "rope_theta": 10000.0,
            "mrope_section": [8, 4, 4],
            "mrope_interleaved": True,
        },
        "tie_word_embeddings": False,
        "initializer_range": 0.3,  # large enough for the words to hang on what is shown
        "bos_token_id": ids["<|endoftext|>"],
        "eos_token_id": ids["<|im_end|>"],
        "pad_token_id": ids["<|endoftext|>"],
    }
    vision = {
        "depth": 2,
        "hidden_size": 64,
        "intermediate_size": 128,
        "num_heads": 4,
        "out_hidden_size": 64,
        "patch_size": PATCH,
        "spatial_merge_size": MERGE,
        "temporal_patch_size": 2,
        "num_position_embeddings": 256,
        "deepstack_visual_indexes": [0, 1],
        "initializer_range": 0.05,
    }
    return Qwen3VLConfig(
        text_config=text,
        vision_config=vision,
        image_token_id=ids["<|image_pad|>"],
        video_token_id=ids["<|video_pad|>"],
        vision_start_token_id=ids["<|vision_start|>"],
        vision_end_token_id=ids["<|vision_end|>"],
        tie_word_embeddings=False,
    )
