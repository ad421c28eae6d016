"""Lessons as pages without Python, for slides and the site: the cells of a notebook, and widgets that live on there."""
