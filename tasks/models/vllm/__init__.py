"""Models that vLLM runs: its pins exclude Prefect's, so it has an environment of its own, and we a server of our own."""
