"""The lessons keep their beat: the student acts first, and answers before the answer is on the screen."""

import ast
import re
from itertools import groupby
from pathlib import Path

import nbformat
import pytest

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
LESSONS = sorted(NOTEBOOKS.glob("[01][0-9]*_*.ipynb"))
ASKS = re.compile(r"Quiz\(|EvaluationExplorer\(|PlayGame\(|TreeEditor\(|predict=True")  # answered by clicking
PREDICTS = re.compile(r"\*\*(Predict|Guess)")

each_lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)


def cells_of(path):
    return nbformat.read(path, as_version=4).cells


def prose(path):
    return "\n\n".join(cell.source for cell in cells_of(path) if cell.cell_type == "markdown")


def predictions(path):
    """(what is asked, the cell that shows the answer) of each prediction."""
    cells = cells_of(path)
    for number, cell in enumerate(cells):
        if cell.cell_type == "markdown" and PREDICTS.search(cell.source):
            yield cell.source[PREDICTS.search(cell.source).start() :], next(c for c in cells[number:] if "outputs" in c)


def begins_with_an_answer_to_fill_in(source):
    first = ast.parse(source).body[0]
    try:
        return isinstance(first, ast.Assign) and (ast.literal_eval(first.value), True)[1]
    except ValueError:
        return False


@each_lesson
def test_a_prediction_can_be_answered_in_the_notebook(path):
    asked = [*predictions(path)]
    assert len(asked) >= 2
    for question, cell in asked:
        clicks = question.count("<details>") >= 2
        assert clicks or ASKS.search(cell.source) or begins_with_an_answer_to_fill_in(cell.source), question[:200]


@each_lesson
def test_the_answer_to_a_prediction_is_not_on_the_screen_before_its_cell_is_run(path):
    """JupyterLab folds outputs that are marked so, and unfolds them when the cell is run."""
    for question, cell in predictions(path):
        hidden = cell.metadata.get("jupyter", {}).get("outputs_hidden", False)
        assert hidden or not cell.outputs or ASKS.search(cell.source), question[:200]


@each_lesson
def test_a_lesson_opens_and_closes_like_the_others(path):
    first, text = cells_of(path)[0].source, prose(path)
    for promise in "**After this lesson** you can", "**Time** ", "**Builds on** ", "](glossary.ipynb)":
        assert promise in first
    closing = [
        "## Summary",
        "## Questions",
        "<details><summary>Answers</summary>",
        "**Next**: ",
        "**Further reading**: ",
    ]
    places = [text.rindex(part) for part in closing]
    assert places == sorted(places)


@each_lesson
def test_never_more_than_three_cells_without_a_picture_a_widget_a_question_or_a_task(path):
    def is_idle(cell):
        if cell.cell_type == "markdown" or "YOUR CODE HERE" in cell.source or cell.source.startswith("%%"):
            return not re.search(r"\?|YOUR CODE HERE", cell.source)
        shown = {kind for output in cell.outputs for kind in output.get("data", {})}
        return not shown & {"text/html", "image/png"} and not begins_with_an_answer_to_fill_in(cell.source)

    runs = [len([*cells]) for idle, cells in groupby(cells_of(path), is_idle) if idle]
    assert max(runs, default=0) <= 3


def test_the_first_thing_to_do_is_in_the_second_cell():
    assert all(ASKS.search(cells_of(path)[1].source) for path in LESSONS)


def sections(path):
    """What stands under each heading, code too, by the name under which JupyterLab finds the heading."""
    found, place = {"": ""}, ""
    for cell in cells_of(path):
        first, *rest = (
            re.split(r"^#+ (.+)$", cell.source, flags=re.M)
            if cell.cell_type == "markdown"
            else [cell.source.replace("**", "")]
        )
        found[place] += first
        for heading, body in zip(rest[::2], rest[1::2], strict=True):
            place = heading.replace(" ", "-")
            found[place] = heading + body
    return found


def glossary():
    """Of each entry the names, what it says, and the lessons and sections that it links to."""
    rows = re.findall(r"^\| \*\*(.+?)\*\* \| (.+?) \| (.+?) \|$", prose(NOTEBOOKS / "glossary.ipynb"), re.M)
    for term, says, where in rows:
        links = re.findall(r"\]\(([01]\w+\.ipynb)#(.+?)\)(?=, \[|$)", where)
        yield re.sub(r"\w+ \(([αβ])\)", r"\1", term).removesuffix(" (K)").split(", "), says, links


def test_a_term_of_the_glossary_stands_in_the_section_that_it_links_to():
    """In the first lessons in bold. An entry may have another form of the word."""
    texts = {path.name: sections(path) for path in LESSONS}
    missing, found = [], 0
    for names, _, links in glossary():
        for lesson, place in links:
            text = texts[lesson].get(place, "")
            seen = " ".join(re.findall(r"\*\*(.+?)\*\*", text, re.S)) if lesson < "05" else text
            missing += [(name, lesson, place) for name in names if name.split()[0][:5].lower() not in seen.lower()]
            found += 1
    assert missing == []
    assert found > 120


def test_the_glossary_is_one_alphabet_and_a_word_that_is_linked_in_it_has_an_entry_under_that_letter():
    text, entries = prose(NOTEBOOKS / "glossary.ipynb"), {}
    letters = re.split(r"^## (.)$", text, flags=re.M)
    for letter, rows in zip(letters[1::2], letters[2::2], strict=True):
        terms = re.findall(r"^\| \*\*(.+?)\*\* \|", rows, re.M)
        assert terms == sorted(terms, key=lambda term: re.sub(r"\W", " ", term.lower()))
        assert {term[0].upper() for term in terms} == {letter}
        names = {name.lower() for term in terms for name in re.sub(r" \(.\)", "", term).split(", ")}
        entries |= {name: letter for name in names if name[0].upper() == letter}
    assert letters[1::2] == sorted(letters[1::2])
    links = re.findall(r"\[([^]]+)\]\(#(.)\)", text)
    wrong = [(word, to) for word, to in links if to not in {entries.get(name) for name in forms(word)} and word != to]
    assert wrong == []
    assert len(links) > 100


def test_a_lesson_links_to_the_letter_of_an_entry_of_the_glossary():
    links = [link for path in LESSONS for link in re.findall(r"\[([^]]+)\]\(glossary\.ipynb#(.*?)\)", prose(path))]
    names = {name for names, _, _ in glossary() for name in names}
    assert {(word, to) for word, to in links if to != word[0].upper() or word not in names} == set()
    assert len(links) > 5


# In bold because it matters there, not because it is a term
STRESSED = {
    *("and", "another move", "asks you first", "at least", "at most", "bold", "cannot matter", "cuts off", "down"),
    *("either", "equally strong", "every", "few replies", "five", "half", "ipywidgets", "knows nothing", "list"),
    *("networkx", "new", "nine", "nothing is decided", "numba", "one", "one whole number", "player 2 wins", "second"),
    *("smallest", "stopwatch", "strictly better", "the pair", "to MAX", "twice as deep", "two mistakes"),
    *("without material", "without position", "without relations", "your"),
}


def forms(word):
    """How the entry of a word may be called."""
    return {word.lower(), word.lower().removesuffix("s"), re.sub("ies$", "y", word.lower())}


def test_a_term_in_bold_has_an_entry_in_the_glossary():
    """Of this name; or of one that begins alike, if it links to that lesson: *passed* is a passed pawn in lesson 5."""
    linked = {name.lower(): {lesson for lesson, _ in links} for names, _, links in glossary() for name in names}
    missing, exercises = set(), (NOTEBOOKS / "exercises").glob("*.ipynb")
    for path in [*LESSONS, *exercises]:
        for bold in re.findall(r"(?<!\*)\*\*([^*]+)\*\*(?!\*)", prose(path)):
            word = " ".join(re.sub(r"\[(.+?)\]\(.+?\)", r"\1", bold).split())
            is_term = re.fullmatch(r"[^\W\dA-Z].*[\w)]|[αβ]", word) and word.count(" ") < 3
            alike = any(name[:5] == word[:5].lower() and path.name in lessons for name, lessons in linked.items())
            if is_term and word not in STRESSED and not forms(word) & {*linked} and not alike:
                missing.add((path.name, word))
    assert missing == set()


LOWEST = "def lowest(part):\n    return part if isinstance(part, int) else {}"
COUNT = (
    "def count_nodes(state):\n    children = [state.forecast_move(move) for move in state.get_legal_moves()]\n    {}"
)
CUT = """
def best_prize(boxes):
    best, looked_at = -inf, 0
    for box in boxes:
        worst = inf
        for prize in box:
            looked_at += 1
            worst = min(worst, prize)
            if {}:
                break
        best = max(best, worst)
    return best, looked_at
"""
TASKS = [
    ("02_minimax", LOWEST, "min(highest(each) for each in part)", "min(lowest(each) for each in part)"),
    (
        "03_isolation",
        COUNT,
        "return 1 + sum(map(count_nodes, children))",
        "return sum(map(count_nodes, children)) or 1",
    ),
    ("04_alpha_beta", CUT, "best >= worst", "best > worst"),
    ("04_alpha_beta", CUT, "best >= worst", "worst < 10"),
]


def report_on(lesson, written):
    """What the lesson's check says if the reader has written this function."""
    name = re.search(r"def (\w+)", written)[1]
    known = {"my_guess": None}
    for cell in cells_of(NOTEBOOKS / f"{lesson}.ipynb"):
        statements = ast.parse(cell.source).body if cell.cell_type == "code" else []
        if f"check.examples({name}" in cell.source:
            break
        imports = [each for each in statements if isinstance(each, ast.Import | ast.ImportFrom)]
        exec(compile(ast.Module(imports, []), lesson, "exec"), known)
    *before, last = [each for each in statements if getattr(each, "name", "") != name]
    exec(written, known)
    exec(compile(ast.Module(before, []), lesson, "exec"), known)
    return eval(ast.unparse(last), known)


@pytest.mark.parametrize(("lesson", "frame", "right", "wrong"), TASKS)
def test_what_a_lesson_asks_to_write_is_checked_on_the_spot(lesson, frame, right, wrong, monkeypatch):
    monkeypatch.setenv("MINIMAX_LAB_CHECKS", "here")
    assert report_on(lesson, frame.format(right)).passed
    assert not report_on(lesson, frame.format(wrong)).passed
