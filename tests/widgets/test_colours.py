"""MAX is blue and MIN is red in a widget as in a picture: style sheets and picture/scene.py name the colours apart."""

import re

from minimax_lab.picture import scene
from minimax_lab.widgets.bundle import WIDGETS

SHEETS = [file.read_text("utf-8") for file in sorted(WIDGETS.rglob("*.css"))]
RULES = [rule for sheet in SHEETS for rule in re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"(?s)/\*.*?\*/", "", sheet))]


def colours_of(theme):
    """The colours that the rule for a theme declares, by name."""
    declared = next(body for selector, body in RULES if selector.strip() == theme)
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", declared))


def test_widgets_have_the_colours_of_pictures_for_max_min_and_best_play():
    light = colours_of(".minimax-lab")
    pairs = {"max": "MAX_BLUE", "max-tint": "MAX_TINT", "min": "MIN_RED", "min-tint": "MIN_TINT", "best": "BEST_GREEN"}
    for name, constant in pairs.items():
        assert light[name] == getattr(scene, constant).lower(), name


def test_in_the_dark_too_max_is_blue_min_is_red_and_best_play_is_green():
    dark = colours_of('.minimax-lab[data-theme="dark"]')
    for name, strongest in ("max", 2), ("min", 0), ("best", 1):
        for shade in name, f"{name}-tint":
            channels = [int(dark[shade][place : place + 2], 16) for place in (1, 3, 5)]
            assert max(channels) == channels[strongest], shade


def test_what_is_called_max_never_has_the_colour_of_min_nor_the_other_way_round():
    for name, other in ("max", "min"), ("min", "max"):
        own = [body for selector, body in RULES if re.search(rf"\.{name}(?![\w-])", selector)]
        coloured = [body for body in own if f"var(--{name}" in body]
        assert len(coloured) > 3
        assert not [body for body in own if f"var(--{other}" in body]
