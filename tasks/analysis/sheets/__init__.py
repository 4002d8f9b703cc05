"""The tables of an evaluation as sheets: exact figures for machines, finished text for papers."""
