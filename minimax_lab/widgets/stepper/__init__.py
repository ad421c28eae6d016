"""Step through a search beside the tree that it searches."""
