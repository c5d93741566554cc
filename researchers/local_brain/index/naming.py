"""What two spellings of a tag, a note's name or a link's target have in common."""

from urllib.parse import unquote

from researchers.reading.formats import format_of, stem_of


def tag_key(tag: str) -> str:
    """What two spellings of a tag have in common."""
    return tag.strip().lstrip("#").strip("/").casefold()


def link_stem(target: str) -> str:
    """The folded last part of a link's target without suffix: what a renamed, added or removed
    note is matched with. "" for an address that leaves the notes."""
    place = target.partition("#")[0].partition("?")[0]
    if not place or "://" in place or place.startswith(("mailto:", "//")):
        return ""
    return note_stem(unquote(place))


def note_stem(path: str) -> str:
    """The folded last part of a path, without a suffix that we read."""
    name = path.rsplit("/", 1)[-1]
    return (stem_of(name) if format_of(name) else name).casefold()
