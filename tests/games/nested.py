"""What nested lists and dicts say of the tree that is made of them."""


def chain(length, end=0):
    """A list in a list in a list …"""
    for _ in range(length):
        end = [end]
    return end


def branches(nested):
    """The moves and what they lead to, or None for a leaf."""
    return [*enumerate(nested)] if isinstance(nested, list) else [*nested.items()] if isinstance(nested, dict) else None


def flattened(nested):
    return (
        [nested] if branches(nested) is None else [leaf for _, child in branches(nested) for leaf in flattened(child)]
    )


def levels(nested):
    return 0 if branches(nested) is None else 1 + max(levels(child) for _, child in branches(nested))


def nodes(nested):
    return 1 + sum(nodes(child) for _, child in branches(nested) or [])
