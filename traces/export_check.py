"""Exports of runs, opened and checked without trusting them."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from traces.archive import unpack
from traces.errors import ExportRefused
from traces.home import Home
from traces.ids import is_run_id
from traces.verification import Finding, Verification, VerifyStatus, worst
from traces.verify import verify_with_heads

SUMS: Final = "SHA256SUMS"
RUN: Final = "RUN"
_ARCHIVE_STARTS: Final = (b"\x1f\x8b", b"PK")


def is_export(path: Path) -> bool:
    """True for what has an export's look, whole or damaged: its folder, or a gzip or zip file.
    Raises OSError for what may not be read."""
    if path.is_dir():
        return any((path / name).is_file() for name in (RUN, SUMS))
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4).startswith(_ARCHIVE_STARTS)


@contextmanager
def opened_export(path: Path) -> Iterator[Path]:
    """The folder of an export; an archive is unpacked for the length of the block. Raises
    ExportRefused and OSError."""
    if path.is_dir():
        yield path
        return
    with TemporaryDirectory(prefix="marchwarden-") as scratch:
        folder = Path(scratch)
        unpack(path, folder)
        yield folder


def exported_run(folder: Path) -> str:
    """The id of the run that an export is about. Raises ExportRefused and OSError."""
    run = (folder / RUN).read_text(encoding="ascii", errors="replace").strip()
    if not is_run_id(run):
        raise ExportRefused("its file RUN holds no trace id")
    return run


def verify_export(path: Path) -> Verification:
    """Check an export by itself: its sums, and then everything that `verify_trace` checks, every
    piece of content hashed. Never raises; what can't be opened counts as tampered."""
    try:
        with opened_export(path) as folder:
            return verify_folder(folder)
    except Exception as error:  # as in `verify`: our own failure must never look like "ok"
        finding = Finding(
            VerifyStatus.TAMPERED, f"The export can't be checked: {_told(error)}"[:500]
        )
        return Verification("", VerifyStatus.TAMPERED, (finding,))


def verify_folder(folder: Path) -> Verification:
    """Check an export that is open. Raises ExportRefused and OSError for what is none."""
    run = exported_run(folder)
    verified = verify_with_heads(Home(folder), run, read_data=True, excerpt=True)
    findings = (*_check_sums(folder), *verified.findings)
    status = worst(finding.status for finding in findings)
    return replace(verified, findings=findings, status=status)


def _told(error: Exception) -> str:
    """An error without the places that this program chose itself."""
    if isinstance(error, OSError) and isinstance(error.filename, str):
        return f"{Path(error.filename).name}: {error.strerror}"
    return str(error)


def _check_sums(folder: Path) -> Iterator[Finding]:
    listed: dict[str, str] = {}
    for line in (folder / SUMS).read_text(encoding="ascii").splitlines():
        digest, _, name = line.partition("  ")
        listed[name] = digest
    present = {
        path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()
    }
    present.pop(SUMS, None)
    for name in sorted(listed.keys() | present.keys()):
        path = present.get(name)
        if path is None:
            yield Finding(VerifyStatus.BLOB_MISSING, f"{name} is missing from the export.")
        elif name not in listed:
            yield Finding(VerifyStatus.TAMPERED, f"{name} does not belong to the export.")
        elif _digest(path) != listed[name]:
            yield Finding(VerifyStatus.TAMPERED, f"{name} was changed after the export.")


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
