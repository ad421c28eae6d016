"""The course as a static site, in a real browser, with no server but the one on this machine."""

import json
import re
import zipfile

import pytest

from tests import needs
from tests.project.test_structure import PUBLIC
from tests.widgets.browser.conftest import CELLS, ROOT
from tests.widgets.browser.test_axe import AXE, RULES
from tests.widgets.browser.tools import expect

PAGES = ["*.html", "lessons/*.html", "guides/*.html", "reference/**/*.html"]
PATIENCE = 300_000  # Python is loaded first, and the machine may be busy

WRONG = """\
from math import inf

def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    value = -inf if maximizing else inf
    for move in moves:
        result = alphabeta(state.forecast_move(move), depth - 1, -inf, inf, not maximizing, evaluate)
        value = max(value, result) if maximizing else min(value, result)
        if maximizing:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value
"""


@pytest.fixture(scope="module")
def pages(browser):
    """Opens pages, and notes all that they ask for and complain of."""
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    page.set_default_timeout(30_000)
    page.asked, page.complaints = [], []
    page.on("request", lambda request: page.asked.append(request.url))
    page.on("console", lambda message: page.complaints.append(message) if message.type == "error" else None)
    page.on("pageerror", lambda error: page.complaints.append(error))
    yield page
    page.close()


def step_once(stepper):
    before = stepper.get_by_test_id("story").inner_text()
    stepper.get_by_test_id("forward").click()
    expect(stepper.get_by_test_id("story")).not_to_have_text(before)


def test_a_lesson_opened_from_a_file_can_be_stepped_through(pages, site):
    pages.goto((site.folder / "lessons" / "02_minimax.html").as_uri())
    living = pages.locator(".living [data-testid=step-through][data-ready='1']")
    expect(living).to_have_count(3)
    second = living.nth(1)
    step_once(second)
    assert pages.locator(".still:visible").count() == 0


@pytest.mark.exhaustive
def test_the_bench_does_not_wait_for_its_editor(pages, site):
    held = []
    pages.route("**/codemirror.js", lambda route: held.append(route))
    pages.goto(f"{site.address}/bench.html")
    step_once(pages.get_by_test_id("step-through"))
    expect(pages.locator("#editor pre")).to_contain_text("def alphabeta(state")
    [editor] = held
    editor.continue_()
    expect(pages.locator(".cm-line.mark-now")).to_contain_text("alphabeta")
    expect(pages.locator("#editor pre")).to_have_count(0)
    pages.unroute("**/codemirror.js")


@pytest.mark.exhaustive
def test_on_paper_a_lesson_shows_the_still_pictures(pages, site):
    pages.goto((site.folder / "lessons" / "02_minimax.html").as_uri())
    expect(pages.locator(".living")).to_have_count(3)
    pages.emulate_media(media="print")
    assert pages.locator(".still:visible img").count() >= 3
    assert pages.locator(".live:visible, nav:visible").count() == 0
    pages.emulate_media(media="screen")


@pytest.mark.exhaustive
def test_links_between_the_pages_of_the_site_lead_somewhere(site):
    wrong, seen = [], 0
    lessons = {f"{path.stem}.html" for path in (ROOT / "notebooks").glob("*.ipynb")}  # of which only one is built here
    for path in (file for pattern in PAGES for file in site.folder.glob(pattern)):
        for link in re.findall(r'(?:href|src)="([^"#?$]+)', path.read_text(encoding="utf-8")):
            if not re.match("https?:|data:", link) and link.split("lessons/")[-1] not in lessons:
                seen += 1
                wrong += [] if (path.parent / link).is_file() else [f"{path.name}: {link}"]
    assert wrong == []
    assert seen > 20


@pytest.mark.exhaustive
def test_what_the_bench_loads_is_compiled_for_the_python_of_the_browser(site):
    lock = json.loads((site.folder / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    tag = "cpython-" + "".join(lock["info"]["python"].split(".")[:2])
    with zipfile.ZipFile(site.folder / "minimax_lab.zip") as own:
        for name in ("workbench", "minimax_lab/trace/story", "minimax_lab/check/report"):
            folder, _, module = name.rpartition("/")
            compiled = own.read(f"{folder}/__pycache__/{module}.{tag}.pyc".lstrip("/"))
            assert compiled[4:8] == b"\x01\0\0\0"  # by hash, and never compared: Python takes it as it is
            assert f"{name}.py" in own.namelist()  # the source, to be shown
    with zipfile.ZipFile(site.folder / "pyodide" / "python_stdlib.zip") as library:
        assert {"json/__init__.py", "json/__init__.pyc"} <= {*library.namelist()}


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "page", ["index.html", "bench.html", "break.html", "lessons/02_minimax.html", "guides/instructors.html"]
)
def test_no_page_is_wider_than_a_phone(pages, site, page):
    pages.set_viewport_size({"width": 390, "height": 800})
    pages.goto(f"{site.address}/{page}")
    assert pages.evaluate("document.documentElement.scrollWidth") == 390
    pages.set_viewport_size({"width": 1400, "height": 1000})


READ = [
    "index",
    "bench",
    "break",
    "search",
    "404",
    "lessons/index",
    "lessons/02_minimax",
    "guides/instructors",
    "guides/index",
]


@pytest.mark.exhaustive
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_kind_of_page(pages, site, scheme):
    needs.node("axe-core")
    pages.emulate_media(color_scheme=scheme)
    found = {}
    for name in READ:
        pages.goto(f"{site.address}/{name}.html")
        pages.wait_for_timeout(300)
        pages.evaluate(AXE.read_text(encoding="utf-8"))
        found[name] = pages.evaluate(
            """async (rules) => (await axe.run({ runOnly: rules })).violations.flatMap(({ id, nodes }) =>
            nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} | ${failureSummary}`))""",
            RULES,
        )
    pages.emulate_media(color_scheme="light")
    assert {name: faults for name, faults in found.items() if faults} == {}


PLACES = {  # of a page in the header
    "index": "minimax_lab",
    "lessons/index": "Course",
    "lessons/02_minimax": "Course",
    "bench": "Bench",
    "break": "Break it",
    "guides/instructors": "Teachers",
    "guides/index": "Teachers",
    "reference/minimax_lab/search": "Reference",
    "search": "Search",
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [1400, 390])
def test_every_kind_of_page_is_marked_in_the_header(pages, site, width):
    pages.set_viewport_size({"width": width, "height": 1000})
    for name, place in PLACES.items():
        pages.goto(f"{site.address}/{name}.html")
        current = pages.locator("header.site [aria-current=page]")
        expect(current).to_have_text(place)
        expect(current).to_be_visible()
        assert current.evaluate("each => getComputedStyle(each).boxShadow") != "none"
    pages.goto(f"{site.address}/404.html")
    expect(pages.locator("header.site [aria-current]")).to_have_count(0)
    pages.set_viewport_size({"width": 1400, "height": 1000})


@pytest.mark.exhaustive
@pytest.mark.parametrize("module", PUBLIC)
def test_the_reference_explains_every_public_name(site, module):
    text = (site.folder / "reference" / "minimax_lab" / f"{module}.html").read_text(encoding="utf-8")
    assert [name for name in PUBLIC[module].split() if f'id="{name}"' not in text] == []


@pytest.mark.exhaustive
def test_the_entrance_of_jupyterlite_says_how_much_is_loaded_and_leads_back(pages, site):
    files = [*(site.folder / "pyodide").iterdir(), *(site.folder / "lite" / "packages").glob("*.whl")]
    sizes = {file.name.removesuffix(".gz"): file.stat().st_size for file in sorted(files)}  # compressed, if so
    page = (site.folder / "lite" / "lab" / "index.html").read_text(encoding="utf-8")
    said = int(re.search(r"(\d+) MB or more", page)[1]) * 1e6
    assert 0.75 * said < sum(sizes.values()) < said  # and JupyterLab itself, which is small
    for link in re.findall(r'<a href="([^"]+)"', page):
        assert (site.folder / "lite" / "lab" / link).resolve().is_file()


@pytest.mark.exhaustive
def test_the_entrance_of_jupyterlite_is_dark_where_the_other_pages_are_and_has_their_icon(pages, site):
    pages.emulate_media(color_scheme="dark")
    pages.goto(f"{site.address}/lite/lab/index.html", wait_until="domcontentloaded")
    entrance = "getComputedStyle(document.querySelector('#jupyterlite-loading-indicator')).backgroundColor"
    assert pages.evaluate(entrance) == "rgb(18, 22, 29)"
    assert pages.evaluate("async () => (await fetch(document.querySelector('[rel=icon]').href)).ok")
    pages.wait_for_selector("body[data-jp-theme-light='false']", state="attached", timeout=PATIENCE)
    pages.emulate_media(color_scheme="light")


@pytest.mark.exhaustive
def test_an_address_that_does_not_exist_is_answered_in_every_folder_with_ways_on(pages, site):
    for missing in "nothing.html", "lessons/nothing.html", "guides/no/such/page.html":
        pages.goto(f"{site.address}/{missing}")
        for name, place in {"The front page": "index", "The course": "lessons/index", "The bench": "bench"}.items():
            link = pages.get_by_role("link", name=name)
            pages.wait_for_function("each => getComputedStyle(each).display === 'flex'", arg=link.element_handle())
            assert link.evaluate("each => each.href") == f"{site.address}/{place}.html"
    pages.complaints.clear()  # of the addresses that do not exist


@pytest.mark.exhaustive
def test_the_search_marks_what_was_found_and_shows_the_place_where_it_stands(pages, site):
    pages.goto(f"{site.address}/search.html?for=MIN+(lists)")
    expect(pages.locator("#count")).to_contain_text("found")
    pages.fill("#words", "minimax leaf")
    expect(pages.locator(".found mark").first).to_be_visible()
    for entry in pages.locator(".found li").all():
        words = {word.lower() for word in entry.locator("mark").all_inner_texts()}
        assert set() < words <= {"minimax", "leaf"}, entry.inner_text()


def open_notebook(page, address, name):
    """A notebook in JupyterLite, when its Python is ready."""
    if "/lite/" not in page.url:
        page.goto(f"{address}/lite/lab/index.html")
        page.wait_for_function("() => window.jupyterapp?.shell?.currentWidget", timeout=PATIENCE)
    page.evaluate("name => { jupyterapp.commands.execute('docmanager:open', {path: name, factory: 'Notebook'}) }", name)
    page.wait_for_function(
        """name => { const context = jupyterapp.shell.currentWidget?.context;
        const session = context?.sessionContext, kernel = session?.session?.kernel;
        return context?.path === name && context.isReady && session.isReady
          && kernel?.connectionStatus === 'connected' && kernel.status === 'idle' }""",
        arg=name,
        timeout=PATIENCE,
    )


def run_all(page):
    """Run all cells; the errors that were shown."""
    page.evaluate(f"() => {{ for (const cell of {CELLS}) cell.model.executionCount = null }}")
    page.evaluate("() => { jupyterapp.commands.execute('notebook:run-all-cells') }")
    page.wait_for_function(
        f"() => {CELLS}.every(({{model}}) => model.executionCount && model.executionState !== 'running')",
        timeout=PATIENCE,
    )
    return page.evaluate(
        f"() => {CELLS}.flatMap(({{model}}) => model.outputs.toJSON().filter(each => each.output_type === 'error'))"
    )


@pytest.mark.exhaustive
def test_lesson_2_runs_in_jupyterlite_and_is_stepped_through(pages, site):
    open_notebook(pages, site.address, "02_minimax.ipynb")
    assert run_all(pages) == []
    stepper = pages.locator("[data-testid=step-through][data-ready='1']").nth(1)
    step_once(stepper)


@pytest.mark.exhaustive
def test_a_wrong_alphabeta_in_exercise_4_is_diagnosed_in_jupyterlite(pages, site):
    open_notebook(pages, site.address, "exercises/04_alpha_beta.ipynb")
    pages.evaluate(
        f"""code => {{ const cell = {CELLS}.find(({{model}}) => /def alphabeta/.test(model.sharedModel.source));
        cell.model.sharedModel.setSource(code) }}""",
        WRONG,
    )
    assert run_all(pages) == []
    shown = pages.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
    expect(shown).to_contain_text("The window is not passed down")


@pytest.mark.exhaustive
def test_a_cell_in_jupyterlite_that_needs_numpy_says_so_and_the_next_one_runs(pages, site):
    open_notebook(pages, site.address, "exercises/04_alpha_beta.ipynb")
    pages.evaluate(
        f"""() => {{ const sources = ["import numpy as np", "np.zeros(3)", "print('after', 6 * 7)"];
        for (const {{model}} of {CELLS}) model.sharedModel.setSource(sources.shift() ?? "0") }}"""
    )
    assert run_all(pages) == []
    shown = pages.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
    expect(shown).to_contain_text("This cell needs numpy, which this site does not have.")
    expect(shown).to_contain_text("This cell needs `np` from an earlier cell, which needs numpy.")
    expect(shown).to_contain_text("after 42")


@pytest.mark.exhaustive
def test_no_request_leaves_the_machine_and_nothing_is_complained_of(pages, site):
    hosts = {url.split("/")[2].split(":")[0] for url in pages.asked if url.startswith("http")}
    assert hosts == {"127.0.0.1"}
    # a browser asks every server for this one, and the site may be in any folder of it
    own = [each for each in pages.complaints if not str(getattr(each, "location", {})).count("/favicon.ico")]
    assert [str(getattr(each, "text", each)) for each in own] == []
