"""What the numbers of a text measure: 75 minutes and 260 degrees can both be true."""

import re
from typing import Final

_UNITS: Final = {
    "time": "s sec secs second min mins minute h hr hrs hour day week month year",
    "temperature": "\u00b0 \u00b0c \u00b0f degree c f celsius fahrenheit",
    "mass": "g kg mg gram kilogram kilo ton tonne lb pound oz ounce",
    "length": "mm cm m km metre meter kilometre kilometer inch ft foot feet mile",
    "volume": "ml cl l litre liter cup",
    "money": "\u20ac $ \u00a3 euro dollar cent usd eur gbp",
    "share": "% percent",
    "data": "kb mb gb tb byte bit",
}
_DIMENSION: Final = {unit: name for name, units in _UNITS.items() for unit in units.split()}
_MONEY_SIGN: Final = r"([$\u20ac\u00a3])?\s?"
_UNIT: Final = r"(\u00b0[a-z]?|[%\u20ac$\u00a3]|[a-z]+)?"
_MEASURED: Final = re.compile(rf"{_MONEY_SIGN}\d+(?:[.,]\d+)*\s?{_UNIT}")


def dimensions_of(text: str) -> frozenset[str]:
    """The dimensions of the measures in a text; a number without a known unit adds none."""
    found: set[str] = set()
    for match in _MEASURED.finditer(text.lower()):
        for unit in match.groups(default=""):
            dimension = _DIMENSION.get(unit) or _DIMENSION.get(unit.removesuffix("s"))
            if dimension is not None:
                found.add(dimension)
    return frozenset(found)
