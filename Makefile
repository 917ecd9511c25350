# The front door. Every target first installs what it needs and is missing: see scripts/install-packages.
.PHONY: build demo check test js playground amalgamation packages portability fuzz endurance mutate coverage bench bench-open-lists claims figures docs format clean
.DEFAULT_GOAL := build

# The library and the command: build/release/fairway.
build:
	@scripts/install-packages build
	cmake --preset release
	cmake --build --preset release --target fairway fairway_tool

# Paths for three sizes of unit on two maps: a table, and pictures in out/.
demo: build
	@scripts/demo

# The tests to run after each change, in seconds: those labelled `unit`, with one compiler and with asserts.
check:
	@scripts/install-packages build
	cmake --preset check
	cmake --build --preset check
	ctest --preset check

# Everything that can be checked: all tests with all compilers and sanitizers, linters, documentation, fuzzers.
test:
	@scripts/install-packages build test wasm python browser
	@scripts/test

# The JavaScript package: bindings/js/fairway.wasm, and its tests.
js:
	@scripts/install-packages build wasm
	cmake --preset wasm
	cmake --build --preset wasm --target fairway_wasm
	node --test bindings/js/test

# A page to draw worlds and watch units find their ways: build/playground/index.html, one file to open from disk.
playground:
	@scripts/install-packages build wasm browser
	cmake --preset wasm
	cmake --build --preset wasm --target fairway_wasm
	@scripts/playground

# The library as two files, build/single/fairway.h and fairway.c, for projects that compile it as a part of themselves.
amalgamation:
	@scripts/install-packages build test
	@scripts/amalgamate

# Debian packages of the library, its headers, its readers of maps and the command: build/packages/*.deb, tried in a fresh chroot.
packages:
	@scripts/install-packages build packages
	@scripts/packages

# The library on other processors (32 bits, big-endian), with musl, on Windows and WebAssembly, and in plain C17: the same golden
# answers everywhere. What cannot be installed is skipped.
portability:
	@scripts/install-packages build
	-@scripts/install-packages portability
	-@scripts/install-packages wasm
	@scripts/portability

# Fuzzers for as long as you like: make fuzz SECONDS_EACH=3600
SECONDS_EACH ?= 600
fuzz:
	@scripts/install-packages build test
	@scripts/fuzz $(SECONDS_EACH)

# The same programs as `make test` with larger numbers, for hours: random tests with MANY times their seeds, 10,000 drives for
# each turning radius, all exact rows of docs/inside/claims.md, studies that are killed 200 times, Python under sanitizers, the
# playground with more worlds and units, a million inputs for each reader of files.
MANY ?= 20
endurance: playground
	@scripts/install-packages build test python
	cmake --preset gcc
	cmake --build --preset gcc
	FAIRWAY_MANY=$(MANY) ctest --preset gcc --timeout 36000
	FAIRWAY_MANY=100 build/gcc/tests/test_random_drives
	@scripts/claims --check-all --build build/gcc
	@scripts/test-batch 200
	@scripts/test-python --sanitize
	@scripts/fuzz --readers 1000000
	@scripts/playground endurance

# Lines of a room whose breakage its tests do not notice: make mutate ROOM=check COUNT=200 TESTS='golden|worlds'
COUNT ?=
mutate:
	@scripts/install-packages build
	@scripts/mutate $(ROOM) '$(COUNT)' '$(TESTS)'

# Which lines of src/ the tests run; a page for each file in build/coverage/report.
coverage:
	@scripts/install-packages build coverage
	@scripts/coverage

# All benchmarks, one after the other.
bench:
	@scripts/install-packages build
	cmake --preset release
	cmake --build --preset release
	@scripts/bench

# The study of open lists: rewrites the tables and charts of docs/inside/open_lists.md.
bench-open-lists:
	@scripts/install-packages build
	cmake --preset release
	cmake --build --preset release --target bench_open_lists
	build/release/bench/bench_open_lists --page docs/inside/open_lists.md

# docs/inside/claims.md: runs the command of each row, and judges what it measures.
claims:
	@scripts/install-packages build
	cmake --preset release
	cmake --build --preset release
	@scripts/claims

# All pictures of README.md and docs/, drawn anew.
figures:
	@scripts/install-packages build test
	@scripts/figures

# The site of guides and API reference: build/docs/html/index.html. The playground is a part of it if it can be built.
docs:
	@scripts/install-packages docs
	-@$(MAKE) --no-print-directory playground
	@scripts/docs

# Lays out all sources as .clang-format says.
format:
	@scripts/install-packages test
	@scripts/format

clean:
	rm -rf build out
