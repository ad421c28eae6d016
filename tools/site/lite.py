"""JupyterLite with all lessons and exercises: the notebooks with Python in the browser."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.metadata import distribution, packages_distributions
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from jupyter_core.paths import jupyter_path
from packaging.requirements import Requirement

from minimax_lab import __version__
from tools.site.frame import LITE_POLICY, LOADS, MODULES, ROOT, SITE, forbid
from tools.site.wheels import files_in, installed_wheel, own_wheel, write_wheel

# What the notebooks use, apart from what is compiled
ROOTS = ["anywidget", "chess", "cloudpickle", "ipython", "ipywidgets", "networkx", "tqdm"]
# Only for JupyterLab itself or for a terminal; without jedi, completion is simpler and Python starts sooner
LEFT_OUT = {"jedi", "jupyterlab-widgets", "pexpect", "widgetsnbextension"}
KERNEL = ["micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython"]  # what the kernel asks for
START = "/lib/python3.14/site-packages/start_notebook.py"  # from site/notebook
COMPILED = ["matplotlib", "numpy", "scikit-learn"]  # from Pyodide's own distribution, if the site is not offline
CDN = "https://cdn.jsdelivr.net"  # where that is
EXTENSIONS = ["@jupyterlite/pyodide-kernel-extension", "@jupyter-widgets/jupyterlab-manager", "anywidget"]
PLUGIN = f"{EXTENSIONS[0]}:kernel"
ENTRANCE = f"""<style>
.jupyterlite-loading-indicator-text {{ top: calc(50% + 140px); bottom: auto !important; }}
.jupyterlite-loading-indicator-text a {{ color: inherit; }}
@media (prefers-color-scheme: dark) {{
  #jupyterlite-loading-indicator {{ background: #12161d !important; }}
  .jupyterlite-loading-indicator-text {{ color: #e8edf5 !important; }}
}}
</style><span style="display: block; width: min(88vw, 40em); text-align: center; line-height: 1.6">
<b style="font-size: 1.25em">JupyterLab with Python is on its way</b><br>The first time, that is {LOADS}.<br>
You can then run and change every cell; what you write stays in this browser.<br>
A phone is too small for it: <a href="@HOME@/lessons/index.html">read the course</a> or
<a href="@HOME@/bench.html">use the bench</a> there.</span>"""
BROWSER = {"python_version": "3.14", "python_full_version": "3.14.0", "sys_platform": "emscripten", "extra": ""}
BROWSER |= {"platform_system": "Emscripten", "os_name": "posix", "platform_python_implementation": "CPython"}


def write_lite(folder: Path, offline: bool) -> None:
    """JupyterLite in `folder`. It uses the Pyodide of the workbench, beside it."""
    with TemporaryDirectory() as scratch:
        Path(scratch, "jupyter-lite.json").write_text(json.dumps(_settings()))
        Path(scratch, "jupyter_lite_config.json").write_text(json.dumps({"LiteBuildConfig": _how(folder, scratch)}))
        command = [sys.executable, "-m", "jupyterlite_core", "build"]
        done = subprocess.run(command, cwd=scratch, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"JupyterLite could not be built:\n{done.stdout}{done.stderr}")
    policy = LITE_POLICY.format(hosts="" if offline else f" {CDN}")
    held = (SITE / "notebook" / "held.js").read_text(encoding="utf-8")
    for path in folder.rglob("*.html"):
        home = "/".join([".."] * len(path.relative_to(folder).parents))
        entrance, icon = ENTRANCE.replace("@HOME@", home), f'<link rel="icon" href="{home}/icon.svg">'
        text = path.read_text(encoding="utf-8").replace("Loading JupyterLite...", entrance)
        path.write_text(forbid(text.replace("</head>", f"{icon}</head>", 1), policy, held), encoding="utf-8")
    write_packages(folder / "packages", offline)


def _how(folder: Path, scratch: str) -> dict[str, Any]:
    """How it is to be built: as small as possible, and with no other extensions than these."""
    return {
        "output_dir": str(folder.resolve()),
        "contents": [str(_contents(Path(scratch, "course")))],
        "apps": ["lab"],
        "federated_extensions": [str(_extension(name)) for name in EXTENSIONS],
        "ignore_sys_prefix": ["federated_extensions"],
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
    }


def _extension(name: str) -> Path:
    """Where an extension of JupyterLab is installed."""
    places = (Path(folder, *name.split("/")) for folder in jupyter_path("labextensions"))
    return next(place for place in places if place.is_dir())


def _settings() -> dict[str, Any]:
    kernel = {
        "pyodideUrl": "./../pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "packages": [*KERNEL, "start-notebook"],
            "lockFileURL": "packages/pyodide-lock.json",
            "env": {"PYTHONSTARTUP": START},
        },
    }
    # The tests look at the application from outside.
    shown = {"appName": "minimax_lab", "exposeAppInBrowser": True, "litePluginSettings": {PLUGIN: kernel}}
    shown["settingsOverrides"] = {"@jupyterlab/apputils-extension:themes": {"adaptive-theme": True}}  # light and dark
    return {"jupyter-lite-schema-version": 0, "jupyter-config-data": shown}


def _contents(folder: Path) -> Path:
    """The notebooks as students get them."""
    leave = shutil.ignore_patterns("solutions", ".*")
    shutil.copytree(ROOT / "notebooks", folder, ignore=leave)
    return folder


def write_packages(folder: Path, offline: bool) -> None:
    """The wheels, and the list by which Python in the browser finds them."""
    folder.mkdir(exist_ok=True)
    theirs = json.loads((MODULES / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    packages = {} if offline else _elsewhere(theirs["packages"])
    modules = _modules()
    for name, requirements in _with_requirements(ROOTS).items():
        packages[name] = _entry(installed_wheel(name, folder), modules[name], requirements)
    for wheel in _kernel_wheels():
        module = wheel.name.split("-")[0]
        packages[module.replace("_", "-")] = _entry(Path(shutil.copy(wheel, folder)), [module], [])
    if offline:
        stand_in = write_wheel(folder, "stand-in", __version__, files_in(SITE / "stand_in"))
        modules_of = {"piplite": ["matplotlib"], "micropip": [], "jedi": []}
        packages |= {name: _entry(stand_in, names, []) for name, names in modules_of.items()}
    sources = {name: data for name, data in files_in(SITE / "notebook").items() if name.endswith(".py")}
    start = write_wheel(folder, "start-notebook", __version__, sources)
    packages["start-notebook"] = _entry(start, [], [])
    compiled = [] if offline else COMPILED
    packages["minimax-lab"] = _entry(own_wheel(folder), ["minimax_lab"], [*ROOTS, *compiled])
    for name, entry in packages.items():
        entry.setdefault("name", name)
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": theirs["info"], "packages": packages}))


def _elsewhere(packages: dict[str, Any]) -> dict[str, Any]:
    """The packages of Pyodide's own distribution, where it publishes them."""
    version = json.loads((MODULES / "pyodide" / "package.json").read_text(encoding="utf-8"))["version"]
    place = f"{CDN}/pyodide/v{version}/full/"
    return {name: {**entry, "file_name": place + entry["file_name"]} for name, entry in packages.items()}


def _kernel_wheels() -> list[Path]:
    """The wheels that come with the kernel itself."""
    folder = _extension(EXTENSIONS[0]) / "static" / "pypi"
    return [next(folder.glob(f"{name}-*.whl")) for name in ("ipykernel", "piplite", "pyodide_kernel")]


def _modules() -> dict[str, list[str]]:
    """What each installed package is imported as."""
    modules: dict[str, list[str]] = {}
    for module, names in packages_distributions().items():
        for name in names:
            modules.setdefault(name.lower().replace("_", "-"), []).append(module)
    return modules


def _entry(wheel: Path, imports: list[str], depends: list[str]) -> dict[str, Any]:
    return {
        "version": wheel.name.split("-")[1],
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": sorted(imports),
        "depends": depends,
    }


def _with_requirements(names: list[str]) -> dict[str, list[str]]:
    """These packages and all that they require in the browser; of each, what it requires itself."""
    found: dict[str, list[str]] = {}
    waiting = [*names]
    while waiting:
        name = waiting.pop()
        if name not in found:
            wanted = [Requirement(text) for text in distribution(name).requires or []]
            wanted = [one for one in wanted if one.marker is None or one.marker.evaluate(BROWSER)]
            found[name] = sorted({one.name.lower().replace("_", "-") for one in wanted} - LEFT_OUT)
            waiting += found[name]
    return dict(sorted(found.items()))
