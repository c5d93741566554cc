"""Finding the note that a lookup means: a key, a note:// locator, a file name or a title."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import unquote

from researchers.local_brain.index.protocol import NoteKey

SCHEME: Final = "note://"
_SHOWN: Final = 3


def spelled_keys(lookup: str) -> list[NoteKey]:
    """The keys that a lookup may spell out, likeliest first. A `#` may start a fragment or be part
    of a file's name; a locator may be percent-encoded."""
    plain = lookup.removeprefix(SCHEME)
    spellings = [plain]
    if "#" in plain:
        spellings.append(plain[: plain.index("#")])
        spellings.append(plain[: plain.rindex("#")])
    spellings.extend([unquote(spelling) for spelling in spellings])
    keys: dict[NoteKey, None] = {}
    for spelling in spellings:
        root, slash, path = spelling.partition("/")
        if root and slash and path:
            keys.setdefault(NoteKey(root, path))
    return list(keys)


def named_like(lookup: str, keys: Iterable[NoteKey]) -> list[NoteKey]:
    """The notes whose path, file name or stem is the lookup, whatever its case."""
    wanted = lookup.casefold()
    return [key for key in keys if wanted in _names(key)]


def ambiguous(lookup: str, keys: list[NoteKey]) -> str:
    """One sentence for a lookup that means several notes."""
    shown = ", ".join(str(key) for key in keys[:_SHOWN])
    more = f" and {len(keys) - _SHOWN} more" if len(keys) > _SHOWN else ""
    return f"This fits {len(keys)} notes ({shown}{more}); give the key of one."


def _names(key: NoteKey) -> tuple[str, str, str]:
    path = key.path.casefold()
    name = path.rpartition("/")[2]
    stem = name.rpartition(".")[0] or name
    return (path, name, stem)
