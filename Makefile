# Two commands for everybody: make demo, make test. The rest is for those who work on fairdraw itself.
PYTHON ?= python3
BIN = .venv/bin
READY = .venv/ready
KERNELS = $(shell find sim -name '*.pyx' -o -name '*.pxd' -o -name '*.pxi')
QUESTION ?= configs/carson_city/characters_assigned.yaml

.PHONY: demo test lint rules golden bench instructions sanitize stats-full clean compiler

demo: $(READY)                  ## a real question about Carson City, answered as an HTML page
	@rm -rf runs/demo
	@$(BIN)/fairdraw run $(QUESTION) --out runs/demo

test: $(READY) lint             ## everything that must hold before a change lands
	$(BIN)/python -m pytest -n 2 --dist loadfile

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/mypy

rules: $(READY)                 ## which tests cite which rule of the specifications
	$(BIN)/python -m pytest --rules -q

golden: $(READY)                ## rewrite the golden games, after a change of the rules only
	$(BIN)/python -m tests.golden.write

bench: $(READY)                 ## games per CPU second
	$(BIN)/fairdraw bench

instructions: $(READY)          ## instructions per action, the same on every machine (needs valgrind)
	$(BIN)/python bench/callgrind.py

stats-full: $(READY)            ## the statistics at full size: about an hour
	FAIRDRAW_STATS=full $(BIN)/python -m pytest tests/analysis

sanitize: $(READY)              ## the battery on kernels built with address and undefined-behaviour checks: half an hour
	$(BIN)/python -m pip install -q --disable-pip-version-check 'setuptools>=77' 'cython>=3.1'
	rm -rf build/sanitize && mkdir -p build/sanitize && git ls-files | xargs cp --parents -t build/sanitize
	cd build/sanitize && CFLAGS="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-wrapv" \
	    LDFLAGS="-fsanitize=address,undefined" $(CURDIR)/$(BIN)/python setup.py build_ext --inplace
	cd build/sanitize && ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc \
	    LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
	    $(CURDIR)/$(BIN)/python -m pytest tests/battery tests/golden -p no:cacheprovider -s

clean:
	rm -rf .venv build dist *.egg-info
	find sim -name '*.so' -delete

# ---- setting up

compiler:
	@command -v "$${CC:-gcc}" >/dev/null || command -v cc >/dev/null || { \
	    echo "fairdraw builds its kernels with a C compiler, and there is none here: install gcc (Debian: apt install gcc python3-dev)"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "fairdraw needs Python 3.11 or newer; $(PYTHON) is older: try make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	    echo "Python's venv module is missing: install it (Debian: apt install python3-venv)"; exit 1; }

$(READY): pyproject.toml setup.py $(KERNELS) | compiler
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Setting up: packages and kernels, a few minutes the first time ..."
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[test]' > .venv/setup.log 2>&1 || { tail -n 40 .venv/setup.log; exit 1; }
	@touch $(READY)
