"""What a field of a line's data may be: its kind says which values it takes, whether it names
stored content, and how it is cleaned of secrets and private paths."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto


class Kind(Enum):
    """What a field takes."""

    TEXT = auto()
    """A sentence of ours, for a person."""
    QUOTED = auto()
    """Words of the user, of a source, or a locator: kept as they are, but for secrets."""
    URL = auto()
    PATH = auto()
    """A path below a note root, with `/`; an absolute one is cut."""
    WORD = auto()
    """A value of some enumeration, a name, a version, or a decimal number as text."""
    COUNT = auto()
    """An integer of zero or more: a number of things, bytes, characters, or milliseconds."""
    FLAG = auto()
    REFERENCE = auto()
    """The name of content that is in the store."""
    DIGEST = auto()
    """The hash of something that is not in the store."""
    RUN = auto()
    """Another trace's id."""
    PLAIN = auto()
    """Any JSON without floats; hashes in it are not references."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its kind, or the shape of the rows it lists."""

    kind: Kind
    required: bool = False
    many: bool = False
    rows: "Shape | None" = None


Shape = Mapping[str, Field]
