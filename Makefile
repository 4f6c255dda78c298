# make test    make .venv, install what the tests need, run them
# make lint    ruff and mypy
# make vectors write vectors/ anew from its sources (pip downloads them), and ask other libraries to confirm it
# make bench   time the operations, and hold them to their budgets in M
# make gains   what each speed-up gains: the table of docs/performance.md
# make fuzz    fuzz every parser for a minute each; SECONDS=5 for less, ARGS="pkcs8_key" for one
# make counts  write tests/counts.json anew, after a change of the arithmetic that is meant
# make clean   remove what these made
#
# PYTHON=python3.12 make test     with that interpreter (.venv is made anew when it changes)
# make test ARGS="-k ecdsa -x"    any argument of pytest
# make test COVERAGE=100          also measure the branches of ecref/, and fail below 100 %

PYTHON ?= python3
VENV = .venv
BIN = $(VENV)/bin
ARGS =
COVERAGE =
SECONDS = 60

# A directory in .venv, named for the interpreter that made it, holds one stamp for each extra.
MADE := $(VENV)/made-by-$(shell $(PYTHON) -c 'import sys; print("%s-%d.%d.%d" % ((sys.implementation.name,) + sys.version_info[:3]))')

.PHONY: test lint vectors bench gains fuzz counts clean

test: $(MADE)/test
	$(BIN)/python -m pytest $(if $(COVERAGE),--cov --cov-fail-under=$(COVERAGE)) $(ARGS)

lint: $(MADE)/lint
	$(BIN)/ruff check .
	$(BIN)/mypy

vectors: $(MADE)/test
	$(BIN)/python -m vectors.build
	$(BIN)/python -m vectors.confirm

bench: $(MADE)/test
	$(BIN)/python -m pytest tests/benchmarks/bench_*.py --benchmark-warmup=on --benchmark-max-time=0.3 $(ARGS)

gains: $(MADE)/test
	$(BIN)/python -m tests.benchmarks.gains

fuzz: $(MADE)/fuzz
	$(BIN)/python tests/fuzz/run.py --seconds $(SECONDS) $(ARGS)

counts: $(MADE)/test
	$(BIN)/python tests/write_counts.py

$(MADE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	    { echo "ecref needs Python 3.10 or later: PYTHON=python3.12 make test" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo "This Python cannot make a virtual environment. On Debian: apt install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	@mkdir $(MADE)

$(MADE)/test: pyproject.toml | $(MADE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

$(MADE)/lint: pyproject.toml | $(MADE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,lint]'
	@touch $@

$(MADE)/fuzz: pyproject.toml | $(MADE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,fuzz]'
	@touch $@

clean:
	rm -rf $(VENV) dist .fuzz .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find ecref tests vectors -name __pycache__ -type d -prune -exec rm -rf {} +
