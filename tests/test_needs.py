"""What a machine does not have is skipped with a reason, and is a failure only where it is required."""

import pytest

from tests import needs


@pytest.mark.parametrize(
    ("variable", "need", "reason"),
    [
        ("MINIMAX_LAB_NODE", needs.node, "Node.js is not installed"),
        ("MINIMAX_LAB_BROWSER", needs.browser, "Chromium is not installed"),
    ],
)
def test_what_is_missing_is_skipped_unless_it_is_required(variable, need, reason, tmp_path, monkeypatch):
    needs._node_is_missing.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("MINIMAX_LAB_CHROMIUM", raising=False)
    monkeypatch.delenv(variable, raising=False)
    with pytest.raises(pytest.skip.Exception, match=reason):
        need()
    monkeypatch.setenv(variable, "required")
    with pytest.raises(pytest.fail.Exception, match=reason):
        need()
    needs._node_is_missing.cache_clear()


def test_a_package_of_npm_that_is_missing_is_named():
    needs.node()
    with pytest.raises((pytest.skip.Exception, pytest.fail.Exception), match="no-such-package is not in node_modules"):
        needs.node("no-such-package")
