"""What a generation must be before it is published: Great Expectations suites as code, one table a file.

`gate.run_gate` runs them all. Each check is a Boolean column that Polars computes over one table's rows; Great
Expectations is handed those columns, judges them and writes the Data Docs. What a table's contract in `schemas/`
already demands of every row is not said again here.
"""
