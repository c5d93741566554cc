"""A run as one folder or file that can be checked elsewhere, with or without this program."""

import hashlib
import secrets
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources import files as package_files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from pydantic import ValidationError

from contract.result import ResearchResult
from traces.account import account_of
from traces.archive import is_archive, is_other_archive, unpack, write
from traces.digest import PREFIX
from traces.errors import ContentMissing, ExportRefused, TraceError, TraceNotFound
from traces.heads import head_lines, heads_bytes
from traces.home import Home
from traces.ids import is_run_id
from traces.reader import Trace, data_of, parse_trace, read_bytes, text_of
from traces.render import render_markdown
from traces.shape_check import references
from traces.sink import Action
from traces.store import ContentStore
from traces.verification import Finding, Verification, VerifyStatus, worst
from traces.verify import verify_trace, verify_with_heads

_SUMS: Final = "SHA256SUMS"
_RUN: Final = "RUN"
_ARCHIVE_STARTS: Final = (b"\x1f\x8b", b"PK")


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export holds: the traces in it, how many pieces of content, those that the store
    did not have, and what the trace's own check said before it was exported."""

    path: Path
    runs: tuple[str, ...]
    contents: int
    missing: tuple[str, ...]
    verification: Verification


def export_trace(home: Home, run: str, target: Path) -> Exported:
    """Write a run, its children that are in this home, and all their content. `target` ends in
    `.tar.gz`, `.tgz` or `.zip`, or it becomes a folder; it must not exist. Whole or not at all.
    A trace that does not verify is exported as the evidence that it is, and says so on its page.
    Raises TraceNotFound, ExportRefused, OSError."""
    try:
        _refuse_target(target)
    except OSError as error:
        raise _unwritable(target, error) from error
    traces = _with_children(home, run)
    store = ContentStore(home.cas)
    wanted = sorted({name for one in traces.values() for name in _contents(one[1], store)})
    held = {name: store.path(name) for name in wanted if store.exists(name)}
    files: dict[str, Path | bytes] = {
        f"traces/{one}.jsonl": data for one, (data, _) in traces.items()
    }
    files.update({f"cas/sha256/{_split(name)}": path for name, path in held.items()})
    files["heads.jsonl"] = head_lines(heads_bytes(home.heads), frozenset(traces))
    verification = verify_trace(home, run, read_data=True)
    files["trace.md"] = render_markdown(account_of(home, run, verification)).encode()
    files["README.md"] = _readme(run).encode()
    files[_RUN] = f"{run}\n".encode()
    files[_SUMS] = _sums(files)
    _write_whole(target, f"marchwarden-{run}", files)
    missing = tuple(name for name in wanted if name not in held)
    return Exported(target, tuple(traces), len(held), missing, verification)


def is_export(path: Path) -> bool:
    """True for what has an export's look, whole or damaged: its folder, or a gzip or zip file.
    Raises OSError for what may not be read."""
    if path.is_dir():
        return any((path / name).is_file() for name in (_RUN, _SUMS))
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4).startswith(_ARCHIVE_STARTS)


def verify_export(path: Path) -> Verification:
    """Check an export by itself: its sums, and then everything that `verify_trace` checks, every
    piece of content hashed. Never raises; what can't be opened counts as tampered."""
    try:
        if path.is_dir():
            return _verify_folder(path)
        with TemporaryDirectory(prefix="marchwarden-") as scratch:
            folder = Path(scratch)
            unpack(path, folder)
            return _verify_folder(folder)
    except Exception as error:  # as in `verify`: our own failure must never look like "ok"
        finding = Finding(
            VerifyStatus.TAMPERED, f"The export can't be checked: {_told(error)}"[:500]
        )
        return Verification("", VerifyStatus.TAMPERED, (finding,))


def _refuse_target(target: Path) -> None:
    if target.exists():
        raise ExportRefused(f"{target} exists already; choose another name.")
    if is_other_archive(target):
        raise ExportRefused(
            f"{target.name} would be an archive of another kind: end it in .tar.gz, .tgz or .zip, "
            "or leave the ending out for a folder."
        )
    if not target.parent.is_dir():
        raise ExportRefused(f"{target.parent} is not a folder; make it, or choose another place.")


def _told(error: Exception) -> str:
    """An error without the places that this program chose itself."""
    if isinstance(error, OSError) and isinstance(error.filename, str):
        return f"{Path(error.filename).name}: {error.strerror}"
    return str(error)


def _unwritable(target: Path, error: OSError) -> ExportRefused:
    reason = error.strerror or error
    return ExportRefused(f"{target} could not be written ({reason}); choose another place.")


def _verify_folder(folder: Path) -> Verification:
    run = (folder / _RUN).read_text(encoding="ascii").strip()
    if not is_run_id(run):
        raise ExportRefused("its file RUN holds no trace id")
    verified = verify_with_heads(Home(folder), run, read_data=True, excerpt=True)
    findings = (*_check_sums(folder), *verified.findings)
    status = worst(finding.status for finding in findings)
    return replace(verified, findings=findings, status=status)


def _check_sums(folder: Path) -> Iterator[Finding]:
    listed: dict[str, str] = {}
    for line in (folder / _SUMS).read_text(encoding="ascii").splitlines():
        digest, _, name = line.partition("  ")
        listed[name] = digest
    present = {
        path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()
    }
    present.pop(_SUMS, None)
    for name in sorted(listed.keys() | present.keys()):
        path = present.get(name)
        if path is None:
            yield Finding(VerifyStatus.BLOB_MISSING, f"{name} is missing from the export.")
        elif name not in listed:
            yield Finding(VerifyStatus.TAMPERED, f"{name} does not belong to the export.")
        elif _digest(path) != listed[name]:
            yield Finding(VerifyStatus.TAMPERED, f"{name} was changed after the export.")


def _with_children(home: Home, run: str) -> dict[str, tuple[bytes, Trace]]:
    """The traces to export: the run's first, then those it names, as far as they are here."""
    out: dict[str, tuple[bytes, Trace]] = {}
    waiting = [run]
    while waiting:
        one = waiting.pop(0)
        if one in out:
            continue
        try:
            data = read_bytes(home, one)
        except TraceNotFound:
            if one == run:
                raise
            continue
        trace = parse_trace(one, data)
        out[one] = (data, trace)
        waiting.extend(child for line in trace.lines if (child := text_of(line.data, "child")))
    return out


def _contents(trace: Trace, store: ContentStore) -> Iterator[str]:
    for line in trace.lines:
        for data in (line.data, data_of(line, store)):
            try:
                yield from (name for name, _ in references(line.action, data))
            except TraceError:
                continue
    answer = trace.last(Action.ANSWER)
    if answer is not None:
        yield from _cited(text_of(answer.data, "result"), store)


def _cited(name: str, store: ContentStore) -> Iterator[str]:
    try:
        result = ResearchResult.model_validate_json(store.get(name))
    except (ContentMissing, ValidationError):
        return
    yield from (one.content_hash for one in result.citations if one.content_hash)


def _readme(run: str) -> str:
    template = package_files("traces").joinpath("export_readme.md").read_text(encoding="utf-8")
    return template.replace("@RUN@", run)


def _sums(files: dict[str, Path | bytes]) -> bytes:
    rows = ((_digest(content), name) for name, content in sorted(files.items()))
    return "".join(f"{digest}  {name}\n" for digest, name in rows).encode("ascii")


def _digest(content: Path | bytes) -> str:
    data = content if isinstance(content, bytes) else content.read_bytes()
    return hashlib.sha256(data).hexdigest()


def _split(name: str) -> str:
    digits = name.removeprefix(PREFIX)
    return f"{digits[:2]}/{digits[2:]}"


def _write_whole(target: Path, top: str, files: dict[str, Path | bytes]) -> None:
    suffix = "".join(target.suffixes[-2:]) if is_archive(target) else ""
    temporary = target.with_name(f".{secrets.token_hex(6)}.tmp{suffix}")
    try:
        write(temporary, top, files)
        temporary.rename(target)
    except OSError as error:
        raise _unwritable(target, error) from error
    finally:
        if temporary.is_dir():
            shutil.rmtree(temporary, ignore_errors=True)
        else:
            temporary.unlink(missing_ok=True)
