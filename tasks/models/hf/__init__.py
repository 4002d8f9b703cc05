"""Models that run in this process, through transformers: `hf:MODEL@REVISION` or `hf:/path/to/folder`."""
