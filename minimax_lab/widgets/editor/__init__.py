"""The tree editor: build a tree by hand and see it searched at every change."""
