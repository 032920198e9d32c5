#!/usr/bin/python3
"""Compares the public interface of `Viewfinder` on Linux and on Apple's systems, name by name.

Needs what `swift build` and `Scripts/check-apple ios` leave. Prints every difference; ends with 1 when one of
them has no reason in Documentation/Apple.md (a table line `| `name` | Linux or Apple | reason |`).
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def interface(arguments, folder):
    """Every public symbol: its full name with labels, and its declaration."""
    subprocess.run(
        ["swift-symbolgraph-extract", "-module-name", "Viewfinder",
         "-target", "x86_64-unknown-linux-gnu", "-minimum-access-level", "public",
         "-output-dir", folder, *arguments],
        check=True, cwd=ROOT)
    found = {}
    for path in sorted(pathlib.Path(folder).glob("Viewfinder*.symbols.json")):
        for symbol in json.loads(path.read_text())["symbols"]:
            if "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
                continue
            name = ".".join(symbol["pathComponents"])
            words = "".join(part["spelling"] for part in symbol["declarationFragments"])
            found.setdefault(name, set()).add(re.sub(r"\s+", " ", words))
    return found


def linux(folder):
    modules = ROOT / (sys.argv[1] if len(sys.argv) > 1 else ".build/debug/Modules")
    # Those of system libraries, and those that SwiftPM makes for its own C targets.
    written = sorted((ROOT / "Sources").rglob("module.modulemap"))
    made = sorted(modules.parent.glob("*Shims.build/module.modulemap"))
    maps = [part for path in written + made for part in ("-Xcc", f"-fmodule-map-file={path}")]
    headers = [part for path in sorted((ROOT / "Sources").rglob("include"))
               for part in ("-Xcc", f"-I{path}")]
    libraries = re.findall(r'system\(\s*"\w+",\s*"([^"]+)"', (ROOT / "Package.swift").read_text())
    flags = subprocess.run(
        ["pkg-config", "--cflags-only-I", *" ".join(libraries).split()],
        check=True, capture_output=True, text=True).stdout.split()
    paths = [part for flag in flags for part in ("-Xcc", flag)]
    return interface(["-I", str(modules), *maps, *headers, *paths], folder)


def apple(folder):
    modules = [f".build/apple/{name}" for name in ("ios/sources", "shared", "ios/declarations")]
    paths = [part for name in modules for part in ("-I", name)]
    return interface([*paths, "-I", "Tests/MetalOnCPU/include"], folder)


def excused():
    page = (ROOT / "Documentation/Apple.md").read_text()
    return set(re.findall(r"^\| `([^`]+)` \| (?:Linux|Apple|both)", page, re.MULTILINE))


def main():
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        here, there = linux(first), apple(second)
    reasons = excused()
    status = 0
    for name in sorted(here.keys() | there.keys()):
        if here.get(name) == there.get(name):
            continue
        place = "Linux only" if name not in there else "Apple only" if name not in here else "differs"
        excuse = "" if name in reasons else "  NO REASON GIVEN"
        status = status if name in reasons else 1
        print(f"{place}: {name}{excuse}")
    same = sum(here.get(name) == there.get(name) for name in here)
    print(f"{same} of {len(here)} public names of Viewfinder are the same on both systems")
    return status


sys.exit(main())
