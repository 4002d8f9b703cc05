"""What is refused before a server is started or a row is written."""

import pytest

from flows.prepare import check_names
from flows.requests import EvaluationRequest
from schemas.errors import ConfigError
from schemas.settings import DecoderSettings

IN_HALF = DecoderSettings(graph_dtype="float16")


@pytest.mark.parametrize(
    ("answerer", "policy"),
    [("vllm:Qwen/Qwen3-VL-4B-Instruct", "frontier"), ("reader", "vlm:vllm:Qwen/Qwen3-VL-4B-Instruct")],
)
def test_a_second_number_type_of_a_served_model_is_refused_with_the_way_to_have_it(answerer, policy):
    request = EvaluationRequest("gen-0123456789ab", 7, ("E4",), (answerer,), policy, decoder=IN_HALF)
    with pytest.raises(ConfigError, match=r"would need a second vLLM server.*--rungs E4 --dtype float16"):
        check_names(request)


def test_built_in_answerers_have_no_number_type_to_refuse():
    check_names(EvaluationRequest("gen-0123456789ab", 7, ("E4",), ("reader",), decoder=IN_HALF))
