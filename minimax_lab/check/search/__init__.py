"""Checks of searches. One check goes through these files, in this order:

battery.py   the trees and calls that a search is tried on, smallest first
run.py       an exercise, and what one run of a student's function did
fault.py     whether a run looked at what could no longer matter
diagnose.py  the mistake's name: a program from the table of `check/mistakes.py` that behaves exactly the same
repair.py    the guilty line: single edits of the student's own code that make it right
smallest.py  the smallest case on which a fault shows, and the fewest calls
findings.py  what the student is told, with a replay (replay.py) of the student's own run
score.py     the share that is right nevertheless

check.py puts them together, and offers the checks of minimax, negamax and alpha-beta.
"""
