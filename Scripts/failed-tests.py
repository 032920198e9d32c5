#!/usr/bin/python3
"""What failed, by an xUnit file of `swift test`: names as patterns for --filter, or a short list to read.

Usage: failed-tests.py patterns|summary FILE
"""

import re
import sys
import xml.etree.ElementTree as xml


def failures(path):
    for case in xml.parse(path).iter("testcase"):
        found = case.find("failure")
        if found is not None:
            yield case.get("classname"), case.get("name"), found.get("message") or ""


def main(form, path):
    for suite, name, message in failures(path):
        if form == "patterns":
            print("^" + re.escape(f"{suite}/{name.split('(')[0]}") + r"\(")
        else:
            print(f"  {suite}/{name}: {' '.join(message.split())[:240]}")


main(*sys.argv[1:])
