# Two commands are enough: `make play` and `make test`. Everything they need they set up themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: setup play test lint bench soak rules maps clean

setup: $(READY)

$(READY): pyproject.toml requirements-dev.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt -e .
	touch $(READY)

play: $(READY)
	$(BIN)/sandtable play

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

test: lint
	$(BIN)/pytest -n auto
	$(BIN)/python -m tests.rule_report --finished

rules: $(READY)
	$(BIN)/python -m tests.rule_report

bench: $(READY)
	$(BIN)/python -m bench

soak: $(READY)
	$(BIN)/python -m tests.soak

# Builds the map of every board that has places; the world outline is fetched once, into build/maps.
maps: $(READY)
	set -e; for places in src/sandtable/games/*/places.yaml; do \
		folder=$$(dirname $$places); echo "$$folder"; $(BIN)/sandtable map build $$folder; \
	done

clean:
	rm -rf $(VENV) build
