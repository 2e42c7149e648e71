# Two commands do everything: `make demo` and `make test`. Both set up .venv first.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test sanitize model format clean

demo: .venv/.installed
	@$(BIN)/python examples/demo.py

test: .venv/.tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# The kernel's tests with a build of it that stops at the first wrong step in memory or arithmetic. Needs gcc.
SANITIZED := build/sanitized
SANITIZE := -fsanitize=address,undefined
sanitize: .venv/.tested
	rm -rf $(SANITIZED) && mkdir -p $(SANITIZED) && cp -r src/maintext $(SANITIZED)/ && rm -f $(SANITIZED)/maintext/_kernel.*
	MAINTEXT_KERNEL=required CC=gcc CFLAGS="-g -fno-omit-frame-pointer -fno-sanitize-recover=all $(SANITIZE)" LDFLAGS="$(SANITIZE)" \
		$(BIN)/python setup.py -q build_ext --build-lib $(SANITIZED) --build-temp $(SANITIZED)/temp
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=16 \
		PYTHONMALLOC=malloc PYTHONPATH=$(SANITIZED) $(BIN)/python -m pytest -q tests/kernel

# Fit the fused method's model anew from CORPORA, a folder with the training corpora, on one core: under two hours.
model: .venv/.training
	@test -n "$(CORPORA)" || { echo "make model CORPORA=DIR: name the folder with the training corpora"; exit 2; }
	$(BIN)/python -m training fit --corpora "$(CORPORA)"
	$(BIN)/python -m training card --corpora "$(CORPORA)"

format: .venv/.tested
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf .venv build dist .coverage .mypy_cache .pytest_cache .ruff_cache src/*.egg-info

.venv/.created:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip setuptools
	@touch $@

.venv/.installed: .venv/.created pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[cli]'
	@touch $@

.venv/.tested: .venv/.created pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[cli,lxml,test]'
	@touch $@ .venv/.installed

.venv/.training: .venv/.created pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[training]'
	@touch $@
