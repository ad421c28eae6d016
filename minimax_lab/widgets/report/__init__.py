"""The report of a check as a notebook shows it."""
