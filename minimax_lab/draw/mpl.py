"""A scene in matplotlib. Only functions that were asked for matplotlib import this module.

Letters and lines belong to the picture: they grow and shrink with it, so that labels which do not
overlap at one size do not at another. Matplotlib measures both in points, so each artist here works
out its size from the axes whenever it is drawn.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import BoxStyle, PathPatch
from matplotlib.path import Path
from matplotlib.text import Text as TextArtist

from minimax_lab.picture.scene import BASELINE, STYLES, Box, Circle, Icon, Line, Polygon, Scene, Shape, Text

INCH = 96.0  # units of a scene in an inch, as in a browser
LARGEST = 200.0  # inches; a longer side is scaled down to this
MOST_DOTS = 20_000  # along the longer side of a file


def points_per_unit(artist: Any) -> float:
    """How many points one unit of the scene takes up in the artist's axes."""
    (x0, _), (x1, _) = artist.axes.transData.transform([(0, 0), (1, 0)])
    return abs(x1 - x0) * 72 / artist.figure.dpi


class SceneText(TextArtist):
    """Text whose size is given in units of the scene."""

    units: float = 1.0

    def _resize(self) -> None:
        if self.axes is not None:
            self.set_fontsize(max(self.units * points_per_unit(self), 0.01))

    def draw(self, renderer: Any) -> None:
        self._resize()
        super().draw(renderer)

    def get_window_extent(self, renderer: Any = None, dpi: Any = None) -> Any:
        self._resize()
        return super().get_window_extent(renderer, dpi)


class ScenePatch(PathPatch):
    """A path whose line is as wide as a number of units of the scene."""

    units: float = 0.0

    def draw(self, renderer: Any) -> None:
        self.set_linewidth(self.units * points_per_unit(self))
        super().draw(renderer)


def figure_size(scene: Scene) -> tuple[float, float]:
    """Inches for a figure that shows the scene at its natural size."""
    scale = min(1.0, LARGEST * INCH / max(scene.width, scene.height)) / INCH
    return scene.width * scale, scene.height * scale


def new_axes(scene: Scene) -> Axes:
    """Axes that fill a new figure of fitting size."""
    import matplotlib.pyplot as plt

    return plt.figure(figsize=figure_size(scene)).add_axes((0, 0, 1, 1))


def save(scene: Scene, path: Any, dpi: float = 192) -> None:
    """Write the scene to a .png or .pdf file, with its title and description; pyplot knows nothing of the figure."""
    size = figure_size(scene)
    figure = Figure(figsize=size)
    render(scene, figure.add_axes((0, 0, 1, 1)))
    if str(path).lower().endswith(".pdf"):
        about = {"Title": scene.title, "Subject": scene.description, "CreationDate": None}
    else:
        about = {"Title": scene.title, "Description": scene.description, "Software": None}
    figure.savefig(path, dpi=min(dpi, MOST_DOTS / max(size)), metadata=about, transparent=True)


def render(scene: Scene, ax: Axes) -> Axes:
    """Draw the scene into `ax`, filling it as far as its proportions allow; the label of `ax` is the description."""
    ax.set_label(scene.description)
    ax.set_axis_off()
    ax.set_xlim(0, scene.width)
    ax.set_ylim(scene.height, 0)
    ax.set_aspect("equal")
    for order, shape in enumerate(chain.from_iterable(map(_drawable, scene.with_card()))):
        artist = _text(shape) if isinstance(shape, Text) else _patch(shape)
        artist.set_zorder(2 + order * 1e-5)  # as they come
        artist.set_gid(shape.role)
        ax.add_artist(artist)
        artist.set_clip_on(False)
    return ax


def _drawable(shape: Shape) -> list[Shape]:
    """The shape, or the letters that stand for an icon."""
    if isinstance(shape, Icon):
        return [Text(role, shape.x, shape.y, letter, shape.size) for role, letter in shape.letters]
    return [shape]


def _text(shape: Text) -> SceneText:
    style = STYLES[shape.role]
    artist = SceneText(
        shape.x,
        shape.y + BASELINE * shape.size,
        shape.text,
        color=style.fill,
        # what the labels were measured for; matplotlib always has it
        family="DejaVu Sans Mono" if style.mono else "DejaVu Sans",
        weight="bold" if style.bold else "normal",
        ha="center" if shape.anchor == "middle" else "left",
        va="baseline",
        parse_math=False,  # a label with two dollar signs is not a formula
        usetex=False,
    )
    artist.units = shape.size
    return artist


def _patch(shape: Shape) -> ScenePatch:
    style = STYLES[shape.role]
    line = (0, tuple(length / style.width for length in style.dash)) if style.dash else "solid"
    artist = ScenePatch(
        _path(shape),
        facecolor=style.fill or "none",
        edgecolor=style.stroke or "none",
        linestyle=line,
        capstyle="round",
        joinstyle="round",
    )
    artist.units = style.width
    return artist


def _path(shape: Shape) -> Path:
    match shape:
        case Line(_, points):
            return Path(points)
        case Polygon(_, points):
            return Path([*points, points[0]], closed=True)
        case Box(_, x, y, width, height, radius):
            rounded = BoxStyle.Round(pad=0, rounding_size=min(radius, width / 2, height / 2))
            return rounded(x, y, width, height, 1)
        case Circle(_, x, y, radius):
            return Path.circle((x, y), radius)
    raise TypeError(f"this is not a shape: {shape!r}")
