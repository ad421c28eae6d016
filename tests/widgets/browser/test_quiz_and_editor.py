"""The pruning quiz and the tree editor in a real JupyterLab, used as a student would use them."""

import re

import pytest

from minimax_lab.widgets import PruningQuiz, ValueQuiz
from tests.widgets.browser.tools import background, eventually, expect, nameless, opened, press, run_again, says

QUIZ = """\
from minimax_lab.widgets.quiz.quiz import PruningQuiz
q = PruningQuiz([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
seen = []
q.observe(lambda change: seen.append((change.name, change.new)), ["correct", "marked"])
q"""
EDITOR = """\
from minimax_lab.games import tree
from minimax_lab.widgets.editor.editor import TreeEditor
e = TreeEditor()
seen = []
e.observe(lambda change: seen.append(change.new), "tree")
e"""
# The numbers of the nodes in a walk: the root is 0, its children are 1, 5 and 9.
PRUNED = "{(1, 1), (1, 2)}"


@pytest.fixture(scope="module")
def quiz_page(lab):
    lab.run("quiz", QUIZ)


@pytest.fixture
def quiz(lab, quiz_page):
    """A quiz in which nothing is marked yet."""
    return run_again(lab, "quiz")


@pytest.fixture(scope="module")
def editor_page(lab):
    lab.run("editor", EDITOR)


@pytest.fixture
def editor(lab, editor_page):
    """An editor with the tree it begins with, and nothing to undo."""
    return run_again(lab, "editor")


def node(widget, number):
    return widget.get_by_test_id(f"node-{number}")


def becomes(lab, tree):
    """The editor's tree in Python comes to be this one."""
    eventually(lab, f"repr(e.tree) == {tree!r}", "True")


def test_a_check_only_counts_and_one_mistake_is_explained_when_asked(lab, quiz):
    expect(says(quiz, "explain")).to_be_disabled()
    node(quiz, 2).click()  # the leaf 3, without which there is no answer
    node(quiz, 7).click()  # the leaf 4: half of what is cut off
    expect(says(quiz, "marked")).to_have_text("marked: 2 leaves")
    says(quiz, "check").click()
    expect(says(quiz, "summary")).to_have_text("1 cut-off found but only partly marked. 1 mark too many.")
    expect(says(quiz, "remarks").locator("li")).to_have_count(0)
    expect(quiz.locator(".node.wrong, .node.right, .badge.shown")).to_have_count(0)  # nothing gives it away
    says(quiz, "explain").click()
    expect(says(quiz, "remark-2")).to_contain_text(
        "Cut too much: alpha-beta looks at the leaf 3 (after move 0, then 0)."
    )
    expect(says(quiz, "remarks").locator("li")).to_have_count(1)
    expect(quiz.locator(".node.wrong")).to_have_count(1)
    says(quiz, "remark-2").hover()
    expect(quiz.locator(".node.now")).to_have_count(1)
    expect(node(quiz, 2)).to_have_class(re.compile(r"\bnow\b"))
    node(quiz, 2).click()
    node(quiz, 8).click()
    says(quiz, "check").click()
    expect(says(quiz, "summary")).to_have_text("All right! 1 point. The root is worth 3.")
    expect(says(quiz, "remark-7")).to_contain_text("Right: never looked at.")
    expect(says(quiz, "score")).to_have_text("1 point · 2 attempts")
    eventually(lab, "(q.score, q.attempts, q.correct)", "(1, 2, True)")
    eventually(lab, f"q.marked == {PRUNED}", "True")
    assert lab.python("[new for name, new in seen if name == 'correct']") == "[False, True]"


@pytest.mark.exhaustive
def test_a_quiz_is_answered_with_the_keyboard_alone(lab, quiz):
    node(quiz, 0).focus()
    press(lab, "ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "Space", "ArrowRight", "Enter")
    expect(node(quiz, 8)).to_be_focused()
    expect(node(quiz, 7)).to_have_attribute("aria-checked", "true")
    expect(node(quiz, 7)).to_have_attribute("aria-label", "Leaf 4, after move 1, then 1, marked as never looked at")
    says(quiz, "check").focus()
    press(lab, "Enter")
    expect(says(quiz, "summary")).to_have_text("All right! 1 point. The root is worth 3.")
    eventually(lab, f"q.marked == {PRUNED}", "True")


@pytest.mark.exhaustive
def test_a_mark_takes_its_subtree_and_is_let_go_as_a_whole(lab, quiz):
    node(quiz, 5).click()
    for number in (5, 6, 7, 8):
        expect(node(quiz, number)).to_have_class(re.compile("pruned"))
    eventually(lab, "q.marked", "{(1,)}")
    node(quiz, 6).click()
    expect(says(quiz, "marked")).to_have_text("nothing marked yet")
    node(quiz, 0).click()
    expect(says(quiz, "marked")).to_have_text("The root is always looked at.")
    eventually(lab, "q.marked", "set()")


@pytest.mark.exhaustive
def test_hints_come_one_at_a_time_and_the_last_costs_its_point(lab, quiz):
    for start in ("Go from left", "Alpha-beta cuts off at one node", "Look at ▼\u00a0MIN (after move 1)", "The leaf 4"):
        says(quiz, "hint").click()
        expect(says(quiz, "hinted")).to_contain_text(start)
    node(quiz, 7).click()
    node(quiz, 8).click()
    says(quiz, "check").click()
    expect(says(quiz, "summary")).to_contain_text("All right! No points: it was explained before.")


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", ["PruningQuiz", "ValueQuiz"])
def test_all_of_a_tree_of_27_leaves_is_seen_at_800_pixels(lab, kind):
    testid = {"PruningQuiz": "quiz", "ValueQuiz": "value-quiz"}[kind]
    lab.run_in("wide", f"from minimax_lab.widgets import {kind}\n{kind}(seed=3, depth=3, branching=3)")
    with lab.width(800):
        lab.page.wait_for_timeout(300)
        widget = lab.shown(testid)
        pane = widget.locator(".tree-pane").bounding_box()
        last = widget.locator("[role=treeitem]").last.bounding_box()
        assert last["x"] + last["width"] <= pane["x"] + pane["width"]
        assert widget.evaluate("root => root.scrollWidth <= root.clientWidth")


@pytest.mark.exhaustive
def test_a_cut_off_that_takes_two_leaves_away_is_praised_once(browser, tmp_path):
    with opened(browser, PruningQuiz([[3, 12, 8], [2, 4, 6]]), tmp_path) as quiz:
        for leaf in quiz.locator(".node.leaf").all()[4:]:
            leaf.click()
        says(quiz, "check").click()
        expect(says(quiz, "summary")).to_contain_text("All right!")
        expect(says(quiz, "remarks").locator("li")).to_have_count(1)
        expect(quiz.locator(".badge.shown")).to_have_count(2)


@pytest.mark.exhaustive
def test_reset_and_a_new_tree(lab, quiz):
    node(quiz, 7).click()
    says(quiz, "check").click()
    says(quiz, "explain").click()
    expect(says(quiz, "remarks").locator("li")).to_have_count(1)
    says(quiz, "reset").click()
    expect(says(quiz, "remarks").locator("li")).to_have_count(0)
    expect(says(quiz, "marked")).to_have_text("nothing marked yet")
    says(quiz, "new").click()
    expect(says(quiz, "seed")).to_have_text("seed 0")
    says(quiz, "new").click()
    expect(says(quiz, "seed")).to_have_text("seed 1")
    expect(quiz.locator("[role=treeitem]")).to_have_count(15)
    assert lab.python("repr(q)") == repr("PruningQuiz(seed=1: 8 leaves, 1 cut-off)")


@pytest.mark.exhaustive
def test_windows_are_asked_for_if_wished(lab, quiz):
    says(quiz, "ask-windows").check()
    answers = {0: ("-inf", "inf", "3"), 1: ("−∞", "∞", "3"), 5: ("3", "inf", "≤ 2"), 9: ("4", "inf", "")}
    for number, texts in answers.items():
        for name, text in zip(("alpha", "beta", "value"), texts, strict=True):
            says(quiz, f"{name}-{number}").fill(text)
    node(quiz, 7).click()
    node(quiz, 8).click()
    says(quiz, "check").click()
    expect(says(quiz, "summary")).to_contain_text("α, β or the value is not right at 1 node.")
    says(quiz, "explain").click()
    expect(says(quiz, "remark-9")).to_contain_text(
        "α is not 4: it is 3 when the search comes here. MAX is sure of that by playing 0 at the root. "
        "The value is still empty."
    )
    says(quiz, "alpha-9").fill("3")
    says(quiz, "value-9").fill("2")
    says(quiz, "check").click()
    expect(says(quiz, "summary")).to_contain_text("All right!")


@pytest.mark.exhaustive
def test_two_copies_of_one_quiz_show_the_same_marks(lab):
    lab.run("quizzes", QUIZ, "q")
    quizzes = lab.shown("quiz")
    expect(quizzes).to_have_count(2)
    node(quizzes.nth(1), 7).click()
    expect(node(quizzes.nth(0), 7)).to_have_class(re.compile("pruned"))
    says(quizzes.nth(0), "check").click()
    expect(says(quizzes.nth(1), "summary")).to_have_text("1 cut-off found but only partly marked.")


@pytest.mark.exhaustive
def test_fast_clicking_loses_nothing(lab, quiz):
    for _ in range(3):
        for number in (2, 3, 4, 7, 8):
            node(quiz, number).click(no_wait_after=True)
    says(quiz, "check").click()
    eventually(lab, "q.marked == {(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)}", "True")
    expect(says(quiz, "summary")).to_have_text("1 cut-off right, none is missing. 1 mark too many.")


@pytest.mark.exhaustive
def test_a_leaf_is_changed_with_the_mouse_and_the_search_follows(lab, editor):
    expect(says(editor, "summary")).to_have_text("The root is worth 3. 7 leaves looked at, 1 cut-off.")
    expect(node(editor, 7)).to_have_class(re.compile("pruned"))
    node(editor, 6).click()
    says(editor, "value").fill("5")
    says(editor, "value").press("Enter")
    expect(says(editor, "summary")).to_have_text("The root is worth 4. 9 leaves looked at, 0 cut-offs.")
    expect(node(editor, 7)).not_to_have_class(re.compile("pruned"))
    expect(says(editor, "python")).to_have_value("tree([[3, 12, 8], [5, 4, 6], [14, 5, 2]])")
    eventually(lab, "e.tree == tree([[3, 12, 8], [5, 4, 6], [14, 5, 2]])", "True")
    assert lab.python("(len(seen), e.value)") == "(1, 4)"


@pytest.mark.exhaustive
def test_a_tree_is_built_with_the_keyboard_alone(lab, editor):
    says(editor, "paste").fill("0")
    says(editor, "paste").press("Enter")
    expect(node(editor, 0)).to_have_attribute("aria-label", "Leaf 0, the root")
    node(editor, 0).focus()
    press(lab, "+", "Control+a", "7", ",")
    lab.page.keyboard.type("-2.5")
    press(lab, "Enter", "+", "Enter", "ArrowUp", "ArrowUp")
    expect(node(editor, 0)).to_be_focused()
    becomes(lab, "tree([7, [-2.5]])")
    press(lab, "ArrowDown", "Delete")
    becomes(lab, "tree([[-2.5]])")
    press(lab, "Control+z")
    becomes(lab, "tree([7, [-2.5]])")
    press(lab, "Control+y")
    becomes(lab, "tree([[-2.5]])")


@pytest.mark.exhaustive
def test_undo_and_redo_go_all_the_way_back_and_forth(lab, editor):
    expect(says(editor, "undo")).to_be_disabled()
    node(editor, 1).click()
    says(editor, "remove").click()
    node(editor, 0).click()
    says(editor, "add-child").click()
    says(editor, "value").press("Enter")
    says(editor, "first-player").select_option("MIN")
    edited = "tree([[2, 4, 6], [14, 5, 2], 0], player=MIN)"
    becomes(lab, edited)
    for _ in range(3):
        says(editor, "undo").click()
    expect(says(editor, "undo")).to_be_disabled()
    becomes(lab, "tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])")
    for _ in range(3):
        says(editor, "redo").click()
    expect(says(editor, "redo")).to_be_disabled()
    becomes(lab, edited)


@pytest.mark.exhaustive
def test_bad_text_gets_a_message_and_changes_nothing(lab, editor):
    for text, problem in {
        "tree([[3, 12], [8": "'[' was never closed",
        "three": "a tree is made of [ ], { } and numbers",
        "tree(['win', 'loss'])": "is not a number",
        "__import__('os')": "nothing else is read",
    }.items():
        says(editor, "paste").fill(text)
        says(editor, "use-paste").click()
        expect(says(editor, "message")).to_contain_text(problem)
        expect(says(editor, "python")).to_have_value("tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])")
    assert lab.python("len(seen)") == "0"
    node(editor, 2).click()
    says(editor, "value").fill("three")
    says(editor, "value").press("Enter")
    expect(says(editor, "message")).to_contain_text("“three” is not a number")
    says(editor, "value").press("Escape")
    expect(says(editor, "message")).to_be_hidden()
    node(editor, 3).click()
    says(editor, "value").fill("")
    says(editor, "search").focus()
    expect(says(editor, "message")).to_contain_text("It stays as it was.")
    expect(says(editor, "value")).to_be_hidden()
    assert lab.python("len(seen)") == "0"


@pytest.mark.exhaustive
def test_a_tree_is_pasted_as_a_call_or_as_lists_and_that_can_be_undone(lab, editor):
    for text, tree in {
        "tree([[1, 2], 3], player=MIN)": "tree([[1, 2], 3], player=MIN)",
        "[[3, 12], [-8.5]]": "tree([[3, 12], [-8.5]])",
    }.items():
        says(editor, "paste").fill(text)
        says(editor, "paste").press("Enter")
        expect(says(editor, "python")).to_have_value(tree)
        expect(says(editor, "paste")).to_have_value("")
    says(editor, "undo").click()
    becomes(lab, "tree([[1, 2], 3], player=MIN)")


@pytest.mark.exhaustive
def test_the_tree_and_the_search_can_be_set_from_python(lab, editor):
    lab.python("setattr(e, 'tree', tree({'left': [1, 5], 'right': [0, 9]}))")
    expect(node(editor, 1)).to_have_attribute("aria-label", "MIN, after left, worth 1")
    expect(node(editor, 6)).to_have_attribute("aria-label", "Leaf 9, after right, then 1, never looked at")
    says(editor, "search").select_option("minimax")
    expect(node(editor, 6)).to_have_attribute("aria-label", "Leaf 9, after right, then 1")
    eventually(lab, "e.search", "'minimax'")
    node(editor, 4).click()
    says(editor, "add-sibling").click()
    says(editor, "value").press("Enter")
    becomes(lab, "tree({'left': [1, 5], 'right': [0, 9], 'm1': 0})")


@pytest.mark.exhaustive
def test_both_follow_the_theme(lab, quiz):
    with lab.dark():
        expect(quiz).to_have_attribute("data-theme", "dark")
        assert background(quiz) == "rgb(18, 22, 29)"
        lab.run("dark-editor", EDITOR)
        expect(lab.shown("editor")).to_have_attribute("data-theme", "dark")


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [1400, 700, 480])
def test_both_fit_narrow_windows(lab, quiz_page, editor_page, width):
    with lab.width(width):
        for name in ("quiz", "editor"):
            sizes = run_again(lab, name).evaluate("element => [element.scrollWidth, element.clientWidth]")
            assert sizes[0] <= sizes[1]


@pytest.mark.exhaustive
def test_every_control_has_a_name(lab, quiz):
    says(quiz, "ask-windows").check()
    assert nameless(quiz) == []


@pytest.mark.exhaustive
def test_two_copies_of_one_editor_show_the_same_tree(lab):
    lab.run("editors", EDITOR, "e")
    one, other = lab.shown("editor").nth(0), lab.shown("editor").nth(1)
    node(other, 6).click()
    says(other, "value").fill("5")
    says(other, "value").press("Tab")
    expect(says(other, "value")).to_have_attribute("aria-label", "Value of Leaf 4, after move 1, then 1")
    expect(node(one, 6)).to_have_attribute("aria-label", "Leaf 5, after move 1, then 0")
    expect(says(one, "summary")).to_have_text("The root is worth 4. 9 leaves looked at, 0 cut-offs.")
    says(one, "undo").click()
    expect(node(other, 6)).to_have_attribute("aria-label", "Leaf 2, after move 1, then 0")
    expect(says(other, "value")).to_be_hidden()


@pytest.mark.exhaustive
def test_after_a_restart_the_quiz_is_still_judged_and_says_that_it_cannot_have_a_new_tree(lab):
    lab.run("orphan", QUIZ)
    quiz = lab.shown("quiz").first
    node(quiz, 7).click()
    eventually(lab, "q.marked", "{(1, 1)}")  # nothing is on its way any more
    lab.restart()
    node(quiz, 8).click()
    says(quiz, "check").click()
    expect(says(quiz, "summary")).to_have_text("All right! 1 point. The root is worth 3.")
    says(quiz, "new").click()
    expect(says(quiz, "summary")).to_contain_text("If the kernel was stopped or restarted")
    again = run_again(lab, "orphan", "quiz")
    expect(says(again, "marked")).to_have_text("nothing marked yet")  # the new one, not the old one
    says(again, "check").click()
    expect(says(again, "summary")).to_contain_text("more to find")


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", [PruningQuiz, ValueQuiz])
def test_a_tree_that_comes_later_than_the_page_is_shown(browser, tmp_path, kind):
    """On a busy machine the page can be drawn before the model has all that belongs to it."""
    late = """
    const parse = JSON.parse;
    JSON.parse = (text) => {
      JSON.parse = parse;
      const state = parse(text), { _rows, _key } = state;
      setTimeout(() => { for (const [name, value] of Object.entries({ _key, _rows })) model.set(name, value); }, 300);
      return Object.assign(state, { _rows: [], _key: {} });
    };"""
    with opened(browser, kind([[3, 12], [2, 4]]), tmp_path, before=late) as quiz:
        expect(quiz.get_by_role("treeitem")).to_have_count(7)
        says(quiz, "check").click()
        expect(says(quiz, "summary")).to_have_text(re.compile("more to find|still empty"))
