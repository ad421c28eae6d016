"""What students can read is complete, in plain English, and gives no code away."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from minimax_lab import check
from minimax_lab.check.texts import MISCONCEPTIONS


@pytest.mark.parametrize("code", sorted(MISCONCEPTIONS))
def test_what_students_are_told_is_complete_and_gives_no_code_away(code):
    known = MISCONCEPTIONS[code]
    assert known.title
    assert known.message.endswith(".")
    assert len(known.hints) >= 1
    told = " ".join([known.title, known.message, *known.hints])
    assert not re.search(r"==|>=|<=|:=|max\(|min\(|return [a-z]+[.(]|float|-1|\bnot maximizing\b", told), told


def test_importing_check_needs_no_drawing_or_numbers_library():

    code = "import minimax_lab.check, sys; print([m for m in ('matplotlib', 'numpy', 'IPython') if m in sys.modules])"
    root = Path(check.__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True)
    assert done.stdout.strip() == "[]"
