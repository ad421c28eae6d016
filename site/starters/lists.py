def minimax(node, depth, is_max):
    if depth == 0 or isinstance(node, int):
        return node
    values = [minimax(child, depth - 1, not is_max) for child in node]
    return max(values) if is_max else min(values)


minimax([[3, 12, 8], [2, 4, 6], [14, 5, 2]], 2, True)
