"""Runs students' code: limits, captured output, what it keeps between calls, and how it fails."""
