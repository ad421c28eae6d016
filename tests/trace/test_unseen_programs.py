"""Programs kept away from whoever wrote the rules: what is told of them is right, but for what is listed here."""

from pathlib import Path

from tests.trace.mutations import noticed
from tests.trace.programs import programs
from tests.trace.test_any_program import differing_parts

UNSEEN = programs(Path(__file__).parent / "programs" / "unseen")

# The parts that are wrong. Whoever mends one takes it from this list; nothing is added to it.
WRONG_PARTS = {
    "fresh_deepening_class": {"moves", "nodes", "roles", "searches", "values", "window"},
    "fresh_while_window": {"cuts", "moves"},
    "fresh_main_game_input": {"moves", "window"},
    "fresh_wrong_last_move": {"roles"},
    "fresh_wrong_zero_and": {"roles"},
    "more_map_partial": {"moves"},
    "number_pick_set": {"cuts"},
    "style_decorated": {"moves"},
    "ttt_dict_result": {"moves"},
}
# Right programs that get a notice, and wrong ones that get none, or another
FALSE_NOTICE = {"fresh_deepening_class", "fresh_dots"}
NOT_NOTICED = {
    "cut_while_open",
    "depth_one_branch",
    "fresh_wrong_depth_plus",
    "fresh_wrong_last_move",
    "fresh_wrong_sign_leaf",
    "fresh_wrong_undo_set",
    "fresh_wrong_value_average",
    "fresh_wrong_zero_and",
    "last_negamax",
    "sign_current_player_wins",
    "value_depth_inside",
}


def test_the_trees_are_right_but_for_what_is_listed():
    wrong = {program.name: {*differing_parts(program)} for program in UNSEEN}
    assert {name: parts for name, parts in wrong.items() if parts} == WRONG_PARTS


def test_no_right_program_gets_a_notice_but_for_those_that_are_listed():
    assert {program.name for program in UNSEEN if not program.kind and noticed(program)} == FALSE_NOTICE


def test_every_mistake_is_noticed_at_its_line_but_for_those_that_are_listed():
    missed = set()
    for program in UNSEEN:
        kinds = program.kind.split("/")
        if program.kind and not any(kind in kinds and line in program.guilty for kind, line in noticed(program)):
            missed.add(program.name)
    assert missed == NOT_NOTICED
