"""A run as one folder or file that can be checked elsewhere, with or without this program."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files as package_files
from pathlib import Path

from pydantic import ValidationError

from contract.result import ResearchResult
from traces.account import account_of
from traces.archive import is_archive, is_other_archive, write
from traces.children import with_children
from traces.digest import PREFIX, is_content_name
from traces.errors import ContentMissing, ExportRefused, TraceError
from traces.export_check import RUN, SUMS
from traces.heads import head_lines, heads_bytes
from traces.home import Home
from traces.reader import Trace, data_of, text_of
from traces.render import render_markdown
from traces.shape_check import references
from traces.sink import Action
from traces.store import ContentStore
from traces.target import made_whole, refuse_taken
from traces.verification import Verification
from traces.verify import verify_trace


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
    refuse_taken(target)
    if is_other_archive(target):
        raise ExportRefused(
            f"{target.name} would be an archive of another kind: end it in .tar.gz, .tgz or .zip, "
            "or leave the ending out for a folder."
        )
    traces = with_children(home, run)
    store = ContentStore(home.cas)
    wanted = sorted({name for one in traces.values() for name in _contents(one[1], store)})
    held = {one: store.path(one) for one in wanted if is_content_name(one) and store.exists(one)}
    files: dict[str, Path | bytes] = {
        f"traces/{one}.jsonl": data for one, (data, _) in traces.items()
    }
    files.update({f"cas/sha256/{_split(name)}": path for name, path in held.items()})
    files["heads.jsonl"] = head_lines(heads_bytes(home.heads), frozenset(traces))
    verification = verify_trace(home, run, read_data=True)
    files["trace.md"] = render_markdown(account_of(home, run, verification)).encode()
    files["README.md"] = _readme(run).encode()
    files[RUN] = f"{run}\n".encode()
    files[SUMS] = _sums(files)
    with made_whole(target, "".join(target.suffixes[-2:]) if is_archive(target) else "") as place:
        write(place, f"marchwarden-{run}", files)
    missing = tuple(name for name in wanted if name not in held)
    return Exported(target, tuple(traces), len(held), missing, verification)


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
