"""No program that Python would run is refused on the bench, but for a true reason: here without a browser."""

import json
import sys
from types import ModuleType

import pytest

from tests.site.pasted import ENDLESS, pasted
from tools.site.frame import SITE

sys.path.insert(0, str(SITE))
import workbench

TREE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"


def said(code):
    """What the page says after Run."""
    answer = json.loads(workbench.answer("run", code, TREE, ""))
    if "problem" in answer:
        return answer["problem"]
    ran = answer["result"]
    return f"{ran['call']} stopped: {ran['message']}" if ran["message"] else f"{ran['call']} was run."


def test_what_the_bench_says_of_each_program(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)  # a browser has none
    programs = [each for each in pasted() if each.name != ENDLESS]
    assert {each.name: each.fits(said(each.code)) for each in programs} == {each.name: "" for each in programs}
    assert len(programs) >= 40


@pytest.mark.exhaustive
def test_what_a_check_finds_in_those_that_are_wrong(monkeypatch):
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))  # as in a browser: no file of pytest's own
    for each in pasted():
        if each.finds:
            assert each.finds in workbench.verdict(each.code, TREE)["html"], each.name
