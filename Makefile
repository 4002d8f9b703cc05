# Two commands do all the set-up: `make ladder` runs the main job, `make test` all tests. Both make their own environment.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
HOUSES ?=
LAKE ?= out/lake

.PHONY: ladder test test-fast lint clean

ladder: $(VENV)/.core
	$(BIN)/ladder run --episodes 40 --seed 7 --lake $(LAKE) $(if $(HOUSES),--houses $(HOUSES))

test: $(VENV)/.test lint
	$(BIN)/python -m pytest -n 2 --dist loadfile

test-fast: $(VENV)/.test
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not slow"

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.core: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	touch $@

$(VENV)/.test: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[test]"
	touch $@ $(VENV)/.core

clean:
	rm -rf $(VENV) build dist *.egg-info out .pytest_cache .mypy_cache .ruff_cache
