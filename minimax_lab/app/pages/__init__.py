"""Lessons as pages without Python, for slides and the site: `notebook.py` has the cells, `alive.py` the widgets."""
