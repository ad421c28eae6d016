LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
board = ["X", "O", "X", " ", "O", " ", "X", " ", "O"]


def winner(board):
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != " ":
            return board[a]
    return None


def minimax(board, is_max):
    if winner(board):
        return 1 if winner(board) == "X" else -1
    if " " not in board:
        return 0
    values = []
    for cell in range(9):
        if board[cell] == " ":
            board[cell] = "X" if is_max else "O"
            values.append(minimax(board, not is_max))
            board[cell] = " "
    return max(values) if is_max else min(values)


print("X can reach", minimax(board, True))
