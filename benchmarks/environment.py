"""An environment for packages that must stay out of the user's own, made once and used again."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
CACHE = CHECKOUT / ".benchmarks"


class CannotInstall(Exception):
    """The environment could not be made; the message says why, with what pip said."""


class Environment:
    """A virtual environment in `folder` that holds `requirements`."""

    def __init__(self, folder: Path, requirements: Sequence[str]):
        self.folder, self.requirements = folder, list(requirements)

    @property
    def python(self) -> Path:
        return self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    @property
    def is_ready(self) -> bool:
        """Whether it was made to the end, for these requirements and this version of Python."""
        return self.python.exists() and self._stamp.exists() and self._stamp.read_text("utf-8") == self._wanted

    @property
    def is_running_this(self) -> bool:
        """Whether this very process runs in it."""
        return Path(sys.prefix).resolve() == self.folder.resolve()

    def make(self) -> None:
        """Make it anew, whatever was there."""
        try:
            venv.create(self.folder, clear=True, with_pip=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise CannotInstall(
                f"Python could not make a virtual environment ({error}). Is its `venv` complete?"
            ) from None
        quiet = ["--quiet", "--disable-pip-version-check", "--no-input"]
        pip = self._run("-m", "pip", "install", *quiet, *self.requirements, capture_output=True, text=True)
        if pip.returncode:
            raise CannotInstall(
                f"{pip.stdout}{pip.stderr}\n"
                f"pip could not install {', '.join(self.requirements)} (what it said stands above). "
                "Is the package index within reach, and is there a release for this version of Python?"
            )
        self._stamp.write_text(self._wanted, "utf-8")  # last, so that half an environment is never taken for one

    def run_module(self, name: str, arguments: Sequence[str]) -> int:
        """Run a module of this checkout in it, and return its exit code."""
        return self._run("-m", name, *arguments, env={**os.environ, "PYTHONPATH": str(CHECKOUT)}).returncode

    @property
    def _stamp(self) -> Path:
        return self.folder / "made-for.txt"

    @property
    def _wanted(self) -> str:
        return "\n".join([f"Python {sys.version_info.major}.{sys.version_info.minor}", *self.requirements, ""])

    def _run(self, *arguments: str, **options: object) -> subprocess.CompletedProcess:
        return subprocess.run([str(self.python), *arguments], check=False, **options)  # type: ignore[call-overload]
