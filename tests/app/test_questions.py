"""The questions of the lessons are found in the lessons themselves, all of them."""

import json
import re
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from minimax_lab.app.questions import Option, Question, questions_of

LESSONS = sorted((Path(__file__).parents[2] / "notebooks").glob("[0-9]*.ipynb"))
CELL = """## The stack

Text before.

**Predict:** how many?

<details><summary>8</summary>

✗ No: look again.

</details>
<details><summary>4, <code>one</code> a level</summary>

✓ Yes.

Two paragraphs.

</details>

More text.

<details><summary>A hint</summary>

Not an option.

</details>
<details><summary>one</summary>◐ Nearly.</details>
"""


def test_a_question_has_its_heading_its_text_and_its_options(tmp_path):
    cells = [new_markdown_cell("# Lesson"), new_code_cell("1"), new_markdown_cell(CELL)]
    nbformat.write(new_notebook(cells=cells), tmp_path / "02_lesson.ipynb")
    options = (
        Option("8", "wrong", "No: look again."),
        Option("4, <code>one</code> a level", "right", "Yes.\n\nTwo paragraphs."),
    )
    assert questions_of(tmp_path / "02_lesson.ipynb") == [Question("**Predict:** how many?", options, "The stack")]


def test_every_marked_option_of_the_lessons_belongs_to_a_question():
    for lesson in LESSONS:
        cells = json.loads(lesson.read_text())["cells"]
        text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        found = questions_of(lesson)
        assert sum(len(question.options) for question in found) == len(re.findall(r"</summary>\s*[✓✗◐]", text))
        for question in found:
            assert question.text, lesson.stem
            assert any(option.verdict == "right" for option in question.options), question.text
