# IPython runs this file when a notebook's Python starts. It leaves no name behind.
__import__("what_is_missing").install()
