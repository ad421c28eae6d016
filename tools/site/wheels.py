"""Wheels for Python in the browser, made of what is installed here: nothing is downloaded.

Compiled parts are left out. What is packed here works without them, because each has the same in Python.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zipfile
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path

from minimax_lab import __version__
from tools.site.frame import PACKAGE, ROOT

LEFT_OUT = {".so", ".pyd", ".pyc", ".pyi", ".map"}
OWN_RECORDS = {"INSTALLER", "RECORD", "REQUESTED", "WHEEL", "direct_url.json"}
WHEEL = "Wheel-Version: 1.0\nGenerator: minimax-lab\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def installed_wheel(name: str, folder: Path) -> Path:
    """The wheel of a package that is installed here."""
    found = distribution(name)
    contents = {}
    for file in found.files or []:
        path = Path(str(file.locate()))
        wanted = file.suffix not in LEFT_OUT and file.name not in OWN_RECORDS and "tests" not in file.parts
        if wanted and ".." not in file.parts and path.is_file():
            contents[file.as_posix()] = path.read_bytes()
    return write_wheel(folder, found.name, found.version, contents)


def own_wheel(folder: Path) -> Path:
    """The wheel of this package, as it is in the checkout."""
    return write_wheel(folder, "minimax-lab", __version__, files_in(ROOT, PACKAGE))


def files_in(root: Path, folder: Path | None = None) -> dict[str, bytes]:
    """The sources in a folder, by their paths from `root`."""
    files = sorted(path for path in (folder or root).rglob("*") if path.suffix in {".py", ".js", ".css"})
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def write_wheel(folder: Path, name: str, version: str, contents: dict[str, bytes]) -> Path:
    """The same wheel every time."""
    stem = f"{re.sub('[-_.]+', '_', name).lower()}-{version}"
    info = next((file.split("/")[0] for file in contents if ".dist-info/" in file), f"{stem}.dist-info")
    contents.setdefault(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode())
    contents[f"{info}/WHEEL"] = WHEEL.encode()
    contents[f"{info}/RECORD"] = "".join(_record(contents, f"{info}/RECORD")).encode()
    file = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in sorted(contents.items()):
            archive.writestr(zipfile.ZipInfo(path), data, zipfile.ZIP_DEFLATED)  # without the time of day
    return file


def _record(contents: dict[str, bytes], itself: str) -> Iterable[str]:
    for path, data in sorted(contents.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        yield f"{path},sha256={digest},{len(data)}\n"
    yield f"{itself},,\n"
