"""A real JupyterLab in a real Chromium: one server and one page for all tests, a notebook for each."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
import pytest

from minimax_lab.app import site as site_command
from tests import needs
from tests.widgets.browser.tools import FOR_PYTHON, watched

WIDTH, HEIGHT = 1400, 1000  # of the page
PATIENCE = 60_000  # milliseconds: a busy machine is slow, not wrong
ROOT = Path(__file__).parents[3]
# anywidget gives a widget two seconds to load, and shows none of it after that.
MORE_PATIENCE = "AbortSignal.timeout = (after => ms => after.call(AbortSignal, 30 * ms))(AbortSignal.timeout)"
SETTINGS = {  # nothing of JupyterLab's own comes up over a test and takes the keys
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "docmanager-extension/plugin": {"autosave": False},
}
CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # a download at run time would fail
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    needs.browser()
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=needs.chromium(), args=CHROMIUM_OPTIONS)
        yield started
        started.close()


class Site(NamedTuple):
    folder: Path
    address: str


@pytest.fixture(scope="session")
def site(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site as it works offline, with one of the lessons, and a server of it on this machine."""
    needs.node(*site_command.FROM_NPM)
    builder = site_command.builder()
    folder = tmp_path_factory.mktemp("site")
    builder.build(folder, offline=True, lessons=[ROOT / "notebooks" / "02_minimax.ipynb"])
    with site_command.server(folder) as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        yield Site(folder, f"http://127.0.0.1:{serving.server_port}")
        serving.shutdown()
        thread.join()


@pytest.fixture
def visit(browser: Any, site: Site) -> Iterator[Callable[..., Any]]:
    """Opens pages of the site, each in a context of its own; in the end none of them asked elsewhere or complained."""
    pages: list[Any] = []

    def open_page(address: str, day: str = "", **options: Any) -> Any:
        page = watched(browser.new_context(**{"viewport": {"width": WIDTH, "height": HEIGHT}, **options}).new_page())
        pages.append(page)
        page.set_default_timeout(FOR_PYTHON)
        if day:
            page.clock.set_fixed_time(f"{day}T12:00:00")
        page.goto(f"{site.address}/{address}")
        page.wait_for_selector("body[data-shown]")
        return page

    yield open_page
    for page in pages:
        page.context.close()
    for page in pages:
        assert {url.split("/")[2] for url in page.asked if url.startswith("http")} == {site.address.split("/")[2]}
        assert page.complaints == []


@pytest.fixture(scope="session")
def server(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A JupyterLab that knows nothing of the user's settings: its address, with a token, and its folder."""
    home = tmp_path_factory.mktemp("jupyter")
    names = ["config", "data", "runtime", "settings", "workspaces", "ipython", "matplotlib", "work"]
    folder = {name: home / name for name in names}
    for path in folder.values():
        path.mkdir()
    for name, chosen in SETTINGS.items():
        file = folder["settings"] / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(chosen))
    environment = {
        **os.environ,
        "HOME": str(home),
        "JUPYTER_CONFIG_DIR": str(folder["config"]),
        "JUPYTER_DATA_DIR": str(folder["data"]),
        "JUPYTER_RUNTIME_DIR": str(folder["runtime"]),
        "JUPYTERLAB_SETTINGS_DIR": str(folder["settings"]),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder["workspaces"]),
        "IPYTHONDIR": str(folder["ipython"]),
        "MPLCONFIGDIR": str(folder["matplotlib"]),
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])),
    }
    options = [
        "--no-browser",
        "--ip=127.0.0.1",
        "--port=0",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={secrets.token_hex(16)}",
        f"--ServerApp.root_dir={folder['work']}",
        "--allow-root",
        "--LabApp.expose_app_in_browser=True",
    ]
    with open(home / "log", "w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options], env=environment, stdout=log, stderr=log
        )
    try:
        yield _address(process, folder["runtime"], home / "log"), folder["work"]
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _address(process: subprocess.Popen, runtime: Path, log: Path) -> str:
    file = runtime / f"jpserver-{process.pid}.json"
    for _ in range(3000):  # a busy machine takes minutes
        if process.poll() is not None:
            break
        if file.exists() and file.stat().st_size:
            found = json.loads(file.read_text())
            try:
                urllib.request.urlopen(f"{found['url']}api", timeout=5).read()
                return f"{found['url']}lab?token={found['token']}"
            except OSError:
                pass
        time.sleep(0.1)
    raise RuntimeError("JupyterLab did not start:\n" + log.read_text())


JUPYTERS_OWN = [
    "/api/workspaces",  # it asks for a workspace, and for a file's checkpoints, before there are any
    "status of 404",
    "Canceled future",  # a kernel that is restarted answers nothing that it was asked before
]


class Lab:
    """The page: opens notebooks, runs them, and keeps what goes wrong."""

    def __init__(self, page: Any, folder: Path):
        self.page, self.folder, self.trouble = page, folder, list[str]()
        page.on("console", lambda message: self._note(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self._note(f"{error}\n{error.stack}"))
        page.on(
            "response", lambda answer: self._note(f"{answer.status} {answer.url}") if answer.status >= 400 else None
        )

    def _note(self, text: str) -> None:
        if not any(part in text for part in JUPYTERS_OWN):
            self.trouble.append(text)

    def run(self, name: str, *cells: str) -> None:
        """Open a new notebook with these cells and run all of them."""
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        nbformat.write(notebook, self.folder / f"{name}.ipynb")
        self.open(name)
        self.run_again()

    def run_in(self, name: str, cell: str) -> None:
        """Run a cell in the notebook of that name, which is opened once: a kernel takes its time to start."""
        if not (self.folder / f"{name}.ipynb").exists():
            self.run(name, cell)
            return
        self.open(name)
        self.page.evaluate(f"cell => {{ {CELLS}[0].model.sharedModel.setSource(cell) }}", cell)
        self.run_again()

    def open(self, name: str) -> None:
        """Open a notebook, and wait until its kernel is there."""
        self.page.evaluate(
            "name => { jupyterapp.commands.execute('docmanager:open', {path: name, factory: 'Notebook'}) }",
            f"{name}.ipynb",
        )
        self.page.wait_for_function(
            """name => { const context = jupyterapp.shell.currentWidget?.context, session = context?.sessionContext;
            const kernel = session?.session?.kernel;
            return context?.path === name && context.isReady && session.isReady
              && kernel?.connectionStatus === 'connected' && kernel.status === 'idle' }""",
            arg=f"{name}.ipynb",
            timeout=60_000,
        )

    def come_back_to(self, name: str, testid: str) -> None:
        """Save the notebook that is open, end its kernel, and open it again, the next day: its widget is there.

        If the kernel is connected late, JupyterLab's manager of widgets looks for what it kept before that is loaded,
        and then says that there is no model, until the notebook is opened once more.
        """
        self.page.evaluate("async () => { await jupyterapp.shell.currentWidget.context.save() }")
        too_early = self.panel.get_by_text("model not found")
        for _ in range(5):
            self.page.evaluate(
                """async () => { const panel = jupyterapp.shell.currentWidget;
                await panel.sessionContext.shutdown(); panel.dispose() }"""
            )
            self.open(name)
            self.shown(testid).or_(too_early).first.wait_for()
            if not too_early.count():
                return
            self.trouble.clear()

    def run_again(self) -> None:
        """Run all cells of the notebook that is open, and wait until they are done."""
        self.page.evaluate(f"() => {{ for (const cell of {CELLS}) cell.model.executionCount = null }}")
        self.page.evaluate("() => { jupyterapp.commands.execute('notebook:run-all-cells') }")
        self.page.wait_for_function(
            f"() => {CELLS}.every(({{model}}) => model.executionCount && model.executionState !== 'running')",
            timeout=60_000,
        )

    def restart(self) -> None:
        """Restart the kernel, and wait until it is there again."""
        self.page.evaluate("() => { jupyterapp.shell.currentWidget.context.sessionContext.restartKernel() }")
        kernel = "jupyterapp.shell.currentWidget.context.sessionContext.session.kernel"
        self.page.wait_for_function(f"() => /restarting/.test({kernel}.status)")
        self.page.wait_for_function(f"() => {kernel}.connectionStatus === 'connected' && {kernel}.status === 'idle'")

    def python(self, code: str) -> Any:
        """The value of an expression in the kernel of the notebook that is open."""
        return self.page.evaluate(
            """async code => { const kernel = jupyterapp.shell.currentWidget.context.sessionContext.session.kernel;
            const reply = await kernel.requestExecute({code: '', user_expressions: {it: code}}).done;
            const it = reply.content.user_expressions.it;
            return it.status === 'ok' ? it.data['text/plain'] : `${it.ename}: ${it.evalue}` }""",
            code,
        )

    @property
    def panel(self) -> Any:
        """The notebook that is open; others may be behind it."""
        return self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")

    def as_seen(self) -> str:
        """What is on the page now, for who reads of a failure later."""
        kernel = "jupyterapp.shell.currentWidget.context.sessionContext.session.kernel"
        status = self.page.evaluate(f"() => `${{{kernel}.status}}, ${{{kernel}.connectionStatus}}`")
        focused = self.page.evaluate("() => document.activeElement.outerHTML.slice(0, 300)")
        dialogs = self.page.locator(".jp-Dialog").all_inner_texts()
        return "\n".join([f"kernel: {status}", f"focus: {focused}", *dialogs, *self.trouble, self.panel.inner_text()])

    def shown(self, testid: str) -> Any:
        """The widgets of a kind in the notebook that is open, as many as there are."""
        return self.panel.locator(f"[data-testid={testid}][data-ready='1']")

    @contextmanager
    def width(self, width: int, height: int = HEIGHT) -> Iterator[None]:
        """The page is that wide, and that high, for a while."""
        self.page.set_viewport_size({"width": width, "height": height})
        try:
            yield
        finally:
            self.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})

    @contextmanager
    def dark(self) -> Iterator[None]:
        """JupyterLab is dark for a while."""
        self._set_theme("JupyterLab Dark")
        try:
            yield
        finally:
            self._set_theme("JupyterLab Light")

    def _set_theme(self, name: str) -> None:
        self.page.evaluate("name => { jupyterapp.commands.execute('apputils:change-theme', {theme: name}) }", name)
        light = "true" if "Light" in name else "false"
        self.page.wait_for_selector(f"body[data-jp-theme-light='{light}']", state="attached", timeout=60_000)
        self.page.wait_for_selector("#jupyterlab-splash", state="detached")  # else two of them trip over each other


CELLS = "jupyterapp.shell.currentWidget.content.widgets.filter(cell => cell.model.type === 'code')"


@pytest.fixture(scope="session")
def lab(browser: Any, server: tuple[str, Path]) -> Iterator[Lab]:
    address, folder = server
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    page.set_default_timeout(PATIENCE)
    page.add_init_script(MORE_PATIENCE)
    lab = Lab(page, folder)
    page.goto(address)
    page.wait_for_function("() => window.jupyterapp?.shell?.currentWidget", timeout=60_000)
    page.evaluate("() => { jupyterapp.shell.collapseLeft() }")
    yield lab
    page.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failure comes with what was on the page."""
    report = yield
    used = getattr(item, "funcargs", {})
    if report.when == "call" and report.failed and "lab" in used:
        report.sections.append(("The page", used["lab"].as_seen()))
    return report


@pytest.fixture(autouse=True)
def _no_error_on_the_console(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever a test looks at, the browser has nothing to complain of."""
    if "lab" not in request.fixturenames:
        yield
        return
    lab: Lab = request.getfixturevalue("lab")
    lab.trouble.clear()
    yield
    assert lab.trouble == []
