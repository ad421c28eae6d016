"""What several widgets use: the look, the tree's layout, a tree that can be clicked."""
