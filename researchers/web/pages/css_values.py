"""What a few CSS values mean: lengths in pixels, colours over a background. Pure.

Only as much as telling hidden text needs: a value that can't be told is None, and hides nothing.
"""

import re
from dataclasses import dataclass
from typing import Final

from tinycss2.color4 import parse_color

ROOT_PX: Final = 16.0
VIEW_PX: Final = (1280.0, 800.0)
"""The window that a page is thought to be read in."""

_LENGTH: Final = re.compile(
    r"([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))(px|em|rem|ex|ch|pt|pc|in|cm|mm|q|vw|vh|%)?"
)
_PX: Final = {
    "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "q": 0.945,
    "rem": ROOT_PX, "vw": VIEW_PX[0] / 100, "vh": VIEW_PX[1] / 100,
}  # fmt: skip
_EM: Final = {"em": 1.0, "ex": 0.5, "ch": 0.5}
_SIZES: Final = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0,
    "x-large": 24.0, "xx-large": 32.0, "xxx-large": 48.0,
}  # fmt: skip

SAME_CONTRAST: Final = 1.15
"""Below this contrast nobody reads a text; WCAG asks for 4.5, and light grey on white has 1.6."""

_SAME_CHANNEL: Final = 0.2


@dataclass(frozen=True, slots=True)
class Colour:
    """sRGB between 0 and 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    def over(self, ground: "Colour") -> "Colour":
        """What is seen of this colour on an opaque ground."""
        share = self.alpha
        pairs = ((self.red, ground.red), (self.green, ground.green), (self.blue, ground.blue))
        return Colour(*(top * share + below * (1 - share) for top, below in pairs))

    @property
    def luminance(self) -> float:
        """Relative luminance as WCAG 2 defines it."""
        red, green, blue = map(_linear, (self.red, self.green, self.blue))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue


WHITE: Final = Colour(1.0, 1.0, 1.0)
BLACK: Final = Colour(0.0, 0.0, 0.0)


def length_px(value: str, em: float = ROOT_PX, whole: float = VIEW_PX[0]) -> float | None:
    """A length in pixels; `em` is the element's font size, `whole` what percentages are of."""
    match = _LENGTH.fullmatch(value.strip())
    if match is None:
        return None
    number, unit = float(match[1]), match[2] or "px"
    if unit == "%":
        return number * whole / 100
    return number * (_EM[unit] * em if unit in _EM else _PX[unit])


def font_size_px(value: str, parent: float) -> float | None:
    """A font size in pixels; `parent` is that of the element around."""
    if value in _SIZES:
        return _SIZES[value]
    if value in ("smaller", "larger"):
        return parent * (1.2 if value == "larger" else 1 / 1.2)
    return length_px(value, parent, parent)


def colour(value: str) -> Colour | None:
    """A colour that is given outright; None for variables, keywords and what is no colour."""
    found = parse_color(value[:100])
    if found is None or isinstance(found, str):
        return None
    try:
        red, green, blue = (min(1.0, max(0.0, c or 0.0)) for c in found.to("srgb").coordinates)
    except (NotImplementedError, ValueError):
        return None
    return Colour(red, green, blue, min(1.0, max(0.0, float(found.alpha))))


def contrast(one: Colour, other: Colour) -> float:
    """Contrast of two opaque colours, from 1 to 21."""
    light, dark = sorted((one.luminance, other.luminance), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def looks_alike(text: Colour, ground: Colour) -> bool:
    """True when a text of this colour can't be made out on an opaque ground."""
    seen = text.over(ground)
    same_light = contrast(seen, ground) < SAME_CONTRAST
    return same_light and _distance(seen, ground) < _SAME_CHANNEL


def _distance(one: Colour, other: Colour) -> float:
    """Greatest difference of a channel: colours of one luminance need not look alike."""
    return max(abs(one.red - other.red), abs(one.green - other.green), abs(one.blue - other.blue))


def _linear(channel: float) -> float:
    low = channel <= 0.04045
    return channel / 12.92 if low else float(((channel + 0.055) / 1.055) ** 2.4)
