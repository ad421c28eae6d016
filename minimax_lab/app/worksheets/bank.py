"""Write the lessons' questions and generated ones for a learning platform, as Moodle XML or QTI 2.1."""

from __future__ import annotations

import argparse
import base64
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape, unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement
from zipfile import ZipFile

from minimax_lab.app.launch import notebook_folder
from minimax_lab.app.questions import questions_of
from minimax_lab.app.worksheets.lettered import letters
from minimax_lab.app.worksheets.questions import LEFT_TO_RIGHT, Task
from minimax_lab.app.worksheets.sheets import SHAPE, make_task
from minimax_lab.check.texts import by_hand
from minimax_lab.draw import board_svg
from minimax_lab.search import minimax
from minimax_lab.trace.words import value_text

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
PROCESSING = """<responseProcessing>
<responseCondition><responseIf>
<match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match>
<setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue>
</responseIf></responseCondition>
<setOutcomeValue identifier="FEEDBACK"><variable identifier="RESPONSE"/></setOutcomeValue>
</responseProcessing>"""
PACKAGING = "http://www.imsglobal.org/xsd/imscp_v1p1"


@dataclass(frozen=True)
class Answer:
    text: str  # HTML
    is_right: bool
    feedback: str = ""
    misconception: str = ""  # the name in the catalogue of what leads to it, if that is known


@dataclass(frozen=True)
class Item:
    """A question with its options; several may be right."""

    name: str
    objective: str
    text: str  # HTML
    answers: tuple[Answer, ...]
    picture: str = ""  # SVG
    about: str = field(default="", compare=False)  # the picture in words
    several: bool = False  # whether one may choose several, which must not depend on how many are right


def main(arguments: Sequence[str]) -> int:
    """Run `minimax-lab bank` with these arguments, and return its exit code."""
    parser = argparse.ArgumentParser("minimax-lab bank", description=__doc__)
    parser.add_argument("out", type=Path, metavar="FILE", help="questions.xml for Moodle, questions.zip for QTI 2.1")
    parser.add_argument(
        "--versions", type=int, default=10, metavar="N", help="of each generated question (default: 10)"
    )
    parser.add_argument("--seed", type=int, default=0, help="another seed gives other numbers (default: 0)")
    asked = parser.parse_args(arguments)
    if asked.out.suffix not in (".xml", ".zip"):
        print(f"minimax-lab bank: write to a .xml file (Moodle) or a .zip file (QTI), not {asked.out}", file=sys.stderr)
        return 2
    items = [*from_lessons(), *generated(asked.versions, asked.seed)]
    (write_moodle if asked.out.suffix == ".xml" else write_qti)(items, asked.out)
    print(f"{len(items)} questions: {asked.out}")
    return 0


def from_lessons() -> Iterator[Item]:
    """The questions that the lessons ask."""
    for lesson in sorted(notebook_folder().glob("[0-9]*.ipynb")):
        for number, asked in enumerate(questions_of(lesson), 1):
            read = (Answer(_html(each.text), each.verdict == "right", _html(each.feedback)) for each in asked.options)
            answers = tuple(read)
            several = sum(answer.is_right for answer in answers) > 1
            name, objective = f"{lesson.stem} {number}", f"{lesson.stem}: {asked.heading}"
            yield Item(name, objective, _html(asked.text), answers, several=several)


def generated(versions: int, seed: int) -> Iterator[Item]:
    """So many versions of each kind of question that can be asked with options."""
    for kind, options in OPTIONS.items():
        for version in range(1, versions + 1):
            task = make_task(kind, f"{seed} bank {version}", SHAPE)
            asked, answers = options(task)
            about = task.picture.picture().description
            picture, several = board_svg(task.picture) or "", kind in ("pruned", "isolation")
            yield Item(f"{kind} {version}", task.title, f"<p>{asked}</p>", answers, picture, about, several)


def _values(task: Task) -> tuple[str, tuple[Answer, ...]]:
    tree = task.picture.tree
    right = minimax(tree)
    wrong = {  # by the misconception that leads to it
        "roles-swapped": _the_other_way(tree.to_nested()),
        "skips-a-level": max(tree.leaves()),
        "no-running-best": minimax([*tree.children.values()][-1]),
        "flips-utility": -right,
    }
    answers = {right: Answer(value_text(right), True)}
    for code, value in wrong.items():
        text = by_hand.VALUES[code]
        answers.setdefault(value, Answer(value_text(value), False, escape(f"{text.title}. {text.hints[0]}"), code))
    return "▲ is MAX, ▼ is MIN. What is the root, A, worth?", tuple(answers[value] for value in sorted(answers))


def _the_other_way(nested: Any, is_max: bool = False) -> int:
    """The value if MAX took the smallest and MIN the largest."""
    if not isinstance(nested, list):
        return nested
    return (max if is_max else min)(_the_other_way(child, not is_max) for child in nested)


def _pruned(task: Task) -> tuple[str, tuple[Answer, ...]]:
    never = re.findall(r"\b[a-zA-Z]{1,2}\b", task.answers["never looked at"].replace(" and ", " "))
    names = sorted((name for path, name in letters(task.picture.tree).items() if path), key=str.swapcase)
    asked = "Which branches does it cut off? (A branch has the name of the node at its top.)"
    return f"{LEFT_TO_RIGHT} {asked}", tuple(Answer(name, name in never) for name in names)


def _isolation(task: Task) -> tuple[str, tuple[Answer, ...]]:
    winning, mover = task.answers["winning moves"], task.picture.active_player
    moves = [*map(str, task.picture.get_legal_moves()), "none"]
    rules = task.question.partition(" Write a cell")[0]
    asked = f"{escape(rules)} {mover} is to move. With which moves, as (x, y), can {mover} be sure to win?"
    return asked, tuple(Answer(move, move in winning) for move in moves)


def _material(task: Task) -> tuple[str, tuple[Answer, ...]]:
    right = int(task.answers["White minus Black"].replace("−", "-"))
    told = "The right size with the wrong sign: a value is always MAX's, and White is MAX."
    why = {-right: (told, "flips-utility")} if right else {}
    numbers = sorted({right, -right, right + 2, right - 3})
    answers = tuple(Answer(value_text(n), n == right, *why.get(n, ())) for n in numbers)
    return f"{escape(task.question)} What is the position worth, White minus Black?", answers


OPTIONS = {"values": _values, "pruned": _pruned, "isolation": _isolation, "material": _material}


def _html(text: str) -> str:
    from minimax_lab.app.pages.notebook import prose

    return re.sub(r"</?a\b[^>]*>", "", prose(text)).strip()


# Moodle


def write_moodle(items: Sequence[Item], file: Path) -> None:
    """Write the questions as Moodle's own XML, with the pictures inside."""
    quiz = Element("quiz")
    for item in items:
        category = SubElement(quiz, "question", type="category")
        _text(category, "category", f"$course$/minimax_lab/{item.objective.replace('/', '//')}")
        question = SubElement(quiz, "question", type="multichoice")
        _text(question, "name", item.name)
        text = SubElement(question, "questiontext", format="html")
        shown = f'<p><img src="@@PLUGINFILE@@/picture.svg" alt="{escape(item.about)}"></p>' if item.picture else ""
        SubElement(text, "text").text = item.text + shown
        if item.picture:
            stored = SubElement(text, "file", name="picture.svg", path="/", encoding="base64")
            stored.text = base64.b64encode(item.picture.encode()).decode()
        right = sum(answer.is_right for answer in item.answers)
        SubElement(question, "single").text = "false" if item.several else "true"
        SubElement(question, "shuffleanswers").text = "false"
        for answer in item.answers:
            share = 100 / right if answer.is_right else -100 / right if item.several else 0
            option = SubElement(question, "answer", fraction=f"{share:.5f}".rstrip("0").rstrip("."), format="html")
            SubElement(option, "text").text = answer.text
            _text(option, "feedback", answer.feedback, format="html")
        tags = SubElement(question, "tags")
        for code in filter(None, (answer.misconception for answer in item.answers)):
            _text(tags, "tag", code)
    ElementTree.ElementTree(quiz).write(file, encoding="utf-8", xml_declaration=True)


def _text(parent: Element, name: str, text: str, **attributes: str) -> None:
    SubElement(SubElement(parent, name, attributes), "text").text = text


# QTI 2.1


def write_qti(items: Sequence[Item], file: Path) -> None:
    """Write the questions as a package of QTI 2.1: an item and a picture a file, and the list of them."""
    manifest = Element("manifest", xmlns=PACKAGING, identifier="minimax_lab")
    SubElement(manifest, "organizations")
    resources = SubElement(manifest, "resources")
    with ZipFile(file, "w") as archive:
        for number, item in enumerate(items, 1):
            name = f"item{number:03}"
            about = {"identifier": name, "type": "imsqti_item_xmlv2p1", "href": f"{name}.xml"}
            resource = SubElement(resources, "resource", about)
            SubElement(resource, "file", href=f"{name}.xml")
            archive.writestr(f"{name}.xml", _written(_qti(item, name)))
            if item.picture:
                SubElement(resource, "file", href=f"{name}.svg")
                archive.writestr(f"{name}.svg", item.picture)
        archive.writestr("imsmanifest.xml", _written(manifest))


def _written(element: Element) -> bytes:
    return ElementTree.tostring(element, encoding="utf-8", xml_declaration=True)


def _qti(item: Item, name: str) -> Element:
    about = {"identifier": name, "title": item.name, "adaptive": "false", "timeDependent": "false"}
    made = Element("assessmentItem", about, xmlns=QTI)
    right = [f"A{i}" for i, answer in enumerate(item.answers) if answer.is_right]
    several = "multiple" if item.several else "single"
    chosen = {"cardinality": several, "baseType": "identifier"}
    correct = SubElement(SubElement(made, "responseDeclaration", chosen, identifier="RESPONSE"), "correctResponse")
    for choice in right:
        SubElement(correct, "value").text = choice
    SubElement(made, "outcomeDeclaration", identifier="SCORE", cardinality="single", baseType="float")
    SubElement(made, "outcomeDeclaration", chosen, identifier="FEEDBACK")
    body = SubElement(made, "itemBody")
    body.append(_xhtml(item.text))
    if item.picture:
        SubElement(SubElement(body, "p"), "img", src=f"{name}.svg", alt=item.about)
    most = "1" if several == "single" else "0"
    choices = SubElement(body, "choiceInteraction", responseIdentifier="RESPONSE", shuffle="false", maxChoices=most)
    for i, answer in enumerate(item.answers):
        option = SubElement(choices, "simpleChoice", identifier=f"A{i}")
        option.append(_xhtml(answer.text))
        if answer.feedback:
            shown = {"outcomeIdentifier": "FEEDBACK", "identifier": f"A{i}", "showHide": "show"}
            SubElement(option, "feedbackInline", shown).text = re.sub("<[^>]+>", "", answer.feedback)
    made.append(ElementTree.fromstring(PROCESSING))
    return made


def _xhtml(html: str) -> Element:
    """HTML as XML, in an element of its own; what is no XML becomes plain text."""
    try:
        return ElementTree.fromstring(f"<div>{html.replace('&nbsp;', ' ')}</div>")
    except ElementTree.ParseError:
        made = Element("div")
        made.text = unescape(re.sub("<[^>]+>", "", html))
        return made
