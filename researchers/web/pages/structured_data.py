"""What a page says of itself in JSON-LD (schema.org)."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from researchers.reading.visible_text import one_line

_MOST_BLOCKS: Final = 20
_LONGEST_BLOCK: Final = 500_000
_MOST_NODES: Final = 2_000
_LONGEST: Final = 600
_MOST_AUTHORS: Final = 5

_ARTICLES: Final = (
    "article", "newsarticle", "blogposting", "reportagenewsarticle", "techarticle",
    "scholarlyarticle", "analysisnewsarticle", "opinionnewsarticle", "liveblogposting",
    "report", "discussionforumposting", "qapage", "recipe", "review",
)  # fmt: skip
_PAGES: Final = ("webpage", "itempage", "aboutpage", "faqpage", "collectionpage")


@dataclass(frozen=True, slots=True)
class StructuredData:
    """The article that a page describes, else the page. Texts are single lines as given."""

    headline: str | None = None
    author: str | None = None
    published: str | None = None
    modified: str | None = None
    publisher: str | None = None
    language: str | None = None
    description: str | None = None
    is_free: bool | None = None
    """None when the page does not say."""


def read_structured_data(tree: Any) -> StructuredData:
    """Read the blocks of an lxml tree. Broken ones are passed over."""
    nodes = [node for block in _blocks(tree) for node in _nodes(block)]
    for kinds in (_ARTICLES, _PAGES):
        for node in nodes:
            if _kinds(node) & set(kinds):
                return _read(node, nodes)
    return StructuredData(is_free=_is_free(nodes))


def _blocks(tree: Any) -> Iterator[Any]:
    found = 0
    for script in tree.iter("script"):
        kind = (script.get("type") or "").partition(";")[0].strip().lower()
        text = script.text or ""
        if kind != "application/ld+json" or len(text) > _LONGEST_BLOCK:
            continue
        found += 1
        if found > _MOST_BLOCKS:
            return
        try:
            yield json.loads(text, strict=False)
        except (ValueError, RecursionError):
            continue


def _nodes(block: Any) -> list[Mapping[str, Any]]:
    """Objects that are described, outer ones first; not those that are parts of a description."""
    found: list[Mapping[str, Any]] = []
    waiting = [block]
    while waiting and len(found) < _MOST_NODES:
        value = waiting.pop(0)
        if isinstance(value, list):
            waiting.extend(value[:_MOST_NODES])
        elif isinstance(value, dict):
            found.append(value)
            waiting.extend(value[key] for key in ("@graph", "mainEntity") if key in value)
    return found


def _kinds(node: Mapping[str, Any]) -> set[str]:
    kinds = node.get("@type")
    listed = kinds if isinstance(kinds, list) else [kinds]
    return {kind.rpartition("/")[2].lower() for kind in listed if isinstance(kind, str)}


def _read(node: Mapping[str, Any], nodes: list[Mapping[str, Any]]) -> StructuredData:
    publisher = _names(node.get("publisher"), nodes)
    return StructuredData(
        headline=_text(node.get("headline")) or _text(node.get("name")),
        author=", ".join(_names(node.get("author"), nodes)[:_MOST_AUTHORS]) or None,
        published=_text(node.get("datePublished")),
        modified=_text(node.get("dateModified")),
        publisher=publisher[0] if publisher else None,
        language=_text(node.get("inLanguage")),
        description=_text(node.get("description")),
        is_free=_is_free(nodes),
    )


def _names(value: Any, nodes: list[Mapping[str, Any]]) -> list[str]:
    """Names of people or organisations, given outright, as objects, or by the id of one."""
    values = value if isinstance(value, list) else [value]
    found: list[str] = []
    for one in values[:50]:
        if isinstance(one, dict) and "name" not in one and "@id" in one:
            one = next((n for n in nodes if n.get("@id") == one["@id"] and "name" in n), {})
        name = _text(one.get("name") if isinstance(one, dict) else one)
        if name and "://" not in name:
            found.append(name)
    return list(dict.fromkeys(found))


def _text(value: Any) -> str | None:
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, dict):
        value = value.get("@value") or value.get("name")
    return (one_line(value, _LONGEST) or None) if isinstance(value, str) else None


def _is_free(nodes: list[Mapping[str, Any]]) -> bool | None:
    said = [node["isAccessibleForFree"] for node in nodes if "isAccessibleForFree" in node]
    if not said:
        return None
    return not any(str(one).strip().lower() in ("false", "no", "0") for one in said)
