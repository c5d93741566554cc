# What a person types. Needs make and Python 3.11 or later; everything else goes into .venv.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# pip's errors, and not its warnings: an older one doubts an extra that is there.
SILENT := --quiet --quiet
ROOMS  := contract traces evidence serving researchers pi evals cli
Q      ?= How much salt goes into the country loaf?
NOTES  ?= examples/notes

# A question is data: its quotes and dollars reach the program as they were typed.
unexport Q NOTES
export ASK_QUESTION := $(value Q)
export ASK_NOTES    := $(value NOTES)
unexport CORPUS DATA
export BENCH_CORPUS := $(value CORPUS)
export EVAL_DATA    := $(value DATA)

.PHONY: ask ask-network test lint types layers bench soak eval interop lock docs env clean help
.DELETE_ON_ERROR:

help:
	@echo "make ask [Q=question] [NOTES=folder]   ask the notes in a folder (default: $(NOTES))"
	@echo "make ask-network   one question to notes, a site and papers at once"
	@echo "make test       style, types, layers and the tests"
	@echo "make bench      long measurements (CORPUS=folder: over your own notes)"
	@echo "make soak       long fault injection"
	@echo "make eval       answers against gold (DATA=folder of gold sets: else about the examples)"
	@echo "make interop    other people's MCP tools (npm)"
	@echo "make docs       refresh the generated pages of docs/"
	@echo "make lock       resolve requirements.lock anew (needs uv)"
	@echo "make clean      remove .venv and caches"

ask: $(VENV)/.compiled
	@$(BIN)/marchwarden ask --notes "$$ASK_NOTES" -- "$$ASK_QUESTION" || \
	  { code=$$?; test $$code -eq 4 || exit $$code; }  # 4: an honest "not in your notes"

ask-network: $(VENV)/.compiled
	@$(BIN)/python -m cli.demonstration

test: lint types layers
	$(BIN)/python -m pytest -q

lint: $(VENV)/.compiled
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/.compiled
	$(BIN)/mypy

layers: $(VENV)/.compiled
	$(BIN)/lint-imports

bench: $(VENV)/.compiled
	@if test -n "$$BENCH_CORPUS"; then $(BIN)/python -m tests.bench "$$BENCH_CORPUS"; \
	  else $(BIN)/python -m pytest -q -s -m bench; fi

soak: $(VENV)/.compiled
	$(BIN)/python -m pytest -q -s -m soak

eval: $(VENV)/.compiled
	@$(BIN)/python -m evals $${EVAL_DATA:+--data "$$EVAL_DATA"}

interop: $(VENV)/.compiled
	$(BIN)/python -m tests.interop

docs: $(VENV)/.compiled
	$(BIN)/python -m cli.reference docs
	$(BIN)/python -m tests.house.transcripts

lock:
	@command -v uv >/dev/null || { echo "make lock needs uv: pip install uv" >&2; exit 1; }
	uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --no-emit-index-url --group dev pyproject.toml -o requirements.lock

env: $(VENV)/.compiled

# Everything comes by hash from requirements.lock; the project itself is linked, not copied.
$(VENV)/.installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "marchwarden needs Python 3.11 or later: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@echo "Making $(VENV) (once; a minute or two) ..." >&2
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install $(SILENT) --disable-pip-version-check --no-input \
	  --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install $(SILENT) --disable-pip-version-check --no-input \
	  --no-deps --no-build-isolation --editable .
	@touch $@

# Python may have been told not to write bytecode; a cold start needs it.
$(VENV)/.compiled: $(VENV)/.installed $(shell find $(ROOMS) -name '*.py' 2>/dev/null)
	@$(BIN)/python -m compileall -q $(ROOMS)
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis build dist
	find $(ROOMS) tests -name __pycache__ -type d -prune -exec rm -rf {} +
