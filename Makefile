# make test    make .venv, install what the tests need, run them
# make lint    ruff and mypy
# make vectors write vectors/ anew from its sources (pip downloads them), and ask other libraries to confirm it
# make bench   time the operations, and hold them to their budgets in M
# make gains   what each speed-up gains: the table of docs/performance.md
# make fuzz    fuzz every parser for a minute each; SECONDS=5 for less, ARGS="pkcs8_key" for one
# make counts  write tests/counts.json anew, after a change of the arithmetic that is meant
# make audit   write docs/audit.md anew: the standards' steps, their lines and tests; ARGS=--prove leaves each step out,
#              which takes some minutes, and its tests must fail; ARGS="--prove 20" for 20 by lot, ARGS="--prove -j 4"
# make mutation        whether the tests notice small faults in the core: docs/mutation.md. It takes hours, and goes on
#                      where it was stopped; ARGS="-j 4" four at once, ARGS="--module field" for one module,
#                      ARGS="--sample 5m" for mutants by lot, five minutes long
# make lock    write locks/ anew, after a change of the extras in pyproject.toml; ARGS=--upgrade for newer versions
# make dist    sdist and wheel of the last commit, and their SHA-256, built three times, which must give the same octets
# make sbom    what they are made of, as CycloneDX JSON
# make interpreters    nox: the quick tests and the vectors on every Python from 3.10 to 3.13, each in its environment;
#                      ARGS="--session tests-3.12" for another of noxfile.py's sessions
# make clean   remove what these made
#
# PYTHON=python3.12 make test     with that interpreter (.venv is made anew when it changes)
# make test ARGS="-k ecdsa -x"    any argument of pytest
# make test COVERAGE=100          also measure the branches of ecref/, and fail below 100 %
# make test UNDER=.ci/offline     on Linux, where there is no network for any program

PYTHON ?= python3
VENV = .venv
BIN = $(VENV)/bin
ARGS =
COVERAGE =
UNDER =
SECONDS = 60

# A directory in .venv, named for the interpreter that made it, holds one stamp for each extra.
MADE := $(VENV)/made-by-$(shell $(PYTHON) -c 'import sys; print("%s-%d.%d.%d" % ((sys.implementation.name,) + sys.version_info[:3]))')

.PHONY: test lint vectors bench gains fuzz counts audit mutation lock dist sbom interpreters clean

test: $(MADE)/test
	$(UNDER) $(BIN)/python -m pytest $(if $(COVERAGE),--cov --cov-fail-under=$(COVERAGE)) $(ARGS)

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

audit: $(MADE)/test
	$(BIN)/python tests/audit/audit.py $(ARGS)

mutation: $(MADE)/mutation
	nice $(BIN)/python tests/mutation/mutation.py $(ARGS)

$(MADE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	    { echo "ecref needs Python 3.10 or later: PYTHON=python3.12 make test" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo "This Python cannot make a virtual environment. On Debian: apt install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	@mkdir $(MADE)

# What is installed is pinned by version and SHA-256, and nothing is built in an environment of its own, where it is not.
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation

$(MADE)/build: locks/build.txt | $(MADE)
	$(PIP) --require-hashes -r locks/build.txt
	@touch $@

$(MADE)/test: locks/test.txt pyproject.toml $(MADE)/build
	$(PIP) --require-hashes -r locks/test.txt
	$(PIP) --no-deps --editable .
	@touch $@

$(MADE)/%: locks/%.txt $(MADE)/test
	$(PIP) --require-hashes -r $<
	@touch $@

lock: $(MADE)/release
	$(BIN)/python -m release.lock $(ARGS)

dist: $(MADE)/build
	$(BIN)/python -m release.dist

sbom: $(MADE)/release dist
	$(BIN)/python -m release.sbom

interpreters: $(MADE)/release
	$(BIN)/nox $(ARGS)

clean:
	rm -rf $(VENV) dist .fuzz .mutation .nox .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find ecref tests vectors release -name __pycache__ -type d -prune -exec rm -rf {} +
