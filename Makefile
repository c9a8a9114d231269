# Two commands are enough: `make play` and `make test`. Everything they need they set up themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TABLE_READY := $(VENV)/.table-ready
PAGE := src/sandtable/server/page/index.html
PAGE_READY := web/node_modules/.ready
NODE_IS_NEW := const [a, b] = process.versions.node.split('.'); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)
PAGE_SOURCES := $(shell find web -name node_modules -prune -o -type f -print)

.PHONY: setup page play test tools lint types bench soak rules maps clean

setup: $(READY)

# To play: the program alone.
$(TABLE_READY): pyproject.toml
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || \
		{ echo "Python 3.11 or newer is needed: please install it, or name it, as in PYTHON=python3.12 make play." >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $(TABLE_READY)

# To work on it: the tools, too.
$(READY): $(TABLE_READY) requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $(READY)

# The page of the browser table; built anew when its sources have changed.
page: $(PAGE)

$(PAGE_READY): web/package.json web/package-lock.json
	@command -v npm >/dev/null && node -e "$(NODE_IS_NEW)" || \
		{ echo "The page needs Node.js 20.19 or newer, with npm: please install it." >&2; exit 1; }
	cd web && npm ci --no-audit --no-fund --loglevel=error
	touch $(PAGE_READY)

$(PAGE): $(PAGE_READY) $(PAGE_SOURCES)
	cd web && npm run --silent build
	touch $(PAGE)

# The page's types follow from ours.
types: $(READY)
	mkdir -p build
	$(BIN)/python -m sandtable.server.typescript > build/wire.ts
	mv build/wire.ts web/src/lib/wire.ts

# The page first: who lacks Node.js hears it at once.
play: $(PAGE) $(TABLE_READY)
	$(BIN)/sandtable play

lint: $(READY) $(PAGE_READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	cd web && npm run --silent lint && npm run --silent check

# What the tests need besides Python and Node packages: a browser and PostgreSQL.
tools:
	./tests/install_tools.sh

test: tools lint $(PAGE)
	cd web && npm run --silent test
	$(BIN)/pytest -n auto
	$(BIN)/python -m tests.rule_report --finished

rules: $(READY)
	$(BIN)/python -m tests.rule_report

bench: tools $(READY) $(PAGE)
	$(BIN)/python -m bench

soak: tools $(READY) $(PAGE)
	$(BIN)/pytest -n auto -m long
	$(BIN)/python -m tests.soak

# Builds the map of every board that has places; the world outline is fetched once, into build/maps.
maps: $(READY)
	set -e; for places in src/sandtable/games/*/places.yaml; do \
		folder=$$(dirname $$places); echo "$$folder"; $(BIN)/sandtable map build $$folder; \
	done

clean:
	rm -rf $(VENV) build web/node_modules src/sandtable/server/page
