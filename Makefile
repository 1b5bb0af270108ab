# make play   set up, start the server, open the browser
# make quick  the tests that start no server, browser or training, in under a minute
# make pythons  make quick on each Python from 3.11 to 3.14 that is here     make coverage  what no test runs
# make test   set up, then every check and every test, as the CI does
# make stress the tests that wait for others, each twenty times on a busy machine: STRESS='--passes 5 tests/browser'
# make check  the static checks only      make fix    format, and repair what can be repaired
# make words  bring the catalogues of the languages up to date with what there is to translate
# make lock   take the newest versions of what Sixth stands on, each file by its hash
# make docs   the docs as a site in site/  make pictures  take its pictures anew from the running program
# make shots  an evening in pictures, and the faults of their layout: site/shots/index.html, a sheet a look beside it
# make release  the sdist, the wheel, the images, the list of their parts and checksums in dist/, from a clean commit
# make bench  how fast it is              make clean  remove what the other targets made
#
# .venv serves all of them. A stamp inside it remembers what is installed; it is renewed when pyproject.toml changes.

# Tests start hundreds of servers and commands, each of which would else compile all of Sixth's modules anew.
unexport PYTHONDONTWRITEBYTECODE

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

BIN := .venv/bin
# What is used is compiled when it is first imported; to compile all that is installed takes as long as all else.
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-compile
PLAY := .venv/.installed-for-play
TEST := .venv/.installed-for-test
say = @printf '\n== %s\n' "$(1)"

.PHONY: help play quick pythons branches coverage stress test setup programs check kernels pytest fix words lock bench docs pictures shots release clean

help:
	@sed -n 's/^# \{0,1\}//; 1,12p' Makefile

play: $(PLAY)
	@exec $(BIN)/sixth

# The checks take one core; meanwhile another compiles what many tests would else compile anew, each for itself, and takes
# longest. The tests of tables need no kernels; they run once, where their branches are counted.
test: setup
	@$(MAKE) --jobs 2 kernels check branches
	@$(MAKE) pytest PYTEST='--durations=25 --ignore=tests/server/table'

# Each file that is installed is the one whose hash is in locks/; only PyTorch is taken as it comes. The hook of the wheel
# (scripts/bundle.py) has nothing to do here, and its bundler is not fetched to play.
$(PLAY): pyproject.toml locks/server.txt scripts/venv scripts/install
	@scripts/venv
	$(call say,installing Sixth into .venv)
	@scripts/install locks/server.txt
	@HATCH_BUILD_NO_HOOKS=true $(PIP) --no-deps -e .
	@touch $@

$(TEST): pyproject.toml locks/test.txt scripts/venv scripts/install
	@scripts/venv
	$(call say,installing Sixth and its test tools into .venv)
	@scripts/install locks/test.txt
	@$(PIP) --no-build-isolation -e '.[arena,data,dev,docs,envs,fast,mcp,postgresql,ray,rl,server]'
	@touch $@ $(PLAY)

# The system's programs come beside the packages; what Playwright has to fetch in their place comes after it.
setup:
	@scripts/venv
	@$(MAKE) --jobs 2 programs $(TEST)
	@scripts/programs

programs:
	@scripts/programs --system

check: setup
	$(call say,ruff check)
	@$(BIN)/ruff check
	$(call say,ruff format --check)
	@$(BIN)/ruff format --check
	$(call say,mypy --strict)
	@$(BIN)/mypy
	$(call say,lint-imports)
	@$(BIN)/lint-imports --no-logo
	$(call say,tsc)
	@scripts/types

kernels: setup
	$(call say,compiling kernels)
	@$(BIN)/python -c 'from sixth import bots; bots.get_ready()'
	@$(BIN)/python -c 'from sixth.envs.vector import SeatVectorEnv as Env; env = Env(); env.step(env.reset()[0]["action_mask"].argmax(1))'
	@$(BIN)/python -c 'from sixth.training.loop import warm_up; warm_up()'
	$(call say,compiling tests and what they import)
	@$(BIN)/pytest --collect-only --quiet >/dev/null || true # `make pytest` says what is wrong

# Needs what pip can install, and nothing of the system's. PYTEST='tests/rules -x' is a part of it.
quick: $(TEST)
	@$(BIN)/pytest --quick --numprocesses $$(getconf _NPROCESSORS_ONLN) --dist worksteal $(PYTEST)

# Not part of `make test`, which would take a third longer.
coverage: setup
	@$(MAKE) pytest PYTEST=--cov=src/sixth

# Of tables only: the room in which most is decided is pure, so that its own tests show in seconds what they miss.
branches: setup
	$(call say,branches of sixth.server.table that its own tests do not take)
	@$(MAKE) quick PYTEST='tests/server/table --cov=src/sixth/server/table'

# Not part of `make test`: it takes hours.
stress: setup
	@$(BIN)/python -m scripts.stress $(STRESS)

pythons: $(TEST)
	@scripts/pythons

# Two processes a core, as many tests wait for others, and each process has its own browser and database; tests of one
# file share what is made for them.
pytest: setup
	$(call say,pytest)
	@$(BIN)/pytest --numprocesses $$(( 2 * $$(getconf _NPROCESSORS_ONLN) )) --maxprocesses 8 --dist loadfile --no-loadscope-reorder $(PYTEST)

fix: $(TEST)
	@$(BIN)/ruff format
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

words: $(TEST)
	@$(BIN)/python scripts/words.py

lock: $(TEST)
	@scripts/lock

bench: $(TEST)
	@for file in rules sim bots; do $(BIN)/python "bench/$$file.py"; done

docs: $(TEST)
	@$(BIN)/python scripts/architecture.py
	@$(BIN)/zensical build --strict --clean

pictures: setup
	@$(BIN)/python scripts/architecture.py
	@$(BIN)/python -m scripts.pictures

# Ends with 1 where anything is cut, broken, covered, past the edge or too small. SHOTS='--only lobby' is a part of it.
shots: setup
	@$(BIN)/python -m scripts.shots $(SHOTS)

# Needs a tree without changes. It uploads nothing: CONTRIBUTING.md says what follows.
release: $(TEST)
	@$(BIN)/python -m scripts.release

clean:
	rm -rf .venv site .cache .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage .coverage.* .venvs build dist
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
