"""A result as the JSON document that `--json` prints."""

import json

from contract import ResearchResult


def render(result: ResearchResult, question: str) -> str:
    """The question is left out: the document is the result of the contract, and nothing else."""
    return json.dumps(result.model_dump(mode="json"), indent=2, allow_nan=False) + "\n"
