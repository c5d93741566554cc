"""From a parsed file to the Note that is indexed."""

from collections.abc import Callable
from hashlib import sha256

from researchers.local_brain.index.protocol import FileState, Note, NoteKey
from researchers.reading.charset import decode
from researchers.reading.dates import modified_of
from researchers.reading.formats import Format, stem_of
from researchers.reading.markdown import parse_markdown
from researchers.reading.parsed import Parsed, ParseError
from researchers.reading.passages import cut_passages
from researchers.reading.plain import parse_plain

_LONGEST_TITLE = 300
_MOST_TAGS = 200
"""Title and tags are indexed with every passage of a note; these bounds keep that linear."""


def hash_of(content: bytes) -> str:
    """The `sha256:…` name of some bytes."""
    return f"sha256:{sha256(content).hexdigest()}"


def parse_note(key: NoteKey, state: FileState, content: bytes, form: Format) -> Note:
    """Parse a file's bytes. HTML and PDF may hang or crash: only call it for them in a worker.

    Raises ParseError with the reason when the file holds no text that we can read.
    """
    parsed = parse_bytes(content, form)
    if not parsed.text.strip("\ufeff \t\r\n\f\v"):
        raise ParseError("empty file")
    stem = stem_of(key.path)
    return Note(
        key=key,
        state=state,
        file_hash=hash_of(content),
        content_hash=hash_of(parsed.text.encode()),
        text=parsed.text,
        format=form.value,
        title=(parsed.title or stem)[:_LONGEST_TITLE],
        tags=parsed.tags[:_MOST_TAGS],
        fields=parsed.fields,
        links=parsed.links,
        passages=cut_passages(parsed.text, parsed.blocks),
        modified=parsed.modified or modified_of(parsed.fields, stem),
        encoding=parsed.encoding,
    )


def parse_bytes(content: bytes, form: Format) -> Parsed:
    """Decode and parse."""
    return load_parser(form)(content)


def load_parser(form: Format) -> Callable[[bytes], Parsed]:
    """The parser of a format. Those of HTML and PDF take a second to import, so that happens
    here and not before they are needed."""
    match form:
        case Format.PDF:
            from researchers.reading.pdf import parse_pdf

            return parse_pdf
        case Format.HTML:
            from researchers.reading.html import parse_html

            return parse_html
        case Format.MARKDOWN:
            return lambda content: parse_markdown(*decode(content))
        case Format.PLAIN:
            return lambda content: parse_plain(*decode(content))
