# The two commands: make demo, make test. See README.md.
.PHONY: build test demo
build:
	cmake --preset release
	cmake --build --preset release
