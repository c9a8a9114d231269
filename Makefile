# Two commands are enough: `make play` and `make test`. Everything they need they set up themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TABLE_READY := $(VENV)/.table-ready
PAGE := src/sandtable/server/page/index.html
PAGE_READY := web/node_modules/.ready
NODE_IS_NEW := const [a, b] = process.versions.node.split('.'); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)
PAGE_SOURCES := src/sandtable/__init__.py $(shell find web -name node_modules -prune -o -type f -print)

# Compiled modules are kept, whatever the environment says: every process of the tests would compile them again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup page play test test-postgresql tools style lint lint-python lint-page test-page test-python \
	test-lowest types bench soak rules maps wheel lock licences audit clean

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
	$(BIN)/python -m sandtable.workshop.typescript web/src/workshop/wire.ts

# The page first: anyone without Node.js is told right away.
play: $(PAGE) $(TABLE_READY)
	$(BIN)/sandtable play

style: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

lint: style lint-python lint-page

lint-python: $(READY)
	$(BIN)/mypy

lint-page: $(PAGE_READY)
	cd web && npm run --silent lint && npm run --silent check

test-page: $(PAGE_READY)
	cd web && npm run --silent test

# What the tests need besides Python and Node packages: a browser and PostgreSQL.
tools:
	./tests/install_tools.sh

test-python: tools $(READY) $(PAGE)
	$(BIN)/pytest -n auto --dist worksteal --rules --cpu

# Style first, because it is told in seconds; then everything else side by side, so that no core is idle.
test: tools style $(PAGE)
	@$(MAKE) --no-print-directory -j 4 test-python lint-python lint-page test-page

# The tests that ran on SQLite once more, on the other database.
test-postgresql: tools $(READY) $(PAGE)
	$(BIN)/pytest -n auto --dist worksteal -m postgresql tests/server

# The oldest versions of what we build on that pyproject.toml allows: they are installed, and the program works. What
# they warn of is fixed in newer ones; what the lab needs is not tried.
LOWEST := build/lowest
test-lowest: $(READY) $(PAGE)
	rm -rf $(LOWEST)
	$(PYTHON) -m venv $(LOWEST)
	$(BIN)/python -m tests.release.lowest > $(LOWEST)/lowest.txt
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check -r $(LOWEST)/lowest.txt \
		$$(grep -E '^(httpx|hypothesis|pytest|pytest-rerunfailures|pytest-xdist|websockets)[=\[]' requirements-dev.txt)
	PYTHONPATH=src $(LOWEST)/bin/python -m pytest -n auto --dist worksteal -W default \
		--ignore src/sandtable/lab/pettingzoo.py --ignore tests/cli/test_lab.py \
		src tests/core tests/cli tests/maps_hex tests/odds_picture tests/old tests/printing tests/scenarios \
		tests/server/tables/test_playing.py tests/server/test_accounts.py tests/server/test_channel.py tests/server/test_page.py

rules: $(READY)
	$(BIN)/python -m tests.rule_report

bench: tools $(READY) $(PAGE)
	$(BIN)/python -m bench

soak: tools $(READY) $(PAGE)
	$(BIN)/pytest -n auto --dist worksteal -m long
	$(BIN)/python -m tests.soak

# Builds the map of every board that has places; the world outline is fetched once, into build/maps.
maps: $(READY)
	set -e; for places in src/sandtable/games/*/places.yaml; do \
		folder=$$(dirname $$places); echo "$$folder"; $(BIN)/sandtable map build $$folder; \
	done

# -- releases

RELEASE := build/release
RELEASE_READY := $(RELEASE)/.ready

$(RELEASE_READY): requirements-release.txt
	$(PYTHON) -m venv $(RELEASE)
	$(RELEASE)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-release.txt
	touch $(RELEASE_READY)

# The package with the page in it, tried in an empty environment.
wheel: $(READY) $(PAGE)
	rm -rf dist
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	$(BIN)/python -m tests.release.try_wheel dist/*.whl

# Exactly what a server installs, with hashes; for Python 3.11, of which newer ones can install the same.
lock: $(RELEASE_READY)
	$(RELEASE)/bin/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe --upgrade --no-annotate \
		--no-header --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
		--extra postgres --extra redis --output-file requirements.lock pyproject.toml

licences: $(READY) $(PAGE_READY)
	$(BIN)/python -m tests.release.licences > build/licences.md
	mv build/licences.md docs/licences.md

# Known faults in what we build on; asks the databases of faults over the network.
audit: $(RELEASE_READY) $(PAGE_READY)
	@$(PYTHON) -m tests.release.audit $(RELEASE)/bin/pip-audit

clean:
	rm -rf $(VENV) build dist web/node_modules src/sandtable/server/page
