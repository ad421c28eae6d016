"""JupyterLab as `minimax-lab` starts it: with a short greeting, and a log of warnings only."""

from __future__ import annotations

import logging
import os
from pathlib import Path

from jupyter_server.serverapp import ServerApp
from jupyter_server.services.kernels.kernelmanager import ServerKernelManager
from jupyterlab.labapp import LabApp

# Functions whose lines are left out of the log: the greeting says the same in fewer, or nobody need do anything about
# it (a notebook that somebody else has run, and what Tornado thinks of the server's own settings).
KEPT_QUIET = {"start_app", "launch_browser", "check_and_sign", "mark_trusted_cells", "ping_timeout"}


class CourseServer(ServerApp):
    """JupyterLab's server, which greets when it can be reached."""

    def start_app(self) -> None:
        super().start_app()
        print(greeting(self.display_url.split()[-1], self.ip), flush=True)


class CourseKernelManager(ServerKernelManager):
    """Starts kernels that report errors only.

    Each IPython kernel warns that it talks to the server without encryption. Both run on this machine, and what they
    say is signed, so there is nothing to be done about it; a beginner reads it once for every notebook.
    """

    def format_kernel_cmd(self, extra_arguments: list[str] | None = None) -> list[str]:
        command = super().format_kernel_cmd(extra_arguments)
        return [*command, "--log-level=ERROR"] if "ipykernel_launcher" in command else command


class CourseLab(LabApp):
    """JupyterLab on that server."""

    serverapp_class = CourseServer

    @classmethod
    def get_extension_package(cls) -> str:
        return LabApp.get_extension_package()  # the server loads the extension from the package that it is written in


def greeting(url: str, listens_on: str) -> str:
    """What is worth knowing once JupyterLab runs."""
    lines = ["", "JupyterLab is running. If no browser opens, open this address:", "", f"    {url}", ""]
    if is_root() and listens_on in ("localhost", "127.0.0.1", "::1"):
        lines.append(
            "You are root. That is fine here: only this machine can reach JupyterLab, and only with that address."
        )
    elif is_root():
        lines.append(f"You are root, and JupyterLab listens on {listens_on}: whoever has that address can do anything.")
    return "\n".join([*lines, "To stop it, press Ctrl-C twice.", ""])


def is_root() -> bool:
    """Whether this is the user that may do everything, as in most containers. Windows has none."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def run(arguments: list[str], folder: Path) -> None:
    """Run JupyterLab with these arguments until it is stopped; `folder` is what it opens."""
    if is_root():
        arguments = ["--allow-root", *arguments]
    if not any(argument.startswith(("--debug", "--log-level")) or ".log_level" in argument for argument in arguments):
        manager = f"{CourseKernelManager.__module__}.{CourseKernelManager.__qualname__}"
        kernels = f"--MappingKernelManager.kernel_manager_class={manager}"
        arguments = ["--log-level=WARN", "--LabApp.log_level=WARN", kernels, *arguments]
        _be_brief(is_graded=(folder / "nbgrader_config.py").exists())
    CourseLab.launch_instance(arguments)


def _be_brief(is_graded: bool) -> None:
    """Leave out of the log what need not be read, and what nbgrader says where nobody grades.

    In a student's folder it finds no course, and calls that an error.
    """

    def matters(record: logging.LogRecord) -> bool:
        is_nbgraders = "nbgrader" in Path(record.pathname).parts
        return record.funcName not in KEPT_QUIET and (is_graded or not is_nbgraders)

    for name in CourseServer.__name__, LabApp.__name__, "NbGrader", "FormgradeExtension", "tornado.general":
        logging.getLogger(name).addFilter(matters)
