"""A program of which nothing is known: `check` runs it, `look` finds what contradicts itself, `source` reads lines."""
