"""Records as WARC/1.1 spells them (ISO 28500:2017). Pure.

Everything in a record follows from its values: ids are derived and dates are given, so the same
records always have the same bytes.
"""

import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.parse import quote

from traces.digest import content_name

SUFFIXES: Final = (".warc.gz", ".warc")
_VERSION: Final = b"WARC/1.1\r\n"
_URI_SAFE: Final = "%:/?#[]@!$&'()*+,;=~"


@dataclass(frozen=True, slots=True)
class WarcRecord:
    """One record. `named` are its fields beside the ones that every record has; a payload digest
    stands only where the block is a message with a payload, and is the payload's own name."""

    kind: str
    id: str
    date: str
    content_type: str
    block: bytes
    named: tuple[tuple[str, str], ...] = ()
    payload: bytes | None = None


def is_warc(path: Path) -> bool:
    """True for the name of a WARC file."""
    return path.name.endswith(SUFFIXES)


def record_id(run: str, step: int, part: str) -> str:
    """The same id for the same part of the same step, whenever it is exported."""
    name = f"marchwarden:{run}:{step}:{part}"
    return f"<urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, name)}>"


def warc_date(text: str, otherwise: str) -> str:
    """An RFC 3339 time as WARC takes it; `otherwise` for what is none."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return otherwise
    if moment.tzinfo is None:
        return otherwise
    return moment.astimezone(UTC).isoformat().removesuffix("+00:00") + "Z"


def target_uri(url: str) -> str:
    """An address that can stand in a field: whatever is no part of a URI is percent-encoded, so
    that no address can begin a field of its own."""
    return quote(url.encode("utf-8", errors="replace"), safe=_URI_SAFE)


def warc_fields(rows: tuple[tuple[str, str], ...]) -> bytes:
    """A block of the type application/warc-fields; rows without a value are left out."""
    kept = ((name, " ".join(value.split())) for name, value in rows)
    text = "".join(f"{name}: {value}\r\n" for name, value in kept if value)
    return text.encode("utf-8", errors="replace")


def spell(record: WarcRecord) -> bytes:
    """A record's bytes. Digests are SHA-256 in hexadecimal: what the content store names content
    by, so a payload is found there under the digest that stands here."""
    fields = [
        ("WARC-Type", record.kind),
        ("WARC-Record-ID", record.id),
        ("WARC-Date", record.date),
        *record.named,
        ("WARC-Block-Digest", content_name(record.block)),
    ]
    if record.payload is not None:
        fields.append(("WARC-Payload-Digest", content_name(record.payload)))
    fields.append(("Content-Type", record.content_type))
    fields.append(("Content-Length", str(len(record.block))))
    head = "".join(f"{name}: {value}\r\n" for name, value in fields).encode("utf-8")
    return b"".join((_VERSION, head, b"\r\n", record.block, b"\r\n\r\n"))
