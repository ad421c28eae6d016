"""A scene as SVG: the same bytes on every machine, with the standard library alone."""

from __future__ import annotations

import base64
from html import escape
from itertools import groupby

from minimax_lab.picture.scene import BASELINE, STYLES, Box, Circle, Icon, Line, Polygon, Scene, Shape, Style, Text

MONO = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"
FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


def render(scene: Scene) -> str:
    """The scene as an SVG document that scales down to the width it is given."""
    width, height = number(scene.width), number(scene.height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" style="max-width:100%;height:auto" font-family="{FONTS}" text-anchor="middle">',
        f"<title>{escape(scene.title)}</title>",
        f"<desc>{escape(scene.description)}</desc>",
    ]
    for (role, is_text), shapes in groupby(scene.with_card(), key=lambda shape: (shape.role, type(shape) is Text)):
        parts.append(f"<g{_attributes(STYLES[role], is_text)}>")
        parts += map(element, shapes)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""])


def image(drawn: str, words: str) -> str:
    """An SVG document as an `<img>`: a notebook that has not been run again shows that, but no inline SVG."""
    data = base64.b64encode(drawn.encode()).decode()
    return f'<img alt="{escape(words)}" src="data:image/svg+xml;base64,{data}">'


def number(value: float) -> str:
    """At most two decimals, no trailing zeros, and no minus zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _attributes(style: Style, is_text: bool) -> str:
    if is_text:
        font = f' font-family="{MONO}"' if style.mono else ""
        return f' fill="{style.fill}"' + (' font-weight="700"' if style.bold else "") + font
    parts = [f' fill="{style.fill or "none"}"']
    if style.stroke:
        parts.append(f' stroke="{style.stroke}" stroke-width="{number(style.width)}"')
        parts.append(' stroke-linecap="round" stroke-linejoin="round"')
    if style.dash:
        parts.append(f' stroke-dasharray="{" ".join(map(number, style.dash))}"')
    return "".join(parts)


def element(shape: Shape) -> str:
    """One shape, whose paint is that of the group it stands in."""
    match shape:
        case Line(_, points):
            return f'<polyline points="{_points(points)}"/>'
        case Polygon(_, points):
            return f'<polygon points="{_points(points)}"/>'
        case Box(_, x, y, width, height, radius):
            corner = f'x="{number(x)}" y="{number(y)}"'
            return f'<rect {corner} width="{number(width)}" height="{number(height)}" rx="{number(radius)}"/>'
        case Circle(_, x, y, radius):
            return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'
        case Text(_, x, y, text, size, anchor):
            start = "" if anchor == "middle" else f' text-anchor="{anchor}"'
            middle = f'x="{number(x)}" y="{number(y + BASELINE * size)}"'
            return f'<text {middle} font-size="{number(size)}"{start}>{escape(text)}</text>'
        case Icon(_, x, y, size, drawing):
            corner = f"translate({number(x - size / 2)} {number(y - size / 2)})"
            return f'<g transform="{corner} scale({number(size / 45)})">{drawing}</g>'
    raise TypeError(f"this is not a shape: {shape!r}")


def _points(points: tuple[tuple[float, float], ...]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)
