"""The board of chess as a picture: what is asked for is on it, where it belongs."""

import base64
import re
from itertools import combinations
from xml.etree import ElementTree

import chess
import chess.svg
import pytest

from minimax_lab.draw import board_svg, draw_board, notebook_bundle, save, svg
from minimax_lab.game import MAX, MIN, IllegalMove
from minimax_lab.games import RPS, Chess, ConnectFour, Isolation, TicTacToe
from minimax_lab.games.chess import picture
from minimax_lab.games.chess.picture import CELL
from minimax_lab.picture.scene import MARGIN, STYLES, Box, Circle, Icon, Polygon, Text

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
LINE = ["Bxa6", "bxc3", "bxc3", "exd5"]
SPACE = "{http://www.w3.org/2000/svg}"


def chess_scene(position, **options):
    """The picture of a state, or of a board that is given as a FEN."""
    if isinstance(position, Chess):
        return position.picture(**options)
    board = chess.Board(position)
    return picture.chess_scene(board, board.outcome(), **options)


def square_of(scene, x, y):
    """The name of the square under a point of the picture."""
    left = (scene.width - 8 * CELL) / 2
    return chess.square_name(chess.square(int((x - left) // CELL), 7 - int((y - MARGIN) // CELL)))


def roles(scene, *names):
    return [shape for shape in scene.shapes if shape.role in names]


def test_every_piece_stands_on_its_square():
    board = chess.Board(KIWIPETE)
    scene = chess_scene(KIWIPETE)
    icons = [shape for shape in scene.shapes if isinstance(shape, Icon)]
    shown = {square_of(scene, icon.x, icon.y): icon.letters[-1][1] for icon in icons}
    assert shown == {chess.square_name(square): piece.unicode_symbol() for square, piece in board.piece_map().items()}
    assert len(icons) == 32


def test_light_and_dark_squares_are_where_they_belong():
    scene = chess_scene(Chess())
    dark = {square_of(scene, box.x + 1, box.y + 1) for box in roles(scene, "dark square")}
    assert dark == {chess.square_name(square) for square in chess.SquareSet(chess.BB_DARK_SQUARES)}
    assert "a1" in dark


def test_the_last_move_is_marked_by_colour_and_by_a_dotted_frame():
    scene = chess_scene(Chess().forecast_move("e4"))
    framed = {square_of(scene, box.x, box.y) for box in roles(scene, "last move")}
    lit = {square_of(scene, box.x + 1, box.y + 1) for box in scene.shapes if box.role.endswith(", last move")}
    assert framed == lit == {"e2", "e4"}
    assert STYLES["last move"].dash
    assert roles(chess_scene(Chess()), "last move") == []
    assert len(roles(chess_scene(KIWIPETE, last=chess.Move.from_uci("a7a6")), "last move")) == 2


def test_a_line_is_numbered_arrows_in_the_colour_of_who_moves():
    scene = chess_scene(Chess(KIWIPETE), line=LINE)
    arrows = [shape for shape in scene.shapes if isinstance(shape, Polygon) and shape.role.startswith("line")]
    assert [arrow.role for arrow in arrows] == ["line max", "line min", "line max", "line min"]
    tips = [square_of(scene, *arrow.points[3]) for arrow in arrows]
    assert tips == ["a6", "c3", "c3", "d5"]
    numbers = roles(scene, "disc label")
    assert [(text.text, square_of(scene, text.x, text.y)) for text in numbers] == [
        ("1", "e2"),
        ("2", "b4"),
        ("3", "b2"),
        ("4", "e6"),
    ]
    assert "best line 1. Bxa6 bxc3 2. bxc3 exd5" in scene.description


@pytest.mark.parametrize(("side", "colour", "kind"), [(MAX, True, Circle), (MIN, False, Box)])
def test_attacked_squares_have_a_dot_whose_shape_says_whose_attack_it_is(side, colour, kind):
    board, scene = chess.Board(KIWIPETE), chess_scene(KIWIPETE, attacked=side)
    dots = roles(scene, f"line {side.value.lower()}")
    expected = {chess.square_name(square) for square in chess.SQUARES if board.attackers(colour, square)}
    assert {square_of(scene, dot.x, dot.y) for dot in dots} == expected
    assert {type(dot) for dot in dots} == {kind}


def test_marks_are_a_ring_a_frame_or_a_label():
    scene = chess_scene(Chess(), marks={"e4": MAX, chess.D5: MIN, "a1": (MAX, "weak"), 63: "x"})
    assert [square_of(scene, ring.x, ring.y) for ring in roles(scene, "ring max")] == ["e4", "a1"]
    assert [square_of(scene, frame.x, frame.y) for frame in roles(scene, "ring min")] == ["d5"]
    assert [text.text for text in roles(scene, "tag text")] == ["weak", "x"]
    assert scene.description.endswith("marked: e4 MAX, d5 MIN, a1 MAX, a1 weak, h8 x")


def test_a_king_in_check_is_ringed_and_the_caption_says_so():
    scene = chess_scene("4k3/8/8/8/4r3/8/8/4K3 w - -")
    (ring,) = roles(scene, "in check")
    assert square_of(scene, ring.x, ring.y) == "e1"
    assert [text.text for text in roles(scene, "caption")] == ["White (MAX) to move, in check"]


@pytest.mark.parametrize(
    ("position", "caption"),
    [
        (Chess(), "White (MAX) to move"),
        (Chess().forecast_move("e4"), "Black (MIN) to move"),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - -", "White (MAX) has won: checkmate"),
        (Chess("7k/5Q2/6K1/8/8/8/8/8 b - -"), "A draw: stalemate"),
        (Chess("4k3/8/8/8/8/8/8/R3K3 w - - 100 80"), "A draw: fifty moves"),
        ("8/8/8/8/8/8/PPP5/8 w - -", "White (MAX) to move"),  # a board without kings, for counting
    ],
)
def test_the_caption_says_whose_turn_it_is_or_how_it_ended(position, caption):
    assert [text.text for text in roles(chess_scene(position), "caption")] == [caption]


def test_the_svg_is_sound_the_same_each_time_and_holds_no_id():
    options = {"line": LINE, "attacked": MIN, "marks": {"e4": MAX, "d5": MIN, "c3": "<&>"}}
    text = board_svg(Chess(KIWIPETE), **options)
    assert text == board_svg(Chess(KIWIPETE), **options) == svg.render(Chess(KIWIPETE).picture(**options))
    root = ElementTree.fromstring(text)
    assert not [element for element in root.iter() if "id" in element.attrib]  # several pictures share a page
    assert "bKQkq" not in text
    assert root.find(f"{SPACE}desc").text.startswith("Chess, White (MAX) to move: r...k..r / p.ppqpb. /")


def test_labels_and_numbers_do_not_overlap():
    names = dict.fromkeys(chess.SQUARE_NAMES, "12")
    tags = [shape for shape in chess_scene(Chess(), marks=names).shapes if shape.role == "tag"]
    assert len(tags) == 64
    for one, other in combinations(tags, 2):
        assert (
            one.x + one.width <= other.x
            or other.x + other.width <= one.x
            or one.y + one.height <= other.y
            or other.y + other.height <= one.y
        )
    badges = [shape for shape in chess_scene(Chess(KIWIPETE), line=LINE).shapes if isinstance(shape, Circle)]
    for one, other in combinations(badges, 2):
        assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= (one.radius + other.radius) ** 2


# Turned round, for who plays Black


def mirrored(name):
    """The square that is where `name` was, once the board is turned round: h8 for a1."""
    return name.translate(str.maketrans("abcdefgh12345678", "hgfedcba87654321"))


def middle(shape):
    if isinstance(shape, Box):
        return shape.x + shape.width / 2, shape.y + shape.height / 2
    if isinstance(shape, Polygon):
        return shape.points[len(shape.points) // 2]  # the tip of an arrow
    return shape.x, shape.y


def on_squares(scene):
    """What the picture shows on its squares: what kind of thing it is, what it says, and where."""
    edge = (scene.width - 8 * CELL) / 2
    for shape in scene.shapes:
        x, y = middle(shape)
        if edge < x < scene.width - edge and MARGIN < y < MARGIN + 8 * CELL and shape.role != "outline":
            yield shape.role, getattr(shape, "text", getattr(shape, "letters", "")), square_of(scene, x, y)


@pytest.mark.parametrize("below", [MAX, MIN])
def test_every_square_is_where_python_chess_draws_it(below):
    drawing = ElementTree.fromstring(chess.svg.board(orientation=below is MAX, coordinates=False))
    theirs = {}
    for rect in drawing.iter(f"{SPACE}rect"):
        kind, *_, name = rect.get("class", "").split()
        if kind == "square":
            theirs[name] = float(rect.get("x")) / chess.svg.SQUARE_SIZE, float(rect.get("y")) / chess.svg.SQUARE_SIZE
    scene = chess_scene(Chess(), below=below)
    left = (scene.width - 8 * CELL) / 2
    ours = {chess.square_name(name): ((box.x - left) / CELL, (box.y - MARGIN) / CELL) for name, box in scene.places}
    assert len(theirs) == 64
    assert {name: pytest.approx(place) for name, place in theirs.items()} == ours


def test_all_that_is_on_a_square_goes_with_it_when_the_board_is_turned():
    marks = {"e4": MAX, "d5": (MIN, "weak"), "a8": "12"}
    checked = chess_scene("4k3/8/8/8/4r3/8/8/4K3 w - -"), chess_scene("4k3/8/8/8/4r3/8/8/4K3 w - -", below=MIN)
    options = {"line": LINE, "attacked": MAX, "marks": marks, "last": chess.Move.from_uci("a7a6")}
    state = Chess(KIWIPETE)
    for plain, turned in checked, (state.picture(**options), state.picture(**options, below=MIN)):
        assert [*on_squares(plain)] == [(role, says, mirrored(square)) for role, says, square in on_squares(turned)]
    shown = {role for scene in (turned, checked[1]) for role, *_ in on_squares(scene)}
    assert shown >= {"piece", "last move", "ring max", "ring min", "tag", "line max", "line min", "in check"}


@pytest.mark.parametrize(("below", "files", "ranks"), [(MAX, "abcdefgh", "87654321"), (MIN, "hgfedcba", "12345678")])
def test_the_letters_at_the_edge_name_the_files_and_ranks_that_they_stand_at(below, files, ranks):
    scene = chess_scene(Chess(), below=below)
    boxes = {chess.square_name(square): box for square, box in scene.places}
    letters = sorted((text.x, text.text) for text in roles(scene, "note") if text.text.isalpha())
    numbers = sorted((text.y, text.text) for text in roles(scene, "note") if text.text.isdigit())
    assert "".join(name for _, name in letters) == files
    assert "".join(name for _, name in numbers) == ranks
    for x, name in letters:
        assert {middle(box)[0] for square, box in boxes.items() if name in square} == {x}
    for y, name in numbers:
        assert {middle(box)[1] for square, box in boxes.items() if name in square} == {y}
    for text in roles(scene, "note"):  # beside the board, not on it
        assert text.x < min(box.x for box in boxes.values()) or text.y > max(box.y + CELL for box in boxes.values())


def test_a_turned_board_has_the_same_outline_and_caption_and_says_that_it_is_turned():
    plain, turned = chess_scene(KIWIPETE), chess_scene(KIWIPETE, below=MIN)
    assert roles(plain, "outline", "caption") == roles(turned, "outline", "caption")
    assert (plain.width, plain.height) == (turned.width, turned.height)
    assert turned.description == plain.description + ", drawn with Black below"
    assert plain == chess_scene(KIWIPETE, below=MAX)


def test_a_board_is_turned_in_every_kind_of_picture():
    state = Chess().forecast_move("e4")
    turned = board_svg(state, below=MIN)
    assert turned == svg.render(state.picture(MIN)) != board_svg(state)
    data = re.search(r"base64,([^\"]+)", notebook_bundle(state, below=MIN)["text/html"]).group(1)
    assert base64.b64decode(data).decode() == turned
    import matplotlib.pyplot as plt  # here, because it takes long to import

    figures = [draw_board(state), draw_board(state, below=MIN)]
    try:
        kings = [[text.get_position() for text in ax.texts if text.get_text() == "♔"] for ax in figures]
        heights = [position[1] for (position,) in kings]
        assert heights[0] > heights[1]  # y runs downwards
    finally:
        for ax in figures:
            plt.close(ax.figure)


@pytest.mark.parametrize("state", [TicTacToe("X.. .O. ..."), ConnectFour(), Isolation(), RPS.start("RPSRP", "PSRSR")])
def test_the_other_games_look_the_same_from_both_sides(state):
    assert board_svg(state, below=MIN) == board_svg(state)


def test_a_notebook_shows_the_board_as_an_image_with_words_for_it():
    state = Chess().forecast_move("e4")
    bundle = notebook_bundle(state)
    assert bundle["text/plain"] == str(state)
    assert 'alt="Chess, Black (MIN) to move: rnbqkbnr' in bundle["text/html"]
    data = re.search(r"base64,([^\"]+)", bundle["text/html"]).group(1)
    assert base64.b64decode(data).decode() == board_svg(state)


def test_matplotlib_draws_the_same_scene_with_letters_for_the_pieces():
    import matplotlib.pyplot as plt

    ax = draw_board(Chess(KIWIPETE), line=LINE, marks={"e4": MAX})
    try:
        letters = [text.get_text() for text in ax.texts]
        assert letters.count("♟") == 16  # the body of white pawns, and black ones
        assert letters.count("♙") == 8
        assert letters.count("♚") == 2
        ax.figure.canvas.draw()
    finally:
        plt.close(ax.figure)


def test_a_board_is_saved(tmp_path):
    assert save(Chess(), tmp_path / "start.svg").read_text(encoding="utf-8") == board_svg(Chess())
    assert save(Chess(), tmp_path / "start.png").stat().st_size > 1000


def test_what_cannot_be_shown_is_refused():
    with pytest.raises(IllegalMove, match="cannot go to e5"):
        board_svg(Chess(), line=["e2e5"])
    with pytest.raises(ValueError, match="a square is.*not 'z9'"):
        board_svg(Chess(), marks={"z9": MAX})
    with pytest.raises(ValueError, match="not 64"):
        board_svg(Chess(), marks={64: MAX})
    with pytest.raises(TypeError, match="a mark is MAX, MIN or a text, not 5 .on e4."):
        board_svg(Chess(), marks={"e4": 5})
    with pytest.raises(TypeError, match="attacked is MAX.*not True"):
        board_svg(Chess(), attacked=True)
    for state in Chess(), TicTacToe():
        with pytest.raises(TypeError, match="below is MAX or MIN.*not 'black'"):
            board_svg(state, below="black")
    with pytest.raises(TypeError, match="line: the picture of a TicTacToe takes only the options below"):
        board_svg(TicTacToe(), line=[1])
    with pytest.raises(TypeError, match="colour: the picture of a Chess takes only the options below, last, line, att"):
        draw_board(Chess(), colour="red")


def test_the_widest_caption_and_every_letter_fit_on_the_card():
    for scene in chess_scene("4k3/8/8/8/4r3/8/8/4K3 w - -"), chess_scene(Chess("7k/5Q2/6K1/8/8/8/8/8 b - -")):
        for shape in scene.shapes:
            if isinstance(shape, Text):
                assert 0 < shape.x < scene.width
                assert 0 < shape.y < scene.height
