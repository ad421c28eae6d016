"""Slides come from the lessons themselves: nothing is lost but the appendix, though some of it is the speaker's."""

import re
from html import unescape
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from minimax_lab.app import launch
from minimax_lab.app import slides as command
from minimax_lab.app.slides import _lesson, slides, write_slides

ROOT = Path(__file__).parents[2]
LESSONS = sorted((ROOT / "notebooks").glob("[0-9]*.ipynb"))
SHOWN = [new_output("stream", text="shown")]


def on_slides(*cells):
    """(section, text) of each slide."""
    made = slides(new_notebook(cells=[*cells]))
    return [(slide.section, " ".join(re.sub("<[^>]+>", "", "".join(slide.parts)).split())) for slide in made]


def test_a_heading_begins_a_slide_and_an_appendix_is_left_out():
    text = "# Title\n\nHello.\n\n## First\n\nOne.\n\n## Second\n\nTwo.\n\n## Appendix (optional): more\n\nThree."
    assert on_slides(new_markdown_cell(text)) == [
        ("Title", "Title Hello."),
        ("First", "First One."),
        ("Second", "Second Two."),
    ]


PICTURE = [new_output("display_data", {"text/html": "<img src='data:,'>"})]


def test_a_picture_has_the_sentence_before_it_and_the_one_after_it_beside_it():
    long = "many words " * 45
    cells = [new_markdown_cell(f"## A\n\n{long}\n\nLook:"), new_code_cell("draw()", outputs=PICTURE)]
    cells += [new_markdown_cell("We saw it.\n\nA new idea.")]
    assert on_slides(*cells) == [("A", f"A {long.strip()}"), ("A", "Look: draw() We saw it."), ("A", "A new idea.")]


def test_a_full_slide_goes_on_with_its_section_on_the_next_and_a_list_stays_whole():
    text = "## A\n\n" + "many words " * 40 + "\n\nThree:\n\n- one\n- two\n" + "- more words\n" * 20
    assert [len(text) > 200 for _, text in on_slides(new_markdown_cell(text))] == [True, True]
    assert on_slides(new_markdown_cell(text))[1][1].startswith("Three: one two")


def test_code_is_on_the_slide_where_it_is_the_subject_and_else_waits_for_a_key():
    def is_hidden(cell):
        [slide] = slides(new_notebook(cells=[new_markdown_cell("## A"), cell]))
        return '<div class="plumbing">' in "".join(slide.parts)

    assert is_hidden(new_code_cell("draw()", outputs=PICTURE))
    assert is_hidden(new_code_cell("import this"))
    assert is_hidden(new_code_cell("\n".join(["x = 1"] * 12), outputs=SHOWN))
    plot = [new_output("display_data", {"image/png": "AAAA"})]
    assert is_hidden(new_code_cell("def f():\n    return 1\n\nplot(f)", outputs=plot)), "a means to a picture"
    assert is_hidden(new_code_cell("print(f'{6 * 7} of {50}')", outputs=SHOWN)), "it says how to print"
    assert is_hidden(new_code_cell("def f():\n    return 1", metadata={"tags": ["hide-input"]}))
    assert is_hidden(new_code_cell("chosen = None  # YOUR CODE HERE"))
    assert not is_hidden(new_code_cell("def f():\n    return 1"))
    assert not is_hidden(new_code_cell("6 * 7", outputs=SHOWN))


def test_what_answers_a_question_waits_for_a_key():
    asked = new_markdown_cell("## A\n\nHow many are there?")
    [slide] = slides(new_notebook(cells=[asked, new_code_cell("6 * 7", outputs=SHOWN), new_markdown_cell("Many.")]))
    assert [part.startswith('<div class="fragment">') for part in slide.parts] == [False, False, False, True, True]
    [slide] = slides(new_notebook(cells=[asked, new_code_cell("draw()", outputs=PICTURE), new_markdown_cell("Many.")]))
    assert [part.startswith('<div class="fragment">') for part in slide.parts] == [False, False, False, True]


def test_a_picture_does_not_stand_below_print_that_is_too_wide_to_stand_beside_it():
    def shown(text):
        outputs = [new_output("stream", text=text), *PICTURE]
        return on_slides(new_markdown_cell("## A"), new_code_cell("draw()", outputs=outputs))

    assert len(shown("narrow")) == 1
    assert len(shown("wide " * 20)) == 2


def test_a_widget_has_the_question_before_it_though_code_that_nobody_sees_comes_between():
    cells = [new_markdown_cell("## A\n\n" + "many words " * 50 + "\n\nWhich?"), new_code_cell("import this")]
    assert [text for _, text in on_slides(*cells, new_code_cell("draw()", outputs=PICTURE))][1:] == [
        "Which? import this draw()"
    ]


def test_what_a_cell_says_of_code_that_is_still_to_be_written_is_on_no_slide():
    gap = new_code_cell("def f(x):\n    # YOUR CODE HERE\n    ...", outputs=[new_output("stream", text="a report")])
    open_ = new_code_cell("chosen = None  # YOUR CODE HERE")
    reports = [
        new_code_cell(f"print({name})", outputs=[new_output("stream", text="a report")]) for name in ("f", "chosen")
    ]
    other = new_code_cell("6 * 7", outputs=SHOWN)
    shown = "".join(
        part
        for slide in slides(new_notebook(cells=[new_markdown_cell("## A"), gap, open_, *reports, other]))
        for part in slide.parts
    )
    assert "a report" not in shown
    assert "shown" in shown
    assert shown.count("YOUR CODE HERE") == 2


def test_each_finding_of_a_report_and_each_picture_has_a_slide_of_its_own():
    finding = "<div data-state='not-yet' data-code='{0}'><p>finding {0}</p></div>"
    report = new_output("display_data", {"text/html": "<h4>Title</h4> " + finding.format(1) + finding.format(2)})
    [_, *found] = on_slides(
        new_markdown_cell("## A\n\n" + "many words " * 50), new_code_cell("c()", outputs=[report, *PICTURE])
    )
    assert [text for _, text in found] == ["c() Title finding 1", "finding 2", ""]


def test_a_slide_that_would_be_nearly_empty_joins_its_neighbour_but_not_a_question_whose_answer_is_hidden():
    long = "many words " * 45
    heading = new_markdown_cell("## A\n\nA few words.")
    assert len(on_slides(heading, new_code_cell("draw()", outputs=PICTURE))) == 1
    two = new_markdown_cell(f"## A\n\n### One\n\n{long}\n\n### Two")
    assert [text for _, text in on_slides(two)] == [f"A One {long.strip()}", "Two"]
    assert [text for _, text in on_slides(new_markdown_cell(f"## A\n\n{QUESTION}\n\nSo it was."))][1:] == ["So it was."]
    printed = [new_code_cell("6 * 7", outputs=SHOWN)]
    assert len(on_slides(new_markdown_cell("## A"), *printed, *printed)) == 1


def test_a_hall_is_not_told_what_only_a_single_reader_can_do():
    text = "## A\n\nWho wins? Click on your answer. Run the cell to see who. Run the cells, and count. Run the cell."
    assert on_slides(new_markdown_cell(text)) == [("A", "A Who wins? We shall see who. Count.")]


def test_an_answer_that_begins_with_a_number_is_no_list():
    [slide] = slides(new_notebook(cells=[new_markdown_cell("## A\n\n225. Five moves.")]))
    assert "<ol" not in "".join(slide.parts)
    assert "225. Five moves." in "".join(slide.parts)


def test_long_code_goes_on_where_a_line_is_empty():
    source = "\n\n".join(f"def f{i}():\n" + "    pass\n" * 6 for i in range(5))
    made = slides(new_notebook(cells=[new_markdown_cell("## A"), new_code_cell(source)]))
    assert [re.findall(r"f\d", "".join(slide.parts)) for slide in made] == [["f0", "f1"], ["f2", "f3"], ["f4"]]


QUESTION = """**How many?**

<details><summary>one</summary>

✗ Count again.

</details>
<details><summary>two</summary>

✓ Two it is.

</details>
"""


def test_a_question_shows_its_options_then_the_answer_and_what_to_say_to_others_is_for_the_speaker():
    [slide] = slides(new_notebook(cells=[new_markdown_cell(f"## A\n\n{QUESTION}")]))
    options, answer = slide.parts[2:]
    assert re.findall(r'<li class="(\w+)">(\w+)</li>', options) == [("wrong", "one"), ("right", "two")]
    assert answer.startswith('<div class="fragment">')
    assert "Two it is." in answer
    assert "About 3 minutes," in slide.notes[0]
    assert "Count again." not in "".join(slide.parts)
    assert "Count again." in "".join(slide.notes)


def test_what_is_folded_away_and_the_time_are_for_the_speaker_alone():
    folded = "<details><summary>A hint</summary>\n\nLook.\n\n</details>"
    text = f"# L\n\nHello.\n\n**Time** about 30 minutes. **Builds on** nothing.\n\n{folded}"
    [slide] = slides(new_notebook(cells=[new_markdown_cell(text)]))
    assert not any(word in "".join(slide.parts) for word in ("Time", "Look"))
    assert all(word in "".join(slide.notes) for word in ("Builds on", "Look", "About 1 minute,"))


def test_metadata_says_otherwise():
    def tagged(kind, text):
        return new_markdown_cell(text, metadata={"slideshow": {"slide_type": kind}})

    cells = [new_markdown_cell("## A"), tagged("skip", "skipped"), tagged("slide", "new"), tagged("notes", "said")]
    assert on_slides(*cells) == [("A", "A"), ("A", "new")]
    made = slides(new_notebook(cells=cells))
    assert "said" in made[-1].notes[0]


def test_a_fragment_stays_on_its_slide_and_waits_for_a_key():
    fragment = new_code_cell("x = 1", outputs=SHOWN, metadata={"slideshow": {"slide_type": "fragment"}})
    (made,) = slides(new_notebook(cells=[new_markdown_cell("## A\n\n" + "many words " * 50), fragment]))
    assert made.parts[-1].startswith('<div class="fragment">')


def test_slides_need_neither_node_nor_its_packages(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(command, "MERMAID", tmp_path / "mermaid.js")
    text = "# A lesson\n\n$b^d$ and [an exercise](exercises/03_minimax.ipynb)\n\n```mermaid\ngraph TD\n```"
    nbformat.write(new_notebook(cells=[new_markdown_cell(text), new_code_cell("6 * 7")]), tmp_path / "lesson.ipynb")
    made = write_slides(tmp_path / "lesson.ipynb", tmp_path / "out").read_text(encoding="utf-8")
    assert "<title>A lesson</title>" in made
    assert "<msup><mi>b</mi><mi>d</mi></msup>" in made
    assert "and an exercise" in made, "there is nothing that the link could lead to"
    assert ">graph TD" in made
    assert "42" in made


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_every_section_and_every_cell_of_a_lesson_is_on_a_slide(path):
    notebook = nbformat.read(path, as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    wanted = [heading for heading in re.findall(r"^##? (.+)$", text, re.M) if not heading.startswith("Appendix")]
    made = slides(notebook)
    assert [slide.section for slide in made if not slide.goes_on] == wanted
    shown = "".join(part for slide in made for part in slide.parts)
    first_appendix = next(
        (i for i, cell in enumerate(notebook.cells) if "## Appendix" in cell.source), len(notebook.cells)
    )
    words = "".join(unescape(re.sub("<[^>]+>", "", shown)).split())
    for cell in notebook.cells[:first_appendix]:
        for block in cell.source.split("\n\n") if cell.cell_type == "code" else []:
            assert "".join(block.split()) in words
    assert [i for i, slide in enumerate(made) if not has_something(slide)] == []


def has_something(slide):
    """Whether anything can be seen on a slide, though its hidden code is not."""
    visible = re.sub('<div class="plumbing">.*?</pre></div>', "", "".join(slide.parts), flags=re.DOTALL)
    return bool(re.search("<img|<svg", visible) or re.sub("<[^>]+>", "", visible).strip())


@pytest.mark.parametrize(
    ("asked", "lesson"),
    [("0", "00_start_here"), ("05", "05_evaluation"), ("5b", "05b_does_it_help"), ("10", "10_rps_solved")],
)
def test_a_lesson_is_known_by_its_number(asked, lesson):
    assert _lesson(asked).stem == lesson


def test_a_lesson_that_does_not_exist_is_told_with_those_that_do(capsys):
    assert launch.main(["slides", "44"]) == 2
    assert "there is no lesson 44; there are 00_start_here, 01_game_trees" in capsys.readouterr().err
