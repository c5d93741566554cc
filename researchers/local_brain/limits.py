"""What one file may cost: bytes, seconds, memory."""

from dataclasses import dataclass

from researchers.reading.formats import Format

_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """Bounds of reading and parsing one file.

    Ten seconds and about a gigabyte end every known HTML and PDF bomb, and leave honest files
    (a PDF of 1,000 pages takes 6 s) alone.
    """

    text_bytes: int = 20 * _MB
    pdf_bytes: int = 100 * _MB
    seconds: float = 10.0
    memory_bytes: int = 1024 * _MB

    def bytes_for(self, form: Format) -> int:
        """The largest file of a format that is read at all."""
        return self.pdf_bytes if form is Format.PDF else self.text_bytes
