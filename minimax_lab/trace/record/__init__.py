"""Watching a search: which states are known, what each thread does, and what ends it too early."""
