"""Mistaken programs: searches with known mistakes in them, to compare a student's with.

catalogue.py  the mistakes that each exercise is compared with, and what is equally right
search.py     one textbook search, and at each of its decisions the mistakes that can be made there
kinds.py      the same as negamax, as a decision, and as max_value and min_value
"""
