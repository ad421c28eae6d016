"""Pictures as plain data: shapes, text and marks that anyone may describe, and `minimax_lab.draw` paints."""
