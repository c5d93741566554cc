"""What can go wrong with a trace. Each message is one sentence that says what to do."""


class TraceError(Exception):
    """Base of everything this room raises on purpose."""


class TraceWriteError(TraceError):
    """The disk refused, or the trace is closed. The writer is poisoned from then on."""


class TraceShapeError(TraceError, ValueError):
    """A line's data does not have the shape of its action: a defect of the caller."""


class LineRefused(TraceError, ValueError):
    """Bytes that are not a line as the writer writes it."""


class ContentMissing(TraceError):
    """The store does not hold what was asked for."""


class ContentCorrupt(ContentMissing):
    """The store holds other bytes than the name says."""


class TraceNotFound(TraceError):
    """There is no trace of that id in this home."""


class ExportRefused(TraceError):
    """A file that is no export of a trace, or one that can't be opened safely."""
