"""The trees of a program that was watched by its calls alone, as a trace shows them."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from itertools import permutations
from typing import Any

from minimax_lab.game import MAX, MIN, Value
from minimax_lab.picture.text import count_text
from minimax_lab.trace.code import Loop, loops_of
from minimax_lab.trace.interpret.moves import Names, boards_of, short
from minimax_lab.trace.interpret.nodes import CallNode, Lines, all_nodes, left_early, melted, new_node, roots, walk
from minimax_lab.trace.interpret.reading import Roles, Scores, only_grow, position_of
from minimax_lab.trace.interpret.scores import principal_variation
from minimax_lab.trace.interpret.steps import steps_of
from minimax_lab.trace.interpret.windows import are_named, ends_of, number, window_of
from minimax_lab.trace.model import REST, Contents, Known, Node, Source, Steps
from minimax_lab.trace.record.around import Call, named
from minimax_lab.trace.record.calls import CallWatch
from minimax_lab.trace.record.pictures import Pairs
from minimax_lab.trace.words import UNSET, Shown
from minimax_lab.values import opposite

STOPPED = {
    "input": "The program asked for input, which nobody can give here: it was stopped there.",
    "time": "The program did not come to its end in time, and was stopped.",
    "RecursionError": "The program called itself too deep, and was ended by Python.",
    "limit": "The program was stopped after {:,} calls of its search.",
}
UNWATCHED = {
    "threads": "Some of it ran in other threads, where nothing is watched.",
    "settrace": "The program switched the tracing off: what it did after that was not seen.",
}


class Program:
    """What was understood of a run: its `trees`, and what they have in common."""

    def __init__(self, watch: CallWatch):
        self.watch, self.notes = watch, list[str]()
        self.lines: Lines = defaultdict(list)
        for event, call in zip(watch.events, watch.owners, strict=True):
            if event[0] == "line":
                self.lines[call].append((event[2], event[3]))
        calls, self.other_searches = all_nodes(watch)
        self.counted = only_grow(calls, watch.renewed)
        self.nodes = melted(calls, self.counted)
        self.is_recursive = bool(self.nodes)
        if not self.nodes and watch.calls:
            self.nodes = [new_node([watch.calls[0]])]
        self.scores = Scores(self.nodes)
        self.position = position_of(self.nodes, watch.renewed, self.counted) if self.nodes else set()
        self.window = (window_of(self.nodes) or self._window_of_locals()) if self.nodes else None
        self.position -= {name.partition("[")[0] for name in self.window or ()}
        firsts = roots(self.nodes, self.position, watch.renewed)
        for root in firsts:
            _set_levels(root, self.position)
        above = [node for root in firsts for node in walk(root) if node.above]
        self.names = Names([*self.nodes, *above], self.position)
        self.roles = Roles(self.nodes, firsts, self.window)
        self.trees = [CallTree(self, root) for root in firsts]
        self._note()

    def _window_of_locals(self) -> tuple[str, str] | None:
        """A window that a call finds itself, in its **kwargs say: two variables as they are before it searches."""
        held = [(node, node.below[0].calls[0].around if node.below else node.calls[-1].held) for node in self.nodes]
        pairs = permutations([name for name in held[0][1] if number(held[0][1][name])], 2)
        found = next((pair for pair in pairs if are_named(*pair)), None)
        if found is None:
            return None
        for node, variables in held:
            node.places.update({name: variables[name] for name in found if number(variables.get(name))})
        return window_of(self.nodes)

    @cached_property
    def _searching(self) -> dict[Any, set[int]]:
        """The lines at which functions call for a node to be searched."""
        found: dict[Any, set[int]] = defaultdict(set)
        for call in (node.calls[0] for node in self.nodes):
            if call.parent is not None:
                found[call.parent.function.code].add(call.line)
        return found

    def left_early(self, node: CallNode) -> list[tuple[Call, Loop]]:
        """The loops that search moves and were left before their end."""
        return left_early(node, self.lines, self._searching)

    def reaches_loop(self, node: CallNode) -> bool:
        """Whether a node came to a loop that searches moves."""
        lines, searching = {line for line, _ in self.lines[node.calls[-1]]}, self._searching[node.code]
        loops = [loop for loop in loops_of(node.code) if loop.first in lines and not loop.endless]
        return any(loop.body <= line <= loop.last for loop in loops for line in searching)

    @cached_property
    def cut_short(self) -> set[tuple[int, ...]]:
        """The lines of calls, the last outside of loops, after which another call follows elsewhere."""
        made = {tuple((child.calls[0].line, not child.calls[0].loop) for child in node.below) for node in self.nodes}
        longer = {calls[:i] for calls in made for i in range(1, len(calls)) if calls[i - 1][1]} & made
        return {tuple(line for line, _ in calls) for calls in longer}

    @cached_property
    def all_searched(self) -> dict[tuple[Any, int], set[bool]]:
        """Of calls in loops, by functions and lines: whether each item was searched where the loop was not left."""
        seen: dict[tuple[Any, int], set[bool]] = defaultdict(set)
        for node in self.nodes:
            last = node.below[-1].calls[0] if node.below else None
            if last is not None and last.items and not self.left_early(node):
                at = {child.calls[0].index for child in node.below if len(child.calls[0].items) == len(last.items)}
                seen[node.code, last.line].add(len(at) == len(last.items))
        return seen

    def _note(self) -> None:
        watch, note = self.watch, self.notes.append
        for name, times in watch.remembered.items():
            calls = count_text(times, "call", "calls")
            note(f"functools.lru_cache answered {calls} of {name} from memory: there was no call to see.")
            if not watch.calls:
                self.notes[-1] += f" {name}.cache_clear() makes it forget."
        self._note_memo()
        if not self.is_recursive and not watch.generators and not watch.remembered:
            note("No function called itself here, so there is no tree of calls to show.")
        if watch.stopped:
            note(STOPPED[watch.stopped].format(watch.count))
        folded = sum(call.folded for call in watch.calls)
        if folded:
            note(
                f"The search made {watch.count:,} calls. Shown: {count_text(watch.deepest, 'level', 'levels')} of "
                f"them. The {folded:,} calls below were only counted."
            )
        if watch.generators:
            note(f"{', '.join(sorted(watch.generators))} calls itself as a generator: its calls are not shown.")
        if self.scores.several_players:
            note("The values have a number for each of several players, so nobody is MAX or MIN: roles are not told.")
        elif self.roles.added:
            note("Values are changed on the way up (something is added, say), so the roles are not certain.")
        elif self.is_recursive and any(not node.role and node.below and node.finished for node in self.nodes):
            note(
                "Where all children have the same value it could not be told whose turn it is: MAX and MIN are guessed."
            )
        cuts = [node for tree in self.trees for node in tree.searches if node.cut]
        if cuts and self.window is None:
            note("The search leaves moves out, but no window (alpha and beta) could be seen.")
        if len(self.trees) > 1:
            note(f"There were {len(self.trees)} separate searches.")
        for name in self.other_searches:
            note(f"{name} is a search of its own, and was not looked at: ask for it by itself.")
        if watch.unwatched:
            note(UNWATCHED[watch.unwatched])

    def _note_memo(self) -> None:
        """What the program remembered itself."""
        if self.answered:
            self.notes.append(
                f"{count_text(len(self.answered), 'call', 'calls')} came back at once, though the same call had "
                "searched before: the program remembers values. Whether it takes them for the right positions "
                "cannot be seen."
            )
        first = self.nodes[0] if self.nodes else None
        if first is None or len(self.nodes) > 1 or not self.is_recursive or not first.finished:
            return
        for name, held in first.places.items():
            pairs = held if isinstance(held, Pairs) else ()
            kept = [part for _, value in pairs for part in (value, *(value if type(value) is tuple else ()))]
            if first.calls[0].value in kept:
                count = count_text(len(held), "value", "values")
                self.notes.append(
                    f"The search came back at once. {name} held {count} when it began, and what it returned is one of "
                    "them: it may remember an earlier search. Run the program anew to see the search."
                )

    @cached_property
    def answered(self) -> list[CallNode]:
        """Calls that came back at once, though the same call had searched before."""
        searched = {self.arguments(node) for node in self.nodes if node.below}
        return [node for node in self.nodes if node.is_leaf and node.finished and self.arguments(node) in searched]

    def arguments(self, node: CallNode, *apart: str) -> tuple:
        """All that a call began with, but for what only grows, the window, and what is named."""
        left_out = {*self.counted, *(name.partition("[")[0] for name in self.window or ()), *apart}
        return (node.code, *((name, value) for name, value in node.places.items() if name not in left_out))


def _set_levels(root: CallNode, position: set[str]) -> None:
    for node in walk(root):
        for child in node.below:
            shared = position & node.places.keys() & child.places.keys()
            alone = len(node.below) == 1 and bool(shared) and not node.above
            child.same = alone and all(node.places[name] == child.places[name] for name in shared)
            child.level, child.parent = node.level + (not child.same), node


class CallTree:
    """One search: the nodes as a trace shows them. (It has what StepMaker asks a SearchTree for.)"""

    calls_itself = True

    def __init__(self, program: Program, root: CallNode):
        self.program, self.root = program, root
        self.limits: tuple[Value, Value] = UNSET, UNSET
        self.searches = [*walk(root)]
        self.moves: dict[CallNode, tuple[Any, ...]] = {}
        for node in self.searches:
            self._name(node)
            self._see(node)
        may_be_bounds = program.window is not None or any(node.cut for node in self.searches)
        for node in reversed(self.searches):
            self._value(node, may_be_bounds)
        for node in self.searches:
            for call in node.calls:
                call.search = node
        self.visits = [root.visit]

    def _name(self, node: CallNode) -> None:
        """The moves, also those that were never searched, if it can be said which."""
        names = self.program.names.of(node)
        for child, name in zip(node.below, names, strict=True):
            child.path = (*node.path, name)
        left = self.program.left_early(node)
        opened = any(call.open for call in node.calls) or self._is_closed(node)
        node.cut = bool(node.below) and node.finished and bool(left or opened)
        rest: tuple[Any, ...] = ()
        if node.cut:
            line = node.below[-1].calls[0].line
            in_loop = any(loop.body <= line <= loop.last for _, loop in left)
            all_searched = self.program.all_searched.get((node.code, line), set())
            rest = _rest(node, names, in_loop, all_searched)
            node.cut, node.unsearched = bool(rest), rest
        self.moves[node] = (*names, *rest)

    def _is_closed(self, node: CallNode) -> bool:
        """Whether the window has closed, and a call that follows elsewhere, outside of a loop, was left out."""
        ends, values = ends_of(node, self.program.window), [child.raw for child in node.below]
        made = tuple(child.calls[0].line for child in node.below)
        if ends is None or not values or not all(map(number, values)) or made not in self.program.cut_short:
            return False
        if self.program.reaches_loop(node):
            return False
        if node.role == "own":
            return max(-value for value in values) >= ends[1]
        return max(values) >= ends[1] if node.role == "max" else node.role == "min" and min(values) <= ends[0]

    def _see(self, node: CallNode) -> None:
        """Who is to move, and the window as MAX sees it."""
        player = MAX if node.level % 2 == 0 else MIN
        if node.role in ("max", "min"):
            player = MAX if node.role == "max" else MIN
        elif node.role != "own" and node.parent is not None:
            player = node.parent.player.opponent
        node.player = player
        ends = ends_of(node, self.program.window)
        node.window = ends if ends is None or not self._turned(node) else (-ends[1], -ends[0])

    def _turned(self, node: CallNode) -> bool:
        """Whether its values are those of MIN."""
        return node.role == "own" and node.player is MIN

    def _value(self, node: CallNode, may_be_bounds: bool) -> None:
        if node.above:
            self._value_of_root(node)
        if node.raw is None:
            node.score = node.calls[0].value if node.finished and not node.above else node.score
            if node.finished and node.score is not UNSET:
                node.known = Known(node.score, node.score)
            return
        node.score = _turn(node.raw) if self._turned(node) else node.raw
        if self._turned(node):
            node.returned = node.raw
        node.find_known([child for child in node.below if number(child.score)], may_be_bounds)

    def _value_of_root(self, root: CallNode) -> None:
        """What a function that goes through the first moves has found: the move that it returns, or else the best."""
        scores = [child.score for child in root.below if number(child.score)]
        if scores and root.finished:
            root.raw = (max if root.player is MAX else min)(scores)
            if root is self.root and self.chosen and number(self.chosen.score):
                root.raw = self.chosen.score

    @cached_property
    def chosen(self) -> CallNode | None:
        """The child whose move the root returned, where it returns a move."""
        watch, first = self.program.watch, self.root.calls[0]
        pairs = zip(reversed(watch.events), reversed(watch.owners), strict=True)
        returned = next((named(event[1]) for event, call in pairs if call is first and event[0] == "return"), None)
        scores = {abs(child.raw) for child in self.root.below if number(child.raw)}
        if returned is None or (number(returned) and abs(returned) in scores):  # it may be the best value
            return None
        found = [child for child in self.root.below if returned in child.calls[0].loop.values()]
        return found[0] if len(found) == 1 else None

    # What a trace holds

    def contents(self) -> Contents:
        nodes = []
        boards = boards_of(self.searches, self.program.position)
        for search in self.searches:
            node = Node(search.path, search.player, self.moves[search], state=boards.get(search))
            node.searched = tuple(child.path[-1] for child in search.below)
            node.folded = sum(call.folded for call in search.calls)
            node.finished, node.visits, node.window = search.finished, 1, search.window
            node.role = "" if search.role in ("max", "min", "own") or not search.below else search.role or "unknown"
            if search.finished:
                node.value, node.bound = None if search.score is UNSET else search.score, search.bound
            nodes.append(node)
        leaves = [node.path for node in nodes if node.is_leaf and node.finished]
        line = principal_variation(self.root, None) if self.program.is_recursive else ()
        return Contents(nodes, leaves, line, self.program.notes, self.steps, False, self.program.window)

    def steps(self) -> tuple[Steps, list[Source]]:
        watch, mine = self.program.watch, {call for node in self.searches for call in node.calls}
        rows = [row for row in zip(watch.events, watch.owners, strict=True) if row[1] in mine]
        rows = [row for row in rows if watch.lines or row[0][0] != "line"]
        self.owners = [call for _, call in rows]
        return steps_of([event for event, _ in rows], self)  # type: ignore[arg-type]


def _turn(value: Any) -> Any:
    return not value if isinstance(value, bool) else opposite(value)


def _rest(node: CallNode, names: list[Any], in_loop: bool, all_searched: set[bool]) -> tuple[Any, ...]:
    """The moves that were never searched, at a node that was left early; REST if they are not known.

    Of the cells of a board, it must have been seen elsewhere that all are moves; of a list, not that some are none.
    """
    last = node.below[-1].calls[0]
    if not in_loop:
        return (REST,)
    if last.index is not None and last.items:
        left = last.items[last.index + 1 :]
        if not left:
            return ()
        calls = [child.calls[0] for child in node.below]
        searched = {call.index for call in calls if len(call.items) == len(last.items)}
        are_moves = True in all_searched if last.cells else True
        whole = searched >= {*range(last.index)} and are_moves and False not in all_searched
        if last.item is not None and whole and last.item[0] == last.index:
            return tuple(range(last.index + 1, len(last.items)))
        moves = [short(item) for item in left]
        if whole and None not in moves and not {*moves} & {*names}:
            return tuple(moves)
        if whole:  # their names are not known, but their number is
            return tuple(Shown(f"move {i + 1}") for i in range(last.index + 1, len(last.items)))
    elif last.item is not None and last.item[1] is not None and isinstance(last.item[0], int):
        return tuple(range(last.item[0] + 1, last.item[1]))
    return (REST,)
