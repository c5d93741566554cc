"""Whether a media query holds for a person at an ordinary screen. Pure."""

import re
from typing import Final

from researchers.web.pages.css_values import VIEW_PX, length_px

_FEATURE: Final = re.compile(r"\(\s*([a-z-]{1,40})\s*(?::\s*([^()]{1,60}))?\)")
_HOLDS: Final = {
    "prefers-color-scheme": "light",
    "prefers-reduced-motion": "no-preference",
    "prefers-contrast": "no-preference",
    "orientation": "landscape",
    "hover": "hover",
    "any-hover": "hover",
    "pointer": "fine",
    "any-pointer": "fine",
    "scripting": "enabled",
    "update": "fast",
    "forced-colors": "none",
    "display-mode": "browser",
}


def applies_to_screen(queries: str) -> bool:
    """True when one of the queries holds at 1280 by 800 pixels, with a mouse and in daylight. What
    can't be told does not hold."""
    text = " ".join(queries[:2_000].lower().split())
    return not text or any(_holds(query.strip()) for query in text.split(","))


def _holds(query: str) -> bool:
    negated = query.startswith("not ")
    words = re.findall(r"[a-z]+", _FEATURE.sub(" ", query))
    kinds = [word for word in words if word not in ("and", "only", "not")]
    kind_holds = all(kind in ("screen", "all") for kind in kinds)
    holds = kind_holds and all(_feature(*feature) for feature in _FEATURE.findall(query))
    return holds != negated


def _feature(name: str, value: str) -> bool:
    if name in _HOLDS:
        return value.strip() == _HOLDS[name] if value else _HOLDS[name] not in ("none",)
    for side, size in zip(("width", "height"), VIEW_PX, strict=True):
        if name.removeprefix("device-") in (side, f"min-{side}", f"max-{side}") or name in (
            f"min-device-{side}",
            f"max-device-{side}",
        ):
            px = length_px(value.strip()) if value else None
            if px is None:
                return not value
            return size >= px if name.startswith("min-") else size <= px
    return False
