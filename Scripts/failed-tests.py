#!/usr/bin/python3
"""What failed in runs of the test bundle: patterns for --filter to run it again, or lines to read.

A run NAME has left NAME.xml (xUnit) and NAME.log (its output) in a folder. A run that crashed or was killed has no
whole xUnit file: the tests that it had begun are named, and nothing is to be repeated.

Usage: failed-tests.py patterns|summary FOLDER NAME...
"""

import re
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

MOST_TESTS, MOST_CHARACTERS = 12, 900


def failures(path):
    """Suite, name and messages of each failed test; None when the run did not come to its end."""
    try:
        cases = list(xml.parse(path).iter("testcase"))
    except (OSError, xml.ParseError):
        return None
    return [
        (case.get("classname"), case.get("name"), [found.get("message") or "" for found in case.findall("failure")])
        for case in cases if case.find("failure") is not None
    ]


def unfinished(log):
    """The tests that had begun and not ended."""
    begun = []
    for line in log:
        if start := re.match(r"◇ Test (?!case passing|run started)(.*) started\.$", line):
            begun.append(start[1])
        elif not line.startswith("◇"):
            begun = [name for name in begun if not re.match(rf"\S+ Test {re.escape(name)} .* after ", line)]
    return begun


def pattern(suite, name):
    # A suite within a suite is written with a dot in one place and with a slash in the other.
    parts = [re.escape(part) for part in suite.split(".")]
    return "^" + r"[./]".join(parts) + "/" + re.escape(name.split("(")[0]) + r"\("


def shortened(text):
    text = " ".join(text.split())
    return text if len(text) <= MOST_CHARACTERS else text[:MOST_CHARACTERS] + " ..."


def print_failures(found):
    for suite, test, messages in found[:MOST_TESTS]:
        print(f"  {suite}/{test}")
        print(*(f"    {shortened(message)}" for message in messages[:3]), sep="\n")
    if len(found) > MOST_TESTS:
        print(f"  and {len(found) - MOST_TESTS} more")


def print_end(name, log):
    print(f"  The lane {name} ended before its results were written, in {unfinished(log)}. Its last lines:")
    print(*(f"    {line[:200]}" for line in log[-8:]), sep="\n")


def main(form, folder, *names):
    runs = {name: failures(Path(folder, name + ".xml")) for name in names}
    if form == "patterns":
        if None not in runs.values():
            for suite, test, _ in sum(runs.values(), []):
                print(pattern(suite, test))
        return
    for name, found in runs.items():
        if found is None:
            print_end(name, Path(folder, name + ".log").read_text(errors="replace").splitlines())
        else:
            print_failures(found)


main(*sys.argv[1:])
