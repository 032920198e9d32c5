# The commands of this project. Each does its own set-up, and does it again harmlessly.
CHECKS := --explicit-target-dependency-import-check error
# Without debug information, and with an index of nothing but our own (the search for tests needs one), the
# tests build in two thirds of the time.
LEAN := -debug-info-format none -Xswiftc -index-ignore-system-modules
SOURCES := Package.swift Sources Tests Examples
# pkg-config's "-pthread" is refused by SwiftPM with a line that is no warning about this package.
QUIET := 2>&1 | grep --line-buffered --text -v 'prohibited flag'
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -ec

.PHONY: run test lint build release clean clean-room sanitize fuzz soak bench

run:
	@Scripts/bootstrap run
	@swift build -c release $(CHECKS) --product viewfinder $(QUIET)
	@swift build -c release $(CHECKS) --product viewfinder-gtk $(QUIET)
	@Scripts/run "$$(swift build -c release --show-bin-path)"

test: export VIEWFINDER_OPTIMIZED = 1
test:
	@Scripts/bootstrap test
	@swift build --build-tests $(LEAN) $(CHECKS) $(QUIET)
	@Scripts/test

build:
	@Scripts/bootstrap run
	@swift build $(CHECKS) $(QUIET)

release:
	@Scripts/bootstrap run
	@swift build -c release $(CHECKS) $(QUIET)

lint:
	@Scripts/bootstrap test
	@swift format lint --strict --recursive $(SOURCES)
	@Scripts/lint

# Address and thread sanitizer, with 10,000 flips between cameras that fail; CI runs `Scripts/sanitize short`.
sanitize:
	@Scripts/bootstrap test
	@Scripts/sanitize

# Five million hostile inputs for each reader of bytes from outside.
fuzz:
	@Scripts/bootstrap test
	@Scripts/fuzz all 5000000

# The long forms of tests that `make test` runs briefly.
soak:
	@Scripts/bootstrap test
	@swift build --build-tests $(LEAN) $(CHECKS) $(QUIET)
	@Scripts/soak

# What recording costs, against the thresholds in Benchmarks/.
bench:
	@Scripts/bootstrap run
	@Scripts/bench

# The README's commands, word for word, in a Debian 12 that holds nothing else (needs root).
clean-room:
	@Scripts/clean-room

clean:
	@swift package clean
