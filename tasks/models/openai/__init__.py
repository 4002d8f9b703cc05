"""Models behind an OpenAI-compatible server, spoken to over HTTP."""
