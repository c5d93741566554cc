"""Which declarations hide an element, and which hide only its own words. Pure.

An element's declarations are a mapping from property to value, lower case, the winning ones of
all that apply to it. A subtree is gone when nothing in it can be seen; a child can't undo that.
Visibility, size, colour and indent are inherited instead, and a child can.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from researchers.web.pages.css_values import (
    BLACK,
    ROOT_PX,
    WHITE,
    Colour,
    colour,
    font_size_px,
    length_px,
    looks_alike,
)
from researchers.web.pages.css_variables import resolved

Declarations = Mapping[str, str]

_TINY_FONT_PX: Final = 2.0
_TINY_BOX_PX: Final = 2.0
_FAR_PX: Final = 500.0
"""A box or a line that is moved further than this to the left or above stands nowhere."""

_FAR_MARGIN_PX: Final = 900.0
_FAR_CENTRED_PX: Final = 2_000.0
"""A box at `left: 50%` with half its width as negative margin is a centred one."""

_FAINT: Final = 0.05

PROPERTIES: Final = frozenset(
    "display visibility opacity font-size font color background background-color "
    "background-image background-clip -webkit-background-clip -webkit-text-fill-color width height "
    "max-width max-height overflow overflow-x overflow-y position left top right bottom "
    "text-indent clip clip-path -webkit-clip-path transform scale filter margin-left margin-top "
    "margin content-visibility zoom inset line-height".split()
)
_NUMBER: Final = re.compile(r"[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})%?")
_FUNCTION: Final = re.compile(r"([a-z0-9-]+)\(([^()]{0,200})\)")


@dataclass(frozen=True, slots=True)
class Inherited:
    """What an element hands down to its children."""

    visible: bool = True
    font_px: float = ROOT_PX
    indented_away: bool = False
    text: Colour = BLACK
    ground: Colour | None = WHITE
    """None behind a picture or a gradient, where no colour can be told."""
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def words_hidden(self) -> bool:
        """True when the words that stand here can't be seen."""
        if not self.visible or self.indented_away or self.font_px < _TINY_FONT_PX:
            return True
        return self.ground is not None and looks_alike(self.text, self.ground)


def is_gone(given: Declarations, em: float = ROOT_PX) -> bool:
    """True when an element is not shown with all that it holds."""
    return bool(given) and (
        given.get("display") == "none"
        or given.get("content-visibility") == "hidden"
        or _is_faint(given)
        or _is_off_screen(given, em)
        or _is_empty_box(given, em)
        or _is_clipped(given)
        or _is_transformed_away(given, em)
    )


def with_variables(above: Inherited, given: Declarations) -> tuple[Inherited, Declarations]:
    """What is handed down with an element's own variables, and its declarations with all of
    them put in."""
    own = {name: given[name] for name in given if name.startswith("--")}
    if own:
        above = replace(above, variables={**above.variables, **own})
    known = above.variables
    return above, {name: resolved(value, known) for name, value in given.items()}


def hand_down(above: Inherited, given: Declarations) -> Inherited:
    """What the children of an element get, from what its parent hands down."""
    if not given:
        return above
    below = above
    visibility = given.get("visibility")
    if visibility and visibility not in ("inherit", "unset"):
        below = replace(below, visible=visibility not in ("hidden", "collapse"))
    size = font_size_px(given.get("font-size", "") or _font_size(given), above.font_px)
    if size is not None:
        below = replace(below, font_px=size)
    if "text-indent" in given:
        indent = length_px(given["text-indent"].split(" ")[0], below.font_px)
        below = replace(below, indented_away=indent is not None and abs(indent) >= _FAR_PX)
    return _with_colours(below, given)


def _with_colours(below: Inherited, given: Declarations) -> Inherited:
    ground = below.ground
    shown = given.get("background-color") or given.get("background")
    if shown or "background-image" in given:
        ground = _ground(given, below.ground)
    text = colour(given.get("-webkit-text-fill-color") or given.get("color") or "")
    clips = (given.get("background-clip"), given.get("-webkit-background-clip"))
    if "text" in clips:
        ground = None
    return replace(below, ground=ground, text=text or below.text)


def _ground(given: Declarations, below: Colour | None) -> Colour | None:
    """The colour behind an element; None when a picture or something unknown lies there."""
    image = given.get("background-image", "none")
    both = given.get("background-color") or given.get("background") or "transparent"
    if image not in ("none", "initial") or "url(" in both or "gradient(" in both:
        return None
    found = next(filter(None, map(colour, _words(both))), None)
    if found is None:
        keyword = both in ("none", "transparent", "initial", "inherit", "unset", "0", "0 0")
        return below if keyword else None
    if found.alpha >= 1:
        return found
    return found.over(below) if below is not None else None


def _words(value: str) -> list[str]:
    """A shorthand's words, with what stands in parentheses in one."""
    return re.findall(r"[^\s()]+(?:\([^()]*\))?", value)[:12]


def _font_size(given: Declarations) -> str:
    """The size in a `font` shorthand: the first length in it."""
    for word in _words(given.get("font", "")):
        size = word.partition("/")[0]
        if length_px(size) is not None and not size.isdigit():
            return size
        if size == "0":
            return size
    return ""


def _is_faint(given: Declarations) -> bool:
    opacity = _number(given.get("opacity", ""))
    if opacity is not None and opacity <= _FAINT:
        return True
    for name, inside in _FUNCTION.findall(given.get("filter", "")):
        amount = _number(inside.strip())
        if name == "opacity" and amount is not None and amount <= _FAINT:
            return True
    return False


def _number(value: str) -> float | None:
    if not _NUMBER.fullmatch(value):
        return None
    return float(value[:-1]) / 100 if value.endswith("%") else float(value)


def _is_off_screen(given: Declarations, em: float) -> bool:
    if given.get("position") in ("absolute", "fixed", "relative"):
        inset = given.get("inset", "").split()
        places = [given.get("left", ""), given.get("top", ""), *inset[:1], *inset[3:4]]
        ends = [given.get("right", ""), given.get("bottom", "")]
        if any(_far(place, em) for place in (*places, *ends)):
            return True
    far = _FAR_CENTRED_PX if "left" in given else _FAR_MARGIN_PX
    margins = given.get("margin", "").split()
    sides = [given.get("margin-left", ""), given.get("margin-top", "")]
    return any(_far(side, em, far) for side in (*sides, *margins[:1], *margins[3:4]))


def _far(value: str, em: float, far: float = _FAR_PX) -> bool:
    px = length_px(value, em) if value else None
    return px is not None and px <= -far


def _is_empty_box(given: Declarations, em: float) -> bool:
    clips = {"hidden", "clip"} & {
        *given.get("overflow", "").split(),
        given.get("overflow-x", ""),
        given.get("overflow-y", ""),
    }
    if not clips:
        return False
    sides = (given.get(side, "") for side in ("width", "height", "max-width", "max-height"))
    sizes = (length_px(side, em) for side in sides if side)
    return any(size is not None and size < _TINY_BOX_PX for size in sizes)


def _is_clipped(given: Declarations) -> bool:
    old = _FUNCTION.match(given.get("clip", ""))
    if old and old[1] == "rect" and _is_empty_rect(old[2]):
        return True
    path = given.get("clip-path") or given.get("-webkit-clip-path") or ""
    shape = _FUNCTION.match(path)
    return shape is not None and _is_empty_shape(shape[1], shape[2])


def _is_empty_rect(inside: str) -> bool:
    """`rect(top, right, bottom, left)` with no room between two of its sides."""
    sides = [length_px(side) for side in re.split(r"[\s,]+", inside.strip())]
    if len(sides) != 4:
        return False
    top, right, bottom, left = sides
    flat = top is not None and bottom is not None and bottom - top < _TINY_BOX_PX
    thin = left is not None and right is not None and right - left < _TINY_BOX_PX
    return flat or thin


def _is_empty_shape(shape: str, inside: str) -> bool:
    words = re.split(r"[\s,]+", inside.strip())
    if shape == "inset":
        shares = [_number(word) for word in words[:4] if word.endswith("%")]
        return any(share is not None and share >= 0.5 for share in shares)
    if shape in ("circle", "ellipse"):
        first = length_px(words[0])
        return first is not None and first < _TINY_BOX_PX
    if shape == "polygon":
        return len(set(words)) == 1
    return False


def _is_transformed_away(given: Declarations, em: float) -> bool:
    if "0" in given.get("scale", "").split() or given.get("zoom") in ("0", "0%"):
        return True
    for name, inside in _FUNCTION.findall(given.get("transform", "")):
        values = [value.strip() for value in inside.split(",")]
        if name.startswith("scale") and any(_number(v) == 0 for v in values):
            return True
        pixels = (v for v in values if not v.endswith("%"))
        if name.startswith("translate") and any(_far(v, em) for v in pixels):
            return True
    return False
