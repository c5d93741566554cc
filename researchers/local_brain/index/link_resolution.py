"""Which note a link means: by path from the note, by path from the root, by its unique name."""

from collections.abc import Sequence
from urllib.parse import unquote

from researchers.reading.formats import Format, format_of


def resolve_link(target: str, source: str, candidates: Sequence[tuple[int, str]]) -> int | None:
    """The id of the note that `target` means in the note at path `source`.

    `candidates` are the notes of the same root whose folded name is the target's
    (`naming.link_stem`), as (id, path). None when no candidate fits, or several equally well.
    """
    place = unquote(target.partition("#")[0].partition("?")[0])
    fitting = [c for c in candidates if _suffix_fits(place, c[1])]
    folder = source.rpartition("/")[0]
    for path in (_normal(f"{folder}/{place}"), _normal(place)):
        exact = [c for c in fitting if path in (c[1], c[1].rpartition(".")[0])]
        if exact:
            return _preferred(exact)
    tail = "/" + _without_suffix(_normal(place) or "").casefold()
    return _preferred(
        [c for c in fitting if ("/" + _without_suffix(c[1])).casefold().endswith(tail)]
    )


def _suffix_fits(place: str, path: str) -> bool:
    return format_of(place) is None or place.rpartition(".")[2] == path.rpartition(".")[2]


def _without_suffix(path: str) -> str:
    return path.rpartition(".")[0] if format_of(path) else path


def _preferred(candidates: list[tuple[int, str]]) -> int | None:
    """The only candidate, or the only one that is Markdown."""
    if len(candidates) > 1:
        candidates = [c for c in candidates if format_of(c[1]) is Format.MARKDOWN]
    return candidates[0][0] if len(candidates) == 1 else None


def _normal(path: str) -> str | None:
    """A path without `.` and `..`; None when it leaves the root."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
