"""Wrong programs from the table of mistakes (`minimax_lab.check.mistakes`), as replacements like the others."""

from minimax_lab.check.mistakes import mistakes, wrong_programs
from minimax_lab.check.right_programs import Program

IMPORTS = "from math import inf\nfrom minimax_lab.game import MAX\n"
NO_FAULT = "strict-cut"


def rows(kind, *codes, about=""):
    """code -> [(right program, replacements)], one for each way to make a mistake; all mistakes if none are named."""
    found = {}
    for row in mistakes(kind):
        if row.code != NO_FAULT and about in ("", row.about) and (not codes or row.code in codes):
            made = [program.made[0] for program in row.programs(kind) if len(program.codes) == 1]
            both = [way for way in made if way[2] == way[1].where[0]]  # on both sides, if it can be made there
            found[row.code] = [as_replacement(Program(kind, (), (way,))) for way in both]
    return found


def two_at_once(kind, every):
    """(codes, right program, replacements) for programs with two mistakes: one for so many pairs of mistakes."""
    pairs = {}
    for program in wrong_programs(kind, (), 2):
        pairs.setdefault(program.codes, program)
    return [({*codes}, *as_replacement(program)) for codes, program in [*pairs.items()][::every]]


def as_replacement(program):
    right = IMPORTS + Program(program.kind).source
    return right, [(right, IMPORTS + program.source)]


def together(*groups):
    """The programs of several dicts like that, by their codes."""
    codes = dict.fromkeys(code for group in groups for code in group)
    return {code: [way for group in groups for way in group.get(code, [])] for code in codes}
