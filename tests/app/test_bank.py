"""The bank of questions, read back by programs that know nothing of how it was written."""

import base64
import re
from collections import Counter
from itertools import takewhile
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from minimax_lab.app import launch
from minimax_lab.app.questions import questions_of
from minimax_lab.app.worksheets.bank import from_lessons, generated
from tools.release import ROOT

QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
ASKED = [question for path in sorted((ROOT / "notebooks").glob("[0-9]*.ipynb")) for question in questions_of(path)]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bank")
    for name in "bank.xml", "bank.zip":
        assert launch.main(["bank", str(folder / name), "--versions", "3"]) == 0
    return folder


def may_choose_several(name, right):
    """In generated questions, whether one may choose several must not give away how many are right."""
    return right > 1 or name.startswith(("pruned", "isolation"))


def test_moodle_finds_every_question_with_its_options_its_points_and_its_picture(files):
    quiz = ElementTree.parse(files / "bank.xml").getroot()
    asked = quiz.findall("question[@type='multichoice']")
    assert len(asked) == len(ASKED) + 4 * 3
    for question, original in zip(asked, ASKED, strict=False):
        assert len(question.findall("answer")) == len(original.options)
    for question in asked:
        shares = [float(answer.get("fraction")) for answer in question.findall("answer")]
        assert sum(share for share in shares if share > 0) == pytest.approx(100, abs=0.01)
        right = sum(share > 0 for share in shares)
        assert (question.findtext("single") == "false") == may_choose_several(question.findtext("name/text"), right)
        loss = -max(shares) if question.findtext("single") == "false" else 0  # who ticks everything must not gain by it
        assert all(share == pytest.approx(loss) for share in shares if share <= 0)
        named = re.findall(r"@@PLUGINFILE@@/([\w.]+)", question.findtext("questiontext/text"))
        assert named == [file.get("name") for file in question.findall("questiontext/file")]
        for file in question.findall("questiontext/file"):
            assert ElementTree.fromstring(base64.b64decode(file.text)).tag.endswith("svg")
    assert sum(bool(question.findall("questiontext/file")) for question in asked) == 4 * 3
    assert quiz.findall("question/tags/tag"), "the misconception behind a wrong option"


def test_a_package_of_qti_has_what_its_manifest_lists_and_each_item_its_right_answers(files):
    with ZipFile(files / "bank.zip") as archive:
        manifest = ElementTree.fromstring(archive.read("imsmanifest.xml"))
        listed = [file.get("href") for file in manifest.iter("{http://www.imsglobal.org/xsd/imscp_v1p1}file")]
        assert sorted([*listed, "imsmanifest.xml"]) == sorted(archive.namelist())
        items = [ElementTree.fromstring(archive.read(name)) for name in listed if name.endswith(".xml")]
        assert len(items) == len(ASKED) + 4 * 3
        for item in items:
            choices = [choice.get("identifier") for choice in item.iter(f"{QTI}simpleChoice")]
            right = [value.text for value in item.iter(f"{QTI}value")]
            assert right
            assert {*right} <= {*choices}
            assert {image.get("src") for image in item.iter(f"{QTI}img")} <= {*archive.namelist()}
            several = item.find(f"{QTI}responseDeclaration").get("cardinality") == "multiple"
            assert several == may_choose_several(item.get("title"), len(right))


def nested_of(text):
    """The tree of a description that has each node as "A is MAX: B, the leaf 3"; MAX moves first."""
    nodes = {name: (player, below.split(", ")) for name, player, below in re.findall(r"(\w+) is (\w+): ([^;.]+)", text)}

    def nested(part):
        below = nodes[part][1] if part in nodes else None
        return [nested(child) for child in below] if below else int(part.split()[-1])

    assert nodes["A"][0] == "MAX"
    return nested("A")


def worth(nested, first=max, second=min):
    return first(worth(child, second, first) for child in nested) if isinstance(nested, list) else nested


def leaves_of(nested):
    return [leaf for child in nested for leaf in leaves_of(child)] if isinstance(nested, list) else [nested]


def test_the_right_option_is_what_an_independent_solver_says_and_a_wrong_one_what_its_misconception_leads_to():
    offered = Counter()
    for item in takewhile(lambda item: item.name.startswith("values"), generated(8, 1)):
        nested = nested_of(item.about)
        mistaken = {
            "roles-swapped": worth(nested, min, max),
            "skips-a-level": max(leaves_of(nested)),
            "no-running-best": worth(nested[-1], min, max),  # the last child, where MIN moves
            "flips-utility": -worth(nested),
        }
        numbers = {int(answer.text.replace("−", "-")): answer for answer in item.answers}
        assert len(numbers) == len(item.answers)
        assert {*numbers} == {worth(nested), *mistaken.values()}
        for number, answer in numbers.items():
            assert answer.is_right == (number == worth(nested))
            assert answer.is_right or (answer.feedback and mistaken[answer.misconception] == number)
            offered[answer.misconception] += 1
    assert all(offered[code] for code in mistaken)


@pytest.mark.exhaustive
def test_no_generated_question_always_has_the_same_answer():
    answers = {}
    for item in generated(24, 0):
        kind = item.name.split()[0]
        answers.setdefault(kind, []).append(tuple(answer.text for answer in item.answers if answer.is_right))
    for kind, given in answers.items():
        assert Counter(given).most_common(1)[0][1] <= 18, kind


def test_the_lessons_questions_are_all_there_and_have_no_links():
    items = [*from_lessons()]
    assert [len(item.answers) for item in items] == [len(question.options) for question in ASKED]
    assert not any("<a " in item.text + "".join(answer.feedback for answer in item.answers) for item in items)


def test_another_kind_of_file_is_refused(tmp_path, capsys):
    assert launch.main(["bank", str(tmp_path / "bank.txt")]) == 2
    assert "write to a .xml file (Moodle) or a .zip file (QTI)" in capsys.readouterr().err
