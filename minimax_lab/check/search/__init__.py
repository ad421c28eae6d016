"""Checks of searches. One check goes through these files, in this order:

battery.py   the trees and calls that a search is tried on, smallest first
run.py       an exercise, and what one run of a student's function did (observed.py has the trees that notice it)
fault.py     whether a run looked at what could no longer matter
shrink.py    the smallest case on which a fault shows (earlier_calls.py: the fewest calls)
diagnose.py  the mistake's name: a program of mistaken.py that makes it and behaves exactly the same
tell.py      what the student is told, with a replay (replay.py) of the student's own run

check.py puts them together, and offers the checks of minimax, negamax and alpha-beta.
"""
