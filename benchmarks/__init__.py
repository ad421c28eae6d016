"""Measurements of speed and size. They are run by hand, never as tests: see README.md."""
