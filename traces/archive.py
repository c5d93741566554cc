"""Folders of files as one deterministic archive, and archives opened without trusting them."""

import gzip
import io
import os
import re
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Final

from traces.errors import ExportRefused
from traces.filesystem import FILE_MODE, FOLDER_MODE

_CHUNK: Final = 1024 * 1024
_PADDING_MAX_BYTES: Final = 64 * 1024
_MEMBERS_MAX: Final = 200_000
UNPACKED_MAX_BYTES: Final = 4 * 1024 * 1024 * 1024
_EARLIEST_ZIP_TIME: Final = (1980, 1, 1, 0, 0, 0)
_NAME: Final = re.compile(
    r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}(?:/[A-Za-z0-9][A-Za-z0-9._-]{0,127}){0,5}"
)

_OTHER_ARCHIVES: Final = frozenset(
    (".tar", ".gz", ".bz2", ".xz", ".zst", ".tbz", ".tbz2", ".txz", ".7z", ".rar", ".tgz", ".zip")
)

Files = Mapping[str, Path | bytes]
"""What an archive holds: names with `/`, and the bytes or the file they are in."""


def is_archive(path: Path) -> bool:
    """True for a name that `write` makes an archive of; anything else becomes a folder."""
    return path.name.endswith((".tar.gz", ".tgz", ".zip"))


def is_other_archive(path: Path) -> bool:
    """True for the name of an archive of a kind that `write` can't make."""
    return not is_archive(path) and path.suffix.lower() in _OTHER_ARCHIVES


def write(target: Path, top: str, files: Files) -> None:
    """Write a folder, or an archive with everything below one folder `top`. The same files give
    the same bytes. Raises OSError."""
    if target.name.endswith(".zip"):
        _write_zip(target, top, files)
    elif is_archive(target):
        _write_tar(target, top, files)
    else:
        _write_folder(target, files)


def unpack(source: Path, folder: Path) -> None:
    """Unpack an archive's files, without their top folder. Raises ExportRefused for anything
    that no export holds: links, odd names, too much."""
    try:
        _save(
            _zip_members(source) if source.name.endswith(".zip") else _tar_members(source), folder
        )
    except (tarfile.TarError, zipfile.BadZipFile, EOFError, zlib.error) as error:
        raise ExportRefused(f"{source.name} is no archive that can be read ({error}).") from None
    except (ValueError, NotImplementedError, RuntimeError, OSError) as error:
        raise ExportRefused(f"{source.name} could not be unpacked ({error}).") from None


def _write_folder(target: Path, files: Files) -> None:
    target.mkdir(mode=FOLDER_MODE)
    for name, content in sorted(files.items()):
        path = target / name
        path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        with os.fdopen(os.open(path, flags, FILE_MODE), "wb") as file:
            file.write(_bytes(content))


def _write_tar(target: Path, top: str, files: Files) -> None:
    with (
        target.open("xb") as raw,
        gzip.GzipFile("", "wb", compresslevel=6, fileobj=raw, mtime=0) as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for name, content in sorted(files.items()):
            data = _bytes(content)
            member = tarfile.TarInfo(f"{top}/{name}")
            member.size, member.mode = len(data), FILE_MODE
            tar.addfile(member, io.BytesIO(data))


def _write_zip(target: Path, top: str, files: Files) -> None:
    with target.open("xb") as raw, zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in sorted(files.items()):
            member = zipfile.ZipInfo(f"{top}/{name}", _EARLIEST_ZIP_TIME)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = FILE_MODE << 16
            packed.writestr(member, _bytes(content))


def _bytes(content: Path | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.read_bytes()


def _tar_members(source: Path) -> Iterator[tuple[str, IO[bytes]]]:
    with gzip.open(source) as raw:
        with tarfile.open(fileobj=raw, mode="r|") as tar:
            for member in tar:
                content = tar.extractfile(member) if member.isfile() else None
                if content is None:
                    raise ExportRefused(f"{source.name} holds something that is not a file.")
                yield member.name, content
        _read_out(raw)


def _read_out(raw: gzip.GzipFile) -> None:
    """Read to the end, where gzip's own sum stands. Only the padding of tar may be left."""
    left = _PADDING_MAX_BYTES
    while chunk := raw.read(_CHUNK):
        left -= len(chunk)
        if left < 0 or chunk.strip(b"\0"):
            raise ExportRefused("Something stands after the end of the archive.")


def _zip_members(source: Path) -> Iterator[tuple[str, IO[bytes]]]:
    with zipfile.ZipFile(source) as packed:
        for member in packed.infolist():
            if (member.external_attr >> 16) & 0o170000 not in (0, 0o100000) or member.is_dir():
                raise ExportRefused(f"{source.name} holds something that is not a file.")
            with packed.open(member) as content:
                yield member.filename, content


def _save(members: Iterator[tuple[str, IO[bytes]]], folder: Path) -> None:
    left = UNPACKED_MAX_BYTES
    for count, (name, content) in enumerate(members):
        if count >= _MEMBERS_MAX:
            raise ExportRefused("The archive holds more files than any export does.")
        path = folder / _below_top(name)
        path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        with path.open("xb") as file:
            while chunk := content.read(_CHUNK):
                left -= len(chunk)
                if left < 0:
                    raise ExportRefused("The archive unpacks to more than 4 GB.")
                file.write(chunk)


def _below_top(name: str) -> str:
    _, slash, rest = name.partition("/")
    if not slash or _NAME.fullmatch(name) is None:
        raise ExportRefused(f"The archive holds a name that no export has: {name[:80]!r}.")
    return rest
