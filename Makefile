# The commands of this project. Each does its own set-up, and does it again harmlessly.
# Without debug information, and with an index of nothing but our own (the search for tests needs one), the
# tests build in two thirds of the time.
LEAN := -debug-info-format none -Xswiftc -index-ignore-system-modules
SOURCES := Package.swift Sources Tests Examples

.PHONY: run test lint build release clean clean-room sanitize fuzz soak bench

run:
	@Scripts/bootstrap run
	@Scripts/swift build -c release --product viewfinder
	@Scripts/swift build -c release --product viewfinder-gtk
	@Scripts/run "$$(swift build -c release --show-bin-path)"

test soak: export VIEWFINDER_OPTIMIZED = 1
test:
	@Scripts/bootstrap test
	@Scripts/swift build --build-tests $(LEAN)
	@Scripts/test

build:
	@Scripts/bootstrap run
	@Scripts/swift build

release:
	@Scripts/bootstrap run
	@Scripts/swift build -c release

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
	@Scripts/swift build --build-tests $(LEAN)
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
