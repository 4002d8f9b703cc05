"""What inspect_ai makes of an export, in a process of its own: `inspect_export.py FILE LOGS` prints it as JSON.

Its model is the tool's own stand-in, which gives each sample's target back.
"""

import json
import sys
from pathlib import Path

from inspect_ai import Task, eval  # the tool's own name
from inspect_ai.dataset import json_dataset
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import match
from inspect_ai.solver import generate

if __name__ == "__main__":
    file, logs = sys.argv[1:]
    dataset = json_dataset(file)
    samples = [
        {
            "id": sample.id,
            "images": [Path(part.image).is_file() for part in sample.input[0].content if part.type == "image"],
            "text": sample.input[0].content[-1].text,
            "house": sample.metadata["house_id"],
        }
        for sample in dataset
    ]
    right = [ModelOutput.from_content("mockllm/model", str(sample.target)) for sample in dataset]
    for output in right:
        output.usage = ModelUsage()  # otherwise it counts tokens with a table that it fetches from the network
    (log,) = eval(
        Task(dataset=dataset, solver=generate(), scorer=match(location="begin")),
        model=get_model("mockllm/model", custom_outputs=right),
        log_dir=logs,
        display="none",
        max_samples=1,
        max_connections=1,
    )
    accuracy = log.results.scores[0].metrics["accuracy"].value if log.results else None
    error = log.error.message if log.error else ""
    print(json.dumps({"samples": samples, "status": log.status, "error": error, "accuracy": accuracy}))
