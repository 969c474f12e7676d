# Every target sets up what it needs. `make PYTHON=python3.12 test` chooses the interpreter.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What `make fuzz` tries: a million inputs take half an hour on a core of their own.
FUZZ ?= --count 1000000 --seconds 3600
# Which proofs `make prove` runs, as pytest is told it: all, if nothing is said.
PROVE ?=
# How long `make torture` may take, and what else it is told.
TORTURE ?= --seconds 1800
# What `make matrix` runs, and where: all environments of tests/matrix.py, or those named.
MATRIX ?=
# What `make record` plays: so many games of each table, by seeds from the first on.
COUNT ?= 4
SEEDS ?= 0
# The commit that `make compare` and `make bench-against` compare with.
BASE ?= HEAD~1
READY := $(VENV)/ready-with-$(notdir $(PYTHON))
INSTALLED := $(VENV)/installed-with-$(notdir $(PYTHON))

.PHONY: demo test check assistant prove prove-print package record compare fuzz torture matrix linear bench bench-against languages docs format clean
.DELETE_ON_ERROR:

demo: $(READY)
	$(BIN)/referee score scoresheets/no-swap-no-pay/evening.yaml
	$(BIN)/referee ask no-swap-no-pay --file scoresheets/no-swap-no-pay/dispute.yaml

test: $(INSTALLED)
	$(BIN)/python -m pytest -q

check: $(INSTALLED)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

prove: $(VENV)/installed-for-proofs
	$(BIN)/python -m pytest -q -m prove $(PROVE)

# Prints every sheet in Chromium; build/print then holds them as PDF and as pictures.
prove-print: $(VENV)/installed-for-print
	@$(BIN)/python -m tests.print.needs
	$(BIN)/python -m tests.print.evenings build/print
	$(BIN)/python -m pytest -q -m print tests/print

# Lets the protocol's own client speak with `referee mcp`.
assistant: $(VENV)/installed-for-assistant
	$(BIN)/python -m pytest -q -n0 tests/cli/test_assistant.py

# Builds the package and holds it against what it promises, with the real tools.
package: $(VENV)/installed-for-package
	$(BIN)/python -m pytest -q -n0 -rs -m package tests/package

# Writes all that is seen in seeded games of every room, into build/record/now.
record: $(INSTALLED)
	$(BIN)/python -m tests.record record --count $(COUNT) --first $(SEEDS)

# Has BASE record it, tries the same here, and names what is seen otherwise.
compare: $(INSTALLED)
	$(BIN)/python -m tests.record compare --base $(BASE) --count $(COUNT) --first $(SEEDS)

fuzz: $(INSTALLED)
	$(BIN)/python -m tests.fuzz $(FUZZ)

torture: $(INSTALLED)
	$(BIN)/python -m tests.torture $(TORTURE)

# A share of the tests with other Pythons, the lowest dependencies, other locales and users.
matrix: $(INSTALLED)
	$(BIN)/python -m tests.matrix $(MATRIX)

# Whether time and memory grow as the input does.
linear: $(INSTALLED)
	$(BIN)/python tools/benchmarks/linear.py

bench: $(INSTALLED)
	$(BIN)/python tools/benchmarks/startup.py
	$(BIN)/python tools/benchmarks/entry_cost.py
	$(BIN)/python tools/benchmarks/placement.py
	$(BIN)/python tools/benchmarks/mazes.py
	$(BIN)/python tools/benchmarks/sheets.py

# Commands and replays here beside those of BASE, in pairs.
bench-against: $(INSTALLED)
	$(BIN)/python tools/benchmarks/against.py $(BASE)

# Extracts what is said, brings the catalogues up to it, compiles them, and names what is missing.
languages: $(INSTALLED)
	$(BIN)/referee translate

docs: $(INSTALLED)
	$(BIN)/python -m tests.pages
	$(BIN)/python -m tests.examples
	$(BIN)/python -m tests.picture
	$(BIN)/python -m tests.languages.pages

format: $(INSTALLED)
	$(BIN)/ruff check --fix-only -q .
	$(BIN)/ruff format .

$(VENV)/installed-for-proofs: $(INSTALLED)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[prove]' || { \
	  echo "What the proofs need could not be installed; what pip said stands above." >&2; exit 1; }
	@touch $@

$(VENV)/installed-for-assistant: $(INSTALLED)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[mcp]' || { \
	  echo "What assistants need could not be installed; what pip said stands above." >&2; exit 1; }
	@touch $@

$(VENV)/installed-for-package: $(INSTALLED)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[package]' || { \
	  echo "What packaging needs could not be installed; what pip said stands above." >&2; exit 1; }
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# What the program needs to run, and nothing else.
$(READY): pyproject.toml
	@command -v $(PYTHON) >/dev/null || { \
	  echo "There is no $(PYTHON) here. Install Python 3.11 or newer, or name yours: make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "$$($(PYTHON) --version) is too old: Python 3.11 or newer is needed. Name one: make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) lacks its venv module. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@echo "Setting up $(VENV), once; this takes a minute."
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e . || { \
	  echo "The packages could not be installed; what pip said stands above." >&2; exit 1; }
	@$(BIN)/python -m compileall -q referee
	@touch $@

# What the tests need beside it.
$(INSTALLED): $(READY)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[dev]' || { \
	  echo "The packages could not be installed; what pip said stands above." >&2; exit 1; }
	@touch $@

$(VENV)/installed-for-print: $(INSTALLED)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -e '.[print]' || { \
	  echo "What printing needs could not be installed; what pip said stands above." >&2; exit 1; }
	@touch $@
