"""What a quiz must say, worked out from the solution of the tree itself: `python -m tests.widgets.js.quiz_cases`.

The browser judges by a key of texts. Here each answer is judged as a check does it, by `Solution` and `WrittenValues`.
"""

import json
import math
import os
import re
from random import Random

from minimax_lab.check.by_hand.solution import TOO_MUCH, WINDOW, Remark
from minimax_lab.check.by_hand.values import WrittenValues
from minimax_lab.game import MIN
from minimax_lab.games import Tree, random_tree
from minimax_lab.trace.words import value_text
from minimax_lab.widgets import PruningQuiz, ValueQuiz, quiz_tree

SHAPES = [(2, 3), (3, 2), (4, 2)]


def trees():
    drawn = [random_tree(depth, branching, seed=seed) for depth, branching in SHAPES for seed in range(8)]
    drawn += [random_tree(4, (1, 3), seed, values=range(-3, 4), stop=0.2) for seed in range(20)]
    drawn += [quiz_tree(seed, 4, 2, deep_cutoff=True) for seed in range(3)]
    drawn = drawn[:: 12 if os.environ.get("MINIMAX_LAB_QUICK") else 1]
    named = {"left": {"a": 3, "b": -2}, "right": [1, 0.5]}
    return [*drawn, Tree([[3], [2, [5, 5]], 4]), Tree(named, MIN), Tree([7, 7]), Tree([[1, 2], [0, 9]], MIN)]


def read(text):
    """A number that was typed, None if nothing was, or what is said of something else."""
    plain = re.sub("^(≥|≤|>=|<=|>|<|=)", "", text.strip()).strip().replace("−", "-").replace(",", ".").lower()
    if not plain:
        return None
    if plain.lstrip("+-") in ("∞", "inf", "infinity", "oo"):
        return -math.inf if plain[0] == "-" else math.inf
    if re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)", plain):
        return float(plain)
    return f"“{text.strip()[:20]}” is not a number; write 7, −2, ∞ or −∞."


def some(number, one, many):
    return f"{number} {one if number == 1 else many}"


class Judge:
    """Says what a quiz should say, message after message."""

    def __init__(self, quiz):
        self.quiz, self.solution = quiz, quiz._solution
        self.attempts = self.score = 0
        self.correct, self.is_solved, self.summary = None, False, ""
        self.remarks, self.explained, self.hinted = [], set(), {}
        self.marks = {}

    def act(self, message):
        hint = getattr(self, message["do"])(message) or ""
        number = {path: i for i, path in enumerate(self.quiz.paths)}
        remarks = [
            {"node": number[r.path], "kind": r.kind, "text": r.text, "about": [number[path] for path in r.about]}
            for r in self.remarks
        ]
        kind = {None: "idle", True: "right", False: "wrong"}[self.correct]
        feedback = {"summary": self.summary, "hint": hint, "kind": kind, "remarks": remarks, **self.marks}
        return [feedback, self.score, self.attempts, self.correct]

    def check(self, message):
        said, mistakes, praise, parts = self.judged(message)
        self.attempts += 1
        self.correct = not mistakes
        self.remarks = [] if mistakes else praise
        self.summary, self.marks = said, self.marked_values(message, mistakes)
        if not mistakes:
            won = 0 if self.is_solved else len([part for part in parts if part not in self.explained])
            gained = f"{some(won, 'point', 'points')}." if won else "No points: it was explained before."
            points = "" if self.is_solved else f"{gained} "
            self.summary = f"All right! {points}The root is worth {value_text(self.solution.values[()])}."
            self.is_solved, self.score = True, self.score + won

    def explain(self, message):
        _, mistakes, _, _ = self.judged(message)
        open_ = [(part, remark) for part, remark in mistakes.items() if remark not in self.remarks]
        if not open_:
            self.summary = "There is nothing to explain: press Check."
            return
        self.explained.add(open_[0][0])
        self.remarks = [*self.remarks, open_[0][1]]

    def hint(self, message):
        _, mistakes, _, _ = self.judged(message)
        part, remark = next(iter(mistakes.items()), (None, None))
        general, own = self.hints(message, remark)
        if self.hinted.get("general", 0) < len(general):
            self.hinted["general"] = self.hinted.get("general", 0) + 1
            return general[self.hinted["general"] - 1]
        self.hinted[part] = min(self.hinted.get(part, 0) + 1, len(own))
        if remark and self.hinted[part] == len(own):
            self.explained.add(part)
        return own[self.hinted[part] - 1]

    def reset(self, message):
        self.correct, self.remarks, self.summary, self.marks = None, [], "", {}

    def marked_values(self, message, mistakes):
        """What a check tells of single nodes, if it does."""
        return {}


class PruningJudge(Judge):
    def marked(self, message):
        return {self.quiz.paths[number] for number in message["marked"]}

    def judged(self, message):
        remarks, mistakes = self.solution.remarks_on(self.marked(message)), {}
        for remark in remarks:
            part = ("mark", remark.path) if remark.kind == TOO_MUCH else ("cut", remark.path[:-1])
            if remark.is_mistake:
                mistakes.setdefault(part, remark)
        cuts = [("cut", step.path) for step in self.solution.trace.cutoffs if step.pruned]
        missing = sum(cut in mistakes for cut in cuts)
        found = len(cuts) - missing
        told = [f"{some(found, 'cut-off', 'cut-offs')} right, none is missing."]
        right = {("cut", remark.path[:-1]) for remark in remarks if not remark.is_mistake}
        partly = sum(cut in mistakes and cut in right for cut in cuts)
        if missing:
            told = [f"{some(found, 'cut-off', 'cut-offs')} right"] if found or not partly else []
            if partly:
                told.append(f"{partly if told else some(partly, 'cut-off', 'cut-offs')} found but only partly marked")
            told += [f"{missing - partly} more to find"] if missing > partly else []
            told = [f"{', '.join(told)}."]
        if extra := sum(kind == "mark" for kind, _ in mistakes):
            told.append(f"{some(extra, 'mark', 'marks')} too many.")
        if message["asksWindows"] and (wrong := self.on_windows(message)):
            mistakes |= {(WINDOW, remark.path): remark for remark in wrong}
            told.append(f"α, β or the value is not right at {some(len(wrong), 'node', 'nodes')}.")
        return " ".join(told), mistakes, remarks, cuts or ["no cut-off"]

    def on_windows(self, message):
        answers, unreadable = {}, []
        for number, path in enumerate(self.quiz.paths):
            if self.quiz.tree.at(path).is_leaf or any(path[: len(cut)] == cut for cut in self.marked(message)):
                continue
            given = tuple(map(read, message["answers"].get(str(number), ("", "", ""))))
            bad = [answer for answer in given if isinstance(answer, str)]
            if bad:
                unreadable.append(Remark(path, WINDOW, f"{self.solution.name(path)}: {bad[0]}"))
            elif path in self.solution.trace or any(each is not None for each in given):
                answers[path] = given
        return unreadable + self.solution.remarks_on_windows(answers)

    def hints(self, message, remark):
        where, how_many, *own = self.solution.hints(self.marked(message))
        if remark is not None and remark.kind == WINDOW:
            own = [f"Look at {self.solution.name(remark.path)}: what does its parent pass down to it?"]
        return [where] if self.attempts else [where, how_many], own


class ValueJudge(Judge):
    def judged(self, message):
        tree, typed = self.quiz.tree, {}
        for number, path in enumerate(self.quiz.paths):
            answer = read(message["answers"].get(str(number), ""))
            if answer is not None and not tree.at(path).is_leaf:
                typed[path] = answer
        inner = sorted((path for path in self.quiz.paths if not tree.at(path).is_leaf), key=len, reverse=True)
        mistakes = {}
        for path, answer in typed.items():
            if isinstance(answer, str):
                mistakes[path] = Remark(path, "wrong value", f"{self.name(path)}: {answer}")
        written = WrittenValues(tree, {path: answer for path, answer in typed.items() if not isinstance(answer, str)})
        for path in written.wrong_in_order():
            told = written.finding(path)
            mistakes[path] = Remark(path, "wrong value", f"{told.title}. {told.message}", self.below(path))
        wrong, empty = len(mistakes), [path for path in inner if path not in typed]
        mistakes |= {path: Remark(path, "no value yet", self.how(path), self.below(path)) for path in empty}
        told = [f"{len(inner) - len(mistakes)} right"]
        told += [f"{wrong} wrong"] if wrong else []
        told += [f"{len(empty)} still empty"] if empty else []
        gets = f"{tree.active_player.symbol} {tree.active_player} at the root gets {value_text(minimax_of(tree))}"
        praise = [Remark((), "right", f"{gets}, and the other player cannot do better against it.")]
        return f"{', '.join(told)}.", mistakes, praise, inner

    def marked_values(self, message, mistakes):
        """Which of the values that were typed are right; what is right is not told."""
        inner = {str(i): path for i, path in enumerate(self.quiz.paths) if not self.quiz.tree.at(path).is_leaf}
        typed = {number: text.strip() for number, text in message["answers"].items() if text.strip()}
        marks = {i: {"text": text, "right": inner[i] not in mistakes} for i, text in typed.items() if i in inner}
        return {"marks": marks}

    def below(self, path):
        return tuple((*path, move) for move in self.quiz.tree.at(path).children)

    def name(self, path):
        name = self.solution.name(path)
        return name[:1].upper() + name[1:]

    def how(self, path):
        takes = "smallest" if self.quiz.tree.at(path).active_player is MIN else "largest"
        values = ", ".join(value_text(minimax_of(self.quiz.tree.at(child))) for child in self.below(path))
        return f"{self.name(path)} takes the {takes} of the values below it: {values}."

    def hints(self, message, remark):
        if remark is None:
            return ["", ""], ["Every value is right: press Check."]
        first = "Begin at the bottom, at a node whose children are all leaves. Then go up, one level at a time."
        rule = "▲ MAX takes the largest of the values below, ▼ MIN the smallest."
        asked = f"Look at {self.solution.name(remark.path)}: which values are below it, and who chooses?"
        return [first, rule], [asked, self.how(remark.path)]


def minimax_of(tree):
    if tree.is_leaf:
        return tree.value
    return (min if tree.active_player is MIN else max)(map(minimax_of, tree.children.values()))


def marks(quiz, random):
    """Nothing, anything, and what is right, each checked and explained; and windows of all kinds."""
    right = [number for number, path in enumerate(quiz.paths) if path in quiz._solution.cuts]
    numbers = range(1, len(quiz.paths))
    others = random.sample(numbers, min(3, len(numbers)))
    windows = right_windows(quiz)
    for marked in [], others, [*right, *others[:1]], right[1:], right:
        for do in "hint", "check", "explain", "explain", "hint", "hint", "hint":
            yield {"do": do, "marked": marked, "answers": {}, "asksWindows": False}
    for marked in right, others:
        for answers in {}, windows, spoilt(windows, random), spoilt(windows, random):
            for do in "check", "explain", "hint", "hint":
                yield {"do": do, "marked": marked, "answers": answers, "asksWindows": True}
    yield {"do": "reset", "marked": [], "answers": {}, "asksWindows": False}


def right_windows(quiz):
    trace = quiz._solution.trace
    nodes = {number: trace.at(path) for number, path in enumerate(quiz.paths) if path in trace}
    return {
        str(number): [*(str(float(end)) for end in node.window), str(node.value)]
        for number, node in nodes.items()
        if node.searched
    }


def spoilt(windows, random):
    odd = ["", "99", " ≥ 4", "x", "∞", "-inf", "0", "1,5"]
    return {node: [random.choice([text, text, *odd]) for text in texts] for node, texts in windows.items()}


def fillings(quiz, random):
    right = {str(i): str(minimax_of(quiz.tree.at(p))) for i, p in enumerate(quiz.paths) if quiz.tree.at(p).children}
    values = [*map(str, quiz.tree.leaves()), *(str(-leaf) for leaf in quiz.tree.leaves()), "", "x", " −7,5 ", "99"]
    wrong = [{node: random.choice([value, value, *values]) for node, value in right.items()} for _ in range(4)]
    swapped = {node: min_for_max(quiz.tree.at(quiz.paths[int(node)])) for node in right}
    for answers in {}, swapped, *wrong, carried_over(quiz, right), right, right:
        for do in "hint", "check", "explain", "explain", "hint", "hint":
            yield {"do": do, "answers": answers}
    yield {"do": "reset", "answers": {}}


def carried_over(quiz, right):
    """A mistake at the bottom, what follows from it above, and another mistake at the root."""
    written = {quiz.paths[int(node)]: float(value) for node, value in right.items()}
    bottom = max(written, key=len)
    written[bottom] = -50 if quiz.tree.at(bottom[:-1]).active_player is MIN else 50
    for length in range(len(bottom) - 1, 0, -1):
        above = bottom[:length]
        node = quiz.tree.at(above)
        below = [written.get((*above, move)) or minimax_of(child) for move, child in node.children.items()]
        written[above] = (min if node.active_player is MIN else max)(below)
    written[()] = 99
    return {str(quiz.paths.index(path)): str(value) for path, value in written.items()}


def min_for_max(tree):
    """What one writes who lets the other player choose."""
    values = [minimax_of(child) for child in tree.children.values()]
    return str((max if tree.active_player is MIN else min)(values))


def cases():
    random = Random(1)
    for tree in trees():
        for kind, judge, messages in (PruningQuiz, PruningJudge, marks), (ValueQuiz, ValueJudge, fillings):
            quiz = kind(tree)
            asked, state = [*messages(quiz, random)], quiz.get_state()
            right = next(message for message in reversed(asked[:-1]) if is_right(judge(quiz), message))
            hints_alone = [*({**asked[0], "do": "hint"} for _ in range(5)), {**right, "do": "check"}]
            for each in asked, hints_alone:
                told = [*map(judge(quiz).act, each)]
                quizzed = {"kind": kind.__name__, "rows": state["_rows"], "key": state["_key"]}
                yield {**quizzed, "messages": each, "told": told}


def is_right(judge, message):
    return not judge.judged(message)[1]


if __name__ == "__main__":
    print(json.dumps([*cases()]))
