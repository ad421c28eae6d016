"""A class at a glance: which misconceptions it has, and how many students each."""
