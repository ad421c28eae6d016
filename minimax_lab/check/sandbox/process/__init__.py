"""A whole check in a process of its own.

parent.py  starts the process, waits for its answer and ends it
child.py   what the process does: it is alone, it runs the check and answers
guard.py   in the child: numbers the runs, and sets timers that no code in Python can outlast
parcel.py  the answer on its way: everything in a report becomes data
"""
