import ast
import base64
import csv
import io
import json

import imagecodecs
import numpy as np
import pytest

from tasks.exports.formats import FORMATS, write_inspect, write_jsonl, write_vlmeval
from tasks.exports.pictures import Beside, Inline


def written(writer, items, pictures=None, with_gold=True):
    file = io.StringIO()
    n = writer(file, items, pictures or Inline(), with_gold)
    return n, file.getvalue()


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def table(text):
    csv.field_size_limit(2**31 - 1)
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter="\t"))


def level(encoded):
    """The one grey of a PNG in base64."""
    pixels = imagecodecs.png_decode(base64.b64decode(encoded.removeprefix("data:image/png;base64,")))
    assert pixels.shape == (8, 8, 3)
    assert len(np.unique(pixels)) == 1
    return int(pixels[0, 0, 0])


def test_a_line_holds_a_question_with_its_evidence_in_order(items):
    n, text = written(write_jsonl, items())
    first, second = lines(text)
    assert n == 2
    assert first["question"] == 'Was a "kettle"\tin view at any moment?'
    assert first["question"] in first["prompt"]
    assert (first["options"], first["n_options"]) == ({"A": "No", "B": "Yes"}, 2)
    assert (first["answer"], first["gold"], first["family"]) == ("B", "Yes", "Existence")
    assert (first["stratum"], first["house_id"], first["rung"], first["mode"]) == ("S2", "house-1", "E2", "closed")
    assert [level(image) for image in first["images"]] == [40, 200]
    assert first["frames"] == [2, 4]
    assert second["n_options"] == 3


@pytest.mark.parametrize("form", FORMATS)
def test_gold_can_be_withheld(items, form):
    _, with_gold = written(FORMATS[form], items())
    _, without = written(FORMATS[form], items(), with_gold=False)
    assert '"gold"' in with_gold or "\tanswer\t" in with_gold
    assert "gold" not in without
    assert "answer\t" not in without
    assert '"answer"' not in without
    assert '"target": "B"' not in without


@pytest.mark.parametrize("form", FORMATS)
def test_what_a_rung_withholds_is_in_no_field(items, form):
    _, options_only = written(FORMATS[form], items("E0b", ()), with_gold=False)
    assert "kettle" not in options_only
    assert "living" not in options_only
    _, question_only = written(FORMATS[form], items("E0-question", ()), with_gold=False)
    assert "kettle" in question_only
    assert "Yes" not in question_only
    _, frames = written(FORMATS[form], items(), with_gold=False)
    assert "living" not in frames


def test_an_inspect_sample_puts_the_pictures_before_the_prompt(items):
    first = lines(written(write_inspect, items())[1])[0]
    (message,) = first["input"]
    *images, text = message["content"]
    assert message["role"] == "user"
    assert [level(image["image"]) for image in images] == [40, 200]
    assert text == {"type": "text", "text": next(items()).prompt.text}
    assert (first["id"], first["target"], first["choices"]) == ("ep_00001_q1", "B", ["No", "Yes"])
    assert first["metadata"]["house_id"] == "house-1"


def test_an_inspect_sample_puts_them_where_the_prompt_says(items, prompts_with):
    prompts = prompts_with("frames_closed.txt", "Seen:\n{image} is picture {number}\n{question}\n{options}")
    content = lines(written(write_inspect, items(prompts=prompts))[1])[0]["input"][0]["content"]
    assert [part.get("text", part["type"])[:21] for part in content] == [
        "Seen:\n",
        "image",
        " is picture 1\n",
        "image",
        ' is picture 2\nWas a "',
    ]


def test_a_row_for_vlmevalkit_has_an_option_a_column_and_a_list_of_pictures(items):
    first, second = table(written(write_vlmeval, items())[1])
    assert [first[column] for column in ("index", "A", "B", "C", "D", "answer")] == ["0", "No", "Yes", "", "", "B"]
    assert [second[column] for column in ("index", "A", "B", "C", "D", "answer")] == ["1", "1", "2", "3", "", "A"]
    # The tool reads a cell in brackets as a Python list.
    assert [level(image) for image in ast.literal_eval(first["image"])] == [40, 200]
    assert first["question_id"] == "ep_00001_q1"


def test_its_question_is_our_prompt_up_to_the_options_which_the_tool_writes_itself(items):
    first = table(written(write_vlmeval, items())[1])[0]
    assert first["question"].startswith("The two pictures above come from")
    assert first["question"].endswith('Question: Was a "kettle"\tin view at any moment?')
    assert first["prompt"] == next(items()).prompt.text


def test_a_single_picture_stands_by_itself_and_none_makes_no_column(items):
    (one, *_) = next(items()).prompt.pictures
    assert level(table(written(write_vlmeval, items("E2s", (one,)))[1])[0]["image"]) == 40
    assert "image" not in table(written(write_vlmeval, items("E0", ()))[1])[0]


def test_pictures_beside_the_export_are_written_once_and_named_in_order(items, tmp_path):
    beside = Beside(tmp_path / "e2_images")
    first, second = lines(written(write_jsonl, items(), beside)[1])
    assert first["images"] == second["images"] == [f"e2_images/{name}.png" for name in first["pixel_hashes"]]
    assert beside.n_written == 2
    decoded = [imagecodecs.png_decode((tmp_path / image).read_bytes())[0, 0, 0] for image in first["images"]]
    assert decoded == [40, 200]


def test_a_rung_without_pictures_makes_no_folder(items, tmp_path):
    written(write_jsonl, items("E0", ()), Beside(tmp_path / "e0_images"))
    assert list(tmp_path.iterdir()) == []
