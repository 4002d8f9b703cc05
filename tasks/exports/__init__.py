"""Questions with a rung's evidence as files for other programs."""
