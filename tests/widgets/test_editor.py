"""The tree editor without a browser, and trees as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.game import MIN
from minimax_lab.games import tree
from minimax_lab.games.trees import MalformedTree, figure
from minimax_lab.search import alphabeta, minimax
from minimax_lab.widgets.editor.editor import BadText, TreeEditor, from_draft, from_text, to_draft
from tests.strategies import players, quick, thorough, uneven

numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
number_trees = st.builds(tree, uneven(numbers), players)


@thorough
@given(number_trees)
def test_text_leads_back_to_the_tree(made):
    assert from_text(f"  {made!r}\n") == made


@quick
@given(number_trees)
def test_the_way_to_the_browser_and_back_changes_nothing(made):
    assert from_draft(to_draft(made)) == made
    assert repr(from_draft(to_draft(made))) == repr(made)


def test_a_tree_is_written_as_a_call_or_as_nested_lists():
    for text in (
        "tree([[-1.5, 2], 3], player=MIN)",
        "Tree([[-1.5, 2], 3], MIN)",
        "tree(nested=[[-1.5, 2], 3], player=MIN)",
    ):
        assert from_text(text) == tree([[-1.5, 2], 3], MIN)
    assert from_text("[[3, 12, 8], [2, 4, 6]]") == tree([[3, 12, 8], [2, 4, 6]])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "there is nothing here"),
        ("AA3Z", "a tree is made of \\[ \\], { } and numbers"),
        ("tree([1], MIN, 3)", "nothing else is read"),
        ("tree([1], first=MIN)", "nothing else is read"),
        ("tree([3,", "^character 6: '\\[' was never closed"),
        ("tree([3,\n[4)", "^line 2, character 3: closing"),
        ("tree([3, 'a'])", "at path \\(1,\\): the leaf 'a'"),
        ("[1, True]", "at path \\(1,\\): the leaf True is not a number"),
        ("[[], 3]", "at path \\(0,\\): an empty node"),
        ("[1e999]", "the leaf inf is not a number"),
        ("__import__('os').getcwd()", "nothing else is read"),
        ("tree([1], player=3)", "character 18: the player is MAX or MIN"),
        ("[" * 5000, "nested"),
        ("7" * 30_000, "30000 characters are too many"),
    ],
)
def test_bad_text_is_told_what_is_wrong_and_where(text, problem):
    with pytest.raises(BadText, match=problem):
        from_text(text)


@thorough
@given(st.text("0123.-e[](),: tre{}'\"=MINAX", max_size=30))
def test_any_text_is_a_tree_or_bad_text(text):
    try:
        made = from_text(text)
    except BadText as error:
        assert str(error)
    else:
        assert from_text(repr(made)) == made


def test_the_editor_searches_as_it_is_set():
    editor, seen = TreeEditor([[3, 12], [2, 4]]), []
    editor.observe(lambda change: seen.append(change.new), "tree")
    assert editor.value == 3
    editor.tree = tree([[3, 12], [5, 4]])
    assert (editor.value, len(seen)) == (4, 1)
    editor.text = "[[3, 12], [2, 4]]"
    assert editor.tree == tree([[3, 12], [2, 4]])
    assert [node["pruned"] for node in editor._result["nodes"]] == [False] * 6 + [True]
    editor.search = "minimax"
    assert not any(node["pruned"] for node in editor._result["nodes"])


@quick
@given(number_trees)
def test_the_value_shown_is_that_of_the_search(made):
    editor = TreeEditor(made)
    assert editor.value == alphabeta(made) == minimax(made)
    assert len(editor._result["nodes"]) == made.size


def test_bad_text_changes_nothing():
    editor = TreeEditor()
    before = editor.tree
    editor._receive(editor, {"do": "paste", "text": "tree([3,", "serial": 1}, [])
    assert editor._answer["problem"] == "This is not a tree of numbers: character 6: '[' was never closed."
    assert editor.tree == before
    editor._receive(editor, {"do": "paste", "text": "[1, 2]", "serial": 2}, [])
    assert editor._answer["problem"] == ""
    assert editor.tree == tree([1, 2])


@pytest.mark.parametrize(
    "nested", [["win", "loss"], [(1, 2), (3, 4)], [True, False], [float("inf"), 1], [[1] * 500], 3 * [[[1, 2]]] + ["x"]]
)
def test_a_tree_that_cannot_be_edited_is_refused(nested):
    with pytest.raises(MalformedTree):
        TreeEditor(nested)


def test_a_tree_of_many_levels_is_refused_and_not_a_crash():
    nested = 1
    for _ in range(300):
        nested = [nested]
    with pytest.raises(MalformedTree, match="at most 400 nodes in 60 levels"):
        TreeEditor(nested)
    editor = TreeEditor()
    editor._receive(editor, {"do": "paste", "text": "[" * 90 + "1" + "]" * 90, "serial": 1}, [])
    assert "levels can be edited" in editor._answer["problem"]


def test_named_moves_stay():
    editor = TreeEditor(figure("textbook"))
    assert from_text(editor.text) == figure("textbook") == from_draft(to_draft(editor.tree))


def test_an_editor_shows_itself_where_widgets_do_not_run():
    editor = TreeEditor()
    assert repr(editor) == "TreeEditor(9 leaves, alphabeta 3)"
    data, _ = editor._repr_mimebundle_()
    assert data["text/plain"] == "TreeEditor(9 leaves, alphabeta 3)\ntree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])"
    assert data["text/html"].startswith("<img ")


def test_a_search_of_ones_own_is_stepped_through_with_its_code_and_the_librarys_without():
    def mine(state):
        return state.value if state.is_leaf else max(map(mine, state.children.values()))

    editor = TreeEditor([[3, 12], [8]], mine)
    own, library = (editor.step_through(name).traces[0] for name in ("", "minimax"))
    assert (own.search, library.search) == ("mine", "minimax")
    assert any("def mine" in line for line in own.sources[0].lines)
    assert not library.sources[0].lines
    editor.tree = tree([1, 2])
    assert editor._stepper is None


def test_the_search_of_an_editor_is_a_function_or_a_name():
    assert TreeEditor(search="minimax").search == "minimax"
    with pytest.raises(TypeError, match="search is a search function of your own"):
        TreeEditor(search=3)
