"""Takes out of a parsed page what no reader of it sees.

By the markup (`hidden`, `aria-hidden`, templates, scripts, classes that stand for screen readers
only), by `style` attributes, and by the page's own style blocks. Style sheets of their own are
not fetched, so that a text hidden by one of those alone is not known to be hidden.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from researchers.web.pages.concealment import Inherited, hand_down, is_gone, with_variables
from researchers.web.pages.declarations import Declaration, read_style
from researchers.web.pages.media import applies_to_screen
from researchers.web.pages.positions import Position, facts_of, positions
from researchers.web.pages.selectors import Facts
from researchers.web.pages.stylesheet import (
    NO_MATCH,
    Matched,
    Matcher,
    Priority,
    read_sheets,
)

_NEVER_SHOWN: Final = frozenset(
    "script style template noscript iframe object embed canvas video audio datalist noframes "
    "noembed annotation annotation-xml metadata desc defs rp input param".split()
)
"""Elements whose content a browser does not show as text. The title of a drawing is one too."""

_READ_ALOUD: Final = frozenset(
    "sr-only visually-hidden visuallyhidden screen-reader-text screen-reader-only screenreader "
    "screenreader-only screen-reader u-visually-hidden u-hidden-visually is-visually-hidden "
    "element-invisible assistive-text a11y-hidden hidden-visually hide-visually sr-text sronly "
    "mw-jump-link off-screen offscreen".split()
)
_NOT_DISPLAYED: Final = frozenset({"hidden", "invisible", "d-none"})
"""What the common style sheets call it, which are not fetched; unless a wider screen shows it."""

_ON_WIDE_SCREENS: Final = re.compile(
    r"(?:sm|md|lg|xl|2xl):(?:block|flex|grid|contents|visible|inline\S*|table\S*)"
    r"|d-(?:sm|md|lg|xl|xxl)-(?!none)\S+"
)
_COLOUR_MARKUP: Final = (("bgcolor", "background-color"), ("text", "color"))
_COLOURED: Final = frozenset({"body", "table", "tr", "td", "th", "thead", "tbody"})


_WHOLE_PAGE: Final = frozenset({"html", "body"})
"""Hidden while a script gets ready: what a reader sees in the end is all of it."""


@dataclass(frozen=True, slots=True)
class _Place:
    """An element that is shown, what it hands down, and what its style blocks have matched."""

    element: Any
    inherited: Inherited
    matched: Matched


def remove_hidden(root: Any) -> int:
    """Change a tree (lxml.html) to what is seen of it; how many characters of text were hidden,
    scripts and the like not counted. The `head` stays as it is; styles are spent and go.

    Raises ParseError for style blocks that are too much to follow.
    """
    matcher = Matcher(read_sheets(_style_blocks(root)))
    gone: list[Any] = []
    muted: list[Any] = []
    first, _ = _enter(Position(root, is_root=True), Inherited(), matcher, NO_MATCH, NO_MATCH)
    stack = [first]
    while stack:
        place = stack.pop()
        if place.inherited.words_hidden:
            muted.append(place.element)
        left = NO_MATCH
        for position in positions(place.element):
            inner, is_shown = _enter(position, place.inherited, matcher, place.matched, left)
            left = inner.matched
            child = position.element
            if not is_shown or child.tag in _NEVER_SHOWN:
                gone.append(child)
            elif child.tag != "head":
                stack.append(inner)
    hidden = _take_out(gone) + sum(map(_mute, muted))
    for element in root.iter():
        element.attrib.pop("style", None)
    return hidden


def _style_blocks(root: Any) -> list[str]:
    return [
        "".join(style.itertext())
        for style in root.iter("style")
        if applies_to_screen(style.get("media") or "")
    ]


def _enter(
    place: Position,
    above: Inherited,
    matcher: Matcher,
    parent: Matched,
    left: Matched,
) -> tuple[_Place, bool]:
    """An element in its place, and whether any of it is shown."""
    element = place.element
    facts = facts_of(place)
    matched, declared = matcher.match(facts, parent, left)
    above, given = with_variables(above, _winning(element, declared))
    if element.tag in _WHOLE_PAGE:
        given = {name: given[name] for name in given if name != "visibility"}
        return _Place(element, hand_down(above, given), matched), True
    below = hand_down(above, given)
    shown = not _is_hidden_by_markup(facts) and not is_gone(given, below.font_px)
    return _Place(element, below, matched), shown


def _is_hidden_by_markup(facts: Facts) -> bool:
    held = facts.attributes
    return (
        "hidden" in held
        or "popover" in held
        or held.get("aria-hidden", "").strip().lower() == "true"
        or (facts.tag == "dialog" and "open" not in held)
        or (facts.tag == "title")
        or _is_named_hidden({one.lower() for one in facts.classes})
    )


def _is_named_hidden(classes: set[str]) -> bool:
    if classes & _READ_ALOUD:
        return True
    return bool(classes & _NOT_DISPLAYED) and not any(map(_ON_WIDE_SCREENS.fullmatch, classes))


def _winning(element: Any, declared: list[tuple[Priority, Declaration]]) -> dict[str, str]:
    """The declarations that win, by property."""
    given: dict[str, str] = {}
    for attribute, name in _COLOUR_MARKUP:
        if element.get(attribute) and element.tag in _COLOURED:
            given[name] = element.get(attribute).strip().lower()
    if element.tag == "font" and element.get("color"):
        given["color"] = element.get("color").strip().lower()
    style = element.get("style")
    if style:
        inline = ((one.important, True, (0, 0, 0), n) for n, one in enumerate(read_style(style)))
        declared = [*declared, *zip(inline, read_style(style), strict=True)]
    for _, one in sorted(declared, key=lambda pair: pair[0]):
        given[one.name] = one.value
        if one.name == "background":
            given.pop("background-color", None)
            given.pop("background-image", None)
    return given


def _take_out(gone: list[Any]) -> int:
    hidden = sum(_chars(element.itertext()) for element in gone if _held_words(element))
    for element in gone:
        parent = element.getparent()
        if parent is None:
            continue
        _keep_tail(element, parent)
        parent.remove(element)
    return hidden


def _held_words(element: Any) -> bool:
    return isinstance(element.tag, str) and element.tag not in _NEVER_SHOWN


def _keep_tail(element: Any, parent: Any) -> None:
    """Hand the text after an element to what stands before it."""
    tail = element.tail
    if not tail:
        return
    before = element.getprevious()
    if before is None:
        parent.text = (parent.text or "") + tail
    else:
        before.tail = (before.tail or "") + tail
    element.tail = None


def _mute(element: Any) -> int:
    """Take an element's own words, and leave its children."""
    words = [element.text or "", *(child.tail or "" for child in element)]
    element.text = None
    for child in element:
        child.tail = None
    return _chars(words)


def _chars(parts: Iterable[str]) -> int:
    return len(" ".join("".join(parts).split()))
