"""Runs students' code, so that a check goes on whatever it does.

run.py       one run: what it returned, or how it failed (failures.py says it in words)
limits.py    how many lines and how long a run may take, and what it may print
contents.py  what a function is made of and what it keeps from one call to the next
clock.py     a clock that moves on with what a search does
process.py   a whole check in a process of its own
child.py     what that process does: it is alone, it runs the check and answers, in data only
"""
