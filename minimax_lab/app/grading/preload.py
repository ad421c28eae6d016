"""What the process that all others are made from imports, so that it is imported once and not for every student."""

from contextlib import suppress

import nbclient  # noqa: F401

with suppress(ImportError):
    import nbgrader.apps  # noqa: F401
