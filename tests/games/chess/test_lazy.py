"""Lists that are filled as far as somebody looks."""

import copy
import pickle

import pytest

from minimax_lab.games.chess.lazy import LazyList


def test_a_lazy_list_is_a_list():
    def fresh():
        return LazyList(iter([3, 1, 2]))

    assert isinstance(fresh(), list)
    assert fresh() == [3, 1, 2] == fresh() == LazyList(iter([3, 1, 2]))
    assert [0, *fresh()] == [0] + fresh() == [0, 3, 1, 2]  # noqa: RUF005
    assert (len(fresh()), fresh()[0], fresh()[-1], fresh()[1:], fresh().index(2)) == (3, 3, 2, [1, 2], 2)
    assert 2 in fresh() and 5 not in fresh()  # noqa: PT018
    assert (sorted(fresh()), [*reversed(fresh())], repr(fresh())) == ([1, 2, 3], [2, 1, 3], "[3, 1, 2]")
    assert [3, 1] < fresh() < [4]
    assert not LazyList(iter([]))
    assert type(copy.copy(fresh())) is type(pickle.loads(pickle.dumps(fresh()))) is list
    with pytest.raises(IndexError):
        LazyList(iter([]))[0]
    with pytest.raises(ValueError, match="not in list"):
        fresh().index(9)


@pytest.mark.parametrize(
    "change",
    [
        lambda some: some.append(9),
        lambda some: some.reverse(),
        lambda some: some.sort(),
        lambda some: some.pop(),
        lambda some: some.insert(0, 9),
        lambda some: some.remove(1),
        lambda some: some.extend([7, 8]),
        lambda some: some.__setitem__(0, 9),
        lambda some: some.__delitem__(0),
        lambda some: some.__iadd__(LazyList(iter([5]))),
        lambda some: some.clear(),
    ],
)
@pytest.mark.parametrize("looked", [0, 1, 3])
def test_a_lazy_list_changes_as_a_list_does(change, looked):
    lazy, plain = LazyList(iter([3, 1, 2])), [3, 1, 2]
    for _, _ in zip(range(looked), lazy, strict=False):
        pass
    change(lazy)
    change(plain)
    assert lazy == plain
    assert [*lazy] == plain


def place(items, item, limits):
    try:
        return items.index(item, *limits)
    except ValueError:
        return None


@pytest.mark.parametrize("looked", [0, 1, 2, 3])
@pytest.mark.parametrize("limits", [(), (0,), (1,), (-1,), (-2,), (0, -1), (0, -2), (-3, 3)])
@pytest.mark.parametrize("item", [3, 1, 2, 9])
def test_a_lazy_list_finds_an_item_where_a_list_does(item, limits, looked):
    lazy, plain = LazyList(iter([3, 1, 2])), [3, 1, 2]
    for _, _ in zip(range(looked), lazy, strict=False):
        pass
    assert place(lazy, item, limits) == place(plain, item, limits)


def test_a_lazy_list_looks_no_further_than_it_is_asked():
    seen = []

    def items():
        for item in range(10):
            seen.append(item)
            yield item

    some = LazyList(items())
    assert seen == []
    assert some
    assert some[0] == 0
    assert seen == [0]
    for item in some:
        if item == 3:
            break
    assert seen == [0, 1, 2, 3]
    assert [*zip(some, some, strict=True)] == [(item, item) for item in range(10)]  # two walks at once
    assert seen == [*range(10)]
