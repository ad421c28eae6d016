"""Programs by somebody who had not read the tests: the wrong ones fail, and are told what is wrong and in which line.

When the 306 of them were first seen, all 89 right ones passed, and 209 of 217 wrong ones failed; five of the other
eight behave right. Of 171 with one mistake, 135 got a name or a line, and 95 of 106 lines were the guilty ones.

Of a second set of 107, by somebody else, all 24 right ones passed, and 76 of 83 wrong ones failed; three of the other
seven behave right. Of the first 67 that failed, 59 got a name or a line, and 33 of 35 lines were the guilty ones.

Of a third set of 97, by yet another, all 21 right ones passed, and 73 of 76 wrong ones failed; the other three behave
right. Of the 73, 63 got a name or a line, and 39 of 42 lines were the guilty ones.

Of a fourth set of 120, by one more, all 27 right ones passed, and 92 of 93 wrong ones failed; the other one behaves
right. Of the 92, 86 got a name or a line, and 63 of 66 lines were the guilty ones.

Of a fifth set of 80, by another again, all 15 right ones passed, and 64 of 65 wrong ones failed; the other one behaves
right. Of the 64, 54 got a name or a line, and 32 of 33 lines were the guilty ones.

Of a sixth set of 89, by a sixth person, all 15 right ones passed, and 71 of 74 wrong ones failed; the other three
behave right. Of the 71, 60 got a name or a line, and 35 of 36 lines were the guilty ones; 56 were told clearly what is
wrong, and five sentences were false.

Of a seventh set of 64, by a seventh one, all 10 right ones passed, and 51 of 54 wrong ones failed; one of the other
three behaves right. Of the 51, 35 got a name or a line, and 19 of 22 lines were the guilty ones; three sentences were
false. What was false, and the two that passed, are mended.

Of an eighth set of 90, whose author kept to the mistakes that students often make, all 15 right ones passed, and 73 of
75 wrong ones failed; one of the other two behaves right. Of the 73, 65 got a name or a line, and 35 of 36 lines were
the guilty ones; eight sentences were false. What was false, and the one that passed, are mended.

Of a ninth set of 269, which also had the rarer mistakes, all 46 right ones passed, and 221 of 223 wrong ones failed;
one of the other two behaves right. Of the 221, 174 got a true name or a line, and 136 of 144 lines were the guilty
ones; three names and five repairs were false. The names and most of the repairs are mended, and the one that passed is
told. Of this set, all 101 on games and on functions of a board are here (of these, 51 of 85 got a name or a line);
of the others, those that were told nothing or something false, and some more.

Of a tenth set of 194, by a tenth person, all 42 right ones passed, and 149 of 152 wrong ones failed; two of the other
three behave right on what the exercise asks for. Of the 149, 131 got a name or a line, and 103 of 111 lines were the
guilty ones; three of 93 repairs were false. Some of these are here.

Of an eleventh set of 250, all 60 right ones passed, and 187 of 190 wrong ones failed; two of the other three behave
right. 163 got a name or a line, and 132 of 136 lines were the guilty ones; eight reports had something false.

Of a twelfth set of 110, all 20 right ones passed, and 87 of 90 wrong ones failed; the other three behave right. 83 got
a name or a line, and 70 of 71 lines were the guilty ones; three reports had something false.

Of a thirteenth set of 110, all 20 right ones passed, and all 90 wrong ones failed. 76 got a name or a line, and all 60
lines were the guilty ones. What two readers found not to be strictly true is mended. Some of these sets are here.

Of a fourteenth set of 156, all 33 right ones passed, and 121 of 123 wrong ones failed; one of the other two behaves
right. About 110 got a name or a line, and all but two of about 90 lines were the guilty ones, or as good.

Of a fifteenth set of 143, all 31 right ones passed, and 111 of 112 wrong ones failed; the other one behaves right. 99
got a name or a line, and all 82 lines were the guilty ones, or as good.

Of a sixteenth set of 127, all 25 right ones passed, and 101 of 102 wrong ones failed; the other one behaves right. 96
got a name or a line, and 76 of 80 lines were the guilty ones. Its author read all 102 reports: one told a mistake that
was not made, and ten misled. Those are mended, and some of this set are here.

Of a seventeenth set of 119, all 18 right ones passed, and 100 of 101 wrong ones failed; the other one behaves right. 93
got a name or a line, and 74 of 75 lines were the guilty ones, or as good. Its author read all 101 reports: seven said
something that was not strictly true. Those are mended, and some of this set are here.

Of an eighteenth set of 104, all 15 right ones passed, and 87 of 89 wrong ones failed; the other two behave right. 81
got a name or a line, and 64 of 65 lines were the guilty ones, or as good. Its author read all 89 reports: one sentence
was false, an edit with which a move was listed twice. That is mended, too.

A nineteenth person wrote 131 (21 right ones passed; of 110 wrong ones 107 failed, one of the others behaves right and
one is only slower; 95 of 106 got a name or a line, 75 of 76 lines were guilty or as good; of 107 reports three said
something false, and a table's search that moved a bound the wrong way passed), a twentieth 100 (13 right ones passed,
83 of 87 wrong ones failed, and only one of the others was really wrong; 75 of 83, 55 of 58; three of 83 reports), and a
twenty-first 95 (11 right ones passed, 83 of 84 wrong ones failed, the other is only slower; 78 of 83, 65 of 66; of 84
reports one sentence, of a program on a board of its own, was false in the strictest reading). A twenty-second wrote 104
(13 right ones passed, 85 of 87 wrong ones failed, and the others behave right; 78 of 85, 63 of 65): of 85 reports three
said something false, all three by an edit or a title that was tried on too little. All of that is mended.

Four more wrote 90, 84, 76 and 92: all 40 right ones passed, and 297 of 302 wrong ones failed; three of the others only
cut later than they could, and of the rules of the other two programs a check knows nothing. 261 of 297 got a name or a
line, and 203 of 209 lines were the guilty ones, or as good. Of 77 and of 70 reports one each said something false, of
the third one's 67 nothing, of the fourth one's 83 two. That is mended.

Five more wrote 84, 84, 84, 90 and 90: all 43 right ones passed, and 384 of 389 wrong ones failed; the others only cut
later than they could. 338 of 384 got a name or a quoted line, and 10 more a title that says what is wrong; 257 of 262
lines were the guilty ones, or as good. All 384 reports were read: two were plainly false in one sentence, and nine in
the strictest reading. Most of that is mended.

Nine more wrote 84 each. Of the first three, all 27 right ones passed, and 221 of 225 wrong ones failed; three of the
others only cut later than they could, and of the fourth the examples of its lesson show nothing. 177 of 221 got a name
or a quoted line; of 120 reports that were read, one said something false in a hint, and 70 of 71 lines were the guilty
ones, or as good. Of the next three, with what that had shown mended, all 26 right ones passed, 221 of 226 wrong ones
failed, and 193 of 221 got a name or a quoted line; of the last three it was all of 29, 220 of 223, and 194 of 220.

Three more wrote 84 each: all 29 right ones passed, and 219 of 223 wrong ones failed; three of the others only cut later
than they could, and one has the window in its key. 207 of 219 got a name or a quoted line.
"""

import linecache
import math
import random
import sys
import time
from dataclasses import dataclass
from math import inf
from pathlib import Path
from types import ModuleType

import pytest

from minimax_lab import check
from minimax_lab.check import exercises
from minimax_lab.game import MAX, MIN
from minimax_lab.games import TicTacToe

SETS = [path.read_text(encoding="utf-8") for path in sorted(Path(__file__).with_name("programs").glob("outside*.txt"))]
GIVEN = {"check": check, "exercises": exercises, "TicTacToe": TicTacToe}
GIVEN |= {"inf": inf, "math": math, "random": random, "time": time, "MAX": MAX, "MIN": MIN}
QUICK = "al1_here", "on2_neg", "w_m01", "t_g05", "t_l07", "s_gs_king", "s_tt_printed", "s_on2_none", "r_j12"
QUICK += "o1", "o3", "w_amin"

# Written as wrong, but they behave right, and a remark says what is wasteful: a tie that does not cut, a child that is
# searched twice, a key that relies on the states. "ab6_else_v2" returns another bound than most, which is one;
# "x_w6_mm_depth_first_utility" and "q_q06" ask a finished game for its utility, which is what evaluate says of it.
BEHAVE_RIGHT = {"ab1_min_gt", "ab4_noreturn", "ab6_twice", "ts1_keystate", "ab6_else_v2"}
BEHAVE_RIGHT |= {"x_w6_mm_depth_first_utility", "q_q06"}
BEHAVE_RIGHT |= {"y_a01", "y_t1", "y_t5"}  # the last one searches anew what is known to be worth 0, and says the same
BEHAVE_RIGHT |= {"z_a01", "z_t01", "w_a06"}
BEHAVE_RIGHT |= {"g_a_strict_one_side", "h2_ab_strict", "i9_ab_utility"}
BEHAVE_RIGHT |= {"n_ea_strict"}
BEHAVE_RIGHT |= {"v_a06", "v_t06", "v_t09", "u_a05", "t_h03"}
# One mistake, and neither a name nor a line: it takes more than one edit, or one outside of the functions.
NOT_TOLD = {"ab6_li_max"}
NOT_TOLD |= {"ts4_byplayer", "ts4_keychild", "ts5_wr_key"}
NOT_TOLD |= {"y_v3"}
NOT_TOLD |= {"z_m23", "z_i05", "z_p01"}
NOT_TOLD |= {"w_e06"}
NOT_TOLD |= {"w_e14"}  # it is told that all its answers are 1 too small
# Several edits in different lines mend it: all these lines are told
NOT_TOLD |= {"z_a21", "z_d07", "x_w12_ab_none_cut_max", "al4_two"}
# The kinds of bounds are exchanged, where they are stored or where they are looked up: both are told
NOT_TOLD |= {"r_k07", "y_t7", "w_t05", "v_t07", "t_l05", "s_ts_swapkind"}
NOT_TOLD |= {"v_g10", "v_m18"}
NOT_TOLD |= {"u_g17"}
# The report says what is wrong, but that has no name in the catalogue
NOT_TOLD |= {"v_g16"}
NOT_TOLD |= {"u_e02", "u_e04", "u_e06", "u_t04", "u_t10"}
NOT_TOLD |= {"t_c04", "t_j02"}
NOT_TOLD |= {"s_gs4_yield", "s_on_reach"}
NOT_TOLD |= {"s_on4_positions", "s_c4_goeson", "s_c42_nofull", "s_c43_sevenrows", "s_c43_negdiag"}
NOT_TOLD |= {"s_c44_bottom"}  # two lines are told, and either can be mended
NOT_TOLD |= {"s_ts2_path", "s_id2_value"}
NOT_TOLD |= {"k_ts_swapped_kinds", "k_cf_three"}  # two lines are told, and either can be mended
NOT_TOLD |= {"k_cf_run_not_reset", "k_ts_never_read"}
NOT_TOLD |= {"j_gs_returnself", "j_dp_handlerreturn", "s_id4_uncaught"}  # the report says what is wrong
NOT_TOLD |= {"h_al_includes_blocked"}
NOT_TOLD |= {"m_p045"}
# Two lines are told, and either can be mended
NOT_TOLD |= {"f_md_dict_invert", "f_ab_cut_before_update", "f_cf_height5", "g_p_terminal_lambda"}
NOT_TOLD |= {"g_ts_never_hits", "g_on_range_edge", "h2_ab_first_score", "h2_t_key_depth_only"}
# Two places are told, and either can be mended; or the title says what is wrong, without a line
NOT_TOLD |= {"l_x6t3", "l_x3d2", "n_ts_kinds_swapped"}
NOT_TOLD |= {"l_x5n3", "w_ev_01_opponent_first", "ab5_top_stale"}
NOT_TOLD |= {"m_de_sorted_values"}
# Another line can be mended as well: the root takes the largest of what are the opponent's values; a break is quoted,
# and not the `if` around it; a move that stays on the board is quoted, and not the line that takes it back too late
OTHER_LINE = {"dp5_neg", "z_a20", "z_p02", "ab4_onlyimprove", "w_g14"}
OTHER_LINE |= {"u_g05", "u_m09", "u_a12"}  # the name is set wrong in one line, and another name would do in the other
OTHER_LINE |= {"f_mv_early_win"}  # the first of three lines that are all to be turned round
# The line that takes a move over too early is quoted, and not where it is returned; the other one of two to be swapped
OTHER_LINE |= {"h_id_cut_never_reset"}  # it could come after it
OTHER_LINE |= {"h_ab_evaluate_parent"}  # the lines below it do the same, and cut
OTHER_LINE |= {"f_mv_else_dedent"}  # what it begins with can be what it ends with
OTHER_LINE |= {"g_m_generator_used_up", "g_a_window_list", "g_dp_flag_not_reset"}
OTHER_LINE |= {"m_mm_memo_moves"}  # without the memo it is right, too
OTHER_LINE |= {"n_dp_no_reset"}  # after the line, it can be set anew
OTHER_LINE |= {"f_ts_store_child_depth"}  # all depths that are stored are one more, and so may what is compared be
OTHER_LINE |= {"z_i01", "u_t08", "dp6_first", "u_g07"}
# Either of two lines: the test is turned round, and not the cells below it; what a line computes could be kept
OTHER_LINE |= {"s_on2_otherplayer", "s_mv4_movearg", "s_md4_root"}
# The other two of four kinds of bounds; what should come after it; the test, and not what it tests; the index, and not
# how far it may go; the test of what is decided in it; the loop that begins too early
OTHER_LINE |= {"q_rem_02_bounds_crossed", "r_ab_02_beta_never_falls", "r_gs_03_first_move_once"}
OTHER_LINE |= {"r_cf_01_wraps_round", "t_along_01_start_included"}
NOT_TOLD |= {"q_c4_03_run_not_reset", "q_xdec_03_window_of_one"}
NOT_TOLD |= {"u_gs_09_first_move_only_player1", "u_ts_06_never_stores_inner"}


@dataclass(frozen=True)
class Outside:
    name: str
    check: str
    mistakes: int
    guilty: list[str]
    source: str

    def report(self):
        filename = f"<{self.name}>"
        linecache.cache[filename] = len(self.source), None, self.source.splitlines(keepends=True), filename
        student = ModuleType("student")
        names = vars(student)
        names |= GIVEN
        sys.modules["student"] = student  # where a dataclass looks for its module
        try:
            exec(compile(self.source, filename, "exec"), names)
            return eval(self.check, names)
        finally:
            del sys.modules["student"]


def _program(part):
    heading, *lines = part.splitlines()
    name, called, *two = heading.split(" | ")
    guilty = [line[2:] for line in lines if line.startswith("! ")]
    source = "\n".join(lines[len(guilty) :]).strip("\n") + "\n"
    return Outside(name, called, 2 if two else int(bool(guilty)), guilty, source)


PROGRAMS = {program.name: program for text in SETS for program in map(_program, text.split("\n== ")[1:])}


def all_is_as_listed(programs):
    passed, untold, elsewhere = set(), set(), set()
    for program in programs:
        report, text = program.report(), [line.strip() for line in program.source.splitlines()]
        lines = {text[finding.line - 1] for finding in report.faults if finding.line}
        if report.passed and report.score == 1:
            passed.add(program.name)
        elif program.mistakes == 1 and not lines and not any(finding.name for finding in report.faults):
            untold.add(program.name)
        elif program.mistakes == 1 and not lines <= {*program.guilty}:
            elsewhere.add(program.name)
    names = {program.name for program in programs}
    right = {program.name for program in programs if not program.mistakes}
    assert passed == right | (BEHAVE_RIGHT & names)
    assert untold == NOT_TOLD & names
    assert elsewhere == OTHER_LINE & names
    return True


def test_some_programs_of_others_are_told_what_is_wrong_and_where():
    assert all_is_as_listed([PROGRAMS[name] for name in QUICK])


# All of them take half an hour of processor time, so each of the three versions of Python takes a third.
PARTS, VERSIONS = 9, 3
OURS = range(sys.version_info.minor % VERSIONS, PARTS, VERSIONS)


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", OURS)
def test_all_programs_of_others_are_told_what_is_wrong_and_where(part):
    assert all_is_as_listed([*PROGRAMS.values()][part::PARTS])


def test_a_class_that_counts_from_the_last_piece_to_one_side_is_told_where_it_goes_wrong():
    (fault,) = PROGRAMS["m_p025"].report().faults
    assert fault.title == "Counted to one side only?"
