"""The rules of content: what a trace refers to exists, and its answer quotes it to the letter.

Everything is asked of `Contents`, which a store on disk implements and memory does too.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pydantic import ValidationError

from contract.result import Citation, ResearchResult
from contract.version import CUT_MARK, NON_TEXT_EXCERPT
from traces.errors import ContentCorrupt, ContentMissing, TraceShapeError
from traces.line import Line
from traces.redact import Redactor
from traces.shape_check import check, references, restore
from traces.sink import Action, JsonValue
from traces.verification import Finding, VerifyStatus


class Contents(Protocol):
    """Where content is looked for."""

    def get(self, name: str, /) -> bytes:
        """Raises ContentMissing, or ContentCorrupt when other bytes stand there."""
        ...

    def size(self, name: str, /) -> int | None: ...


@dataclass(slots=True)
class ContentCheck:
    """What was looked at and what is wrong with it. `opened` maps each piece of content that was
    read or fetched to the locators that were given for it."""

    findings: list[Finding] = field(default_factory=list)
    named: set[str] = field(default_factory=set)
    opened: dict[str, set[str]] = field(default_factory=dict)
    citations: int = 0


def check_references(lines: Sequence[Line], contents: Contents, *, read_data: bool) -> ContentCheck:
    """Look for everything that the lines name, values that were moved away included."""
    out = ContentCheck()
    for line in lines:
        data = _restored(line, contents, out)
        if data is None:
            continue
        for name, length in {*references(line.action, line.data), *references(line.action, data)}:
            if name not in out.named or length is not None:
                out.findings.extend(_present(name, length, line.step, contents, read_data))
            out.named.add(name)
        if line.action in (Action.READ_FILE, Action.FETCH_URL):
            _note_opened(data, out.opened)
    return out


def check_answer(
    line: Line, run: str, contents: Contents, opened: Mapping[str, set[str]] | None
) -> tuple[int, list[Finding]]:
    """Hold the stored result of an `answer` line against the trace and the stored content.
    Returns how many citations were checked. `opened` is None when it can't be known what was
    opened, because a researcher keeps its trace elsewhere."""
    try:
        result = ResearchResult.model_validate_json(contents.get(str(line.data["result"])))
    except ContentMissing as error:
        return 0, [Finding(VerifyStatus.BLOB_MISSING, str(error), line.step)]
    except ValidationError:
        return 0, [_tampered("The stored answer is not a result of research().", line.step)]
    findings = list(_agrees(line, run, result))
    texts: dict[str, str] = {}
    for number, citation in enumerate(result.citations, start=1):
        for status, problem in _check_citation(citation, contents, opened, texts):
            findings.append(Finding(status, f"Citation [{number}] {problem}", line.step))
    return len(result.citations), findings


def _restored(line: Line, contents: Contents, out: ContentCheck) -> Mapping[str, JsonValue] | None:
    try:
        data = restore(line.data, contents.get)
        check(line.action, data)
    except ContentMissing as error:
        out.findings.append(Finding(VerifyStatus.BLOB_MISSING, str(error), line.step))
        return line.data
    except TraceShapeError as error:
        out.findings.append(_tampered(f"Line {line.step}: {error}.", line.step))
        return None
    return data


def _present(
    name: str, length: int | None, step: int, contents: Contents, read_data: bool
) -> Iterator[Finding]:
    size = contents.size(name)
    if size is None:
        sentence = f"The store does not hold {name}."
        yield Finding(VerifyStatus.BLOB_MISSING, sentence, step)
    elif length is not None and size != length:
        sentence = f"{name} has {size} bytes in the store and {length} in the trace."
        yield Finding(VerifyStatus.BLOB_MISSING, sentence, step)
    elif read_data:
        try:
            contents.get(name)
        except ContentMissing as error:
            yield Finding(VerifyStatus.BLOB_MISSING, str(error), step)


def _note_opened(data: Mapping[str, JsonValue], opened: dict[str, set[str]]) -> None:
    locators = opened.setdefault(str(data["content_hash"]), set())
    for key in ("locator", "url", "final_url"):
        value = data.get(key)
        if isinstance(value, str):
            locators.add(value)


def _agrees(line: Line, run: str, result: ResearchResult) -> Iterator[Finding]:
    if result.trace_id != run:
        yield _tampered("The stored answer belongs to another run.", line.step)
    if line.data["answer_status"] != result.answer_status.value:
        yield _tampered("The line's answer status is not the stored answer's.", line.step)
    if line.data["stop_reason"] != result.stop_reason.value:
        yield _tampered("The line's stop reason is not the stored answer's.", line.step)


def _check_citation(
    citation: Citation,
    contents: Contents,
    opened: Mapping[str, set[str]] | None,
    texts: dict[str, str],
) -> Iterator[tuple[VerifyStatus, str]]:
    name = citation.content_hash
    if name is None:
        yield VerifyStatus.TAMPERED, "names no stored content."
        return
    if opened is not None and name not in opened:
        yield VerifyStatus.TAMPERED, "cites content that was never opened."
    elif opened and not _locates(citation.locator, opened[name]):
        yield VerifyStatus.TAMPERED, "gives another place than the content was read from."
    try:
        content = contents.get(name)
    except ContentCorrupt as error:
        yield VerifyStatus.BLOB_MISSING, f"can't be checked: {error}"
        return
    except ContentMissing as error:
        yield VerifyStatus.BLOB_MISSING, f"can't be checked: {error}"
        return
    if citation.raw_excerpt == NON_TEXT_EXCERPT:
        return
    if name not in texts:
        texts[name] = content.decode("utf-8", errors="surrogateescape")
    if not _stands(citation, texts[name]):
        yield VerifyStatus.TAMPERED, "does not stand in the stored text where it says."


def _locates(locator: str, known: set[str]) -> bool:
    """True when the citation's place is one that the content was read from. Lines are cleaned of
    secrets, in the query of an address too; an answer whose source did not do so itself may hold
    one, so a locator counts in either form."""
    forms = (locator, Redactor().quoted(locator))
    return not known or any(
        form == one or form.startswith(f"{one}#") for form in forms for one in known
    )


def _stands(citation: Citation, text: str) -> bool:
    start, end = citation.char_start, citation.char_end
    if start is None or end is None or not start < end <= len(text):
        return False
    return citation.raw_excerpt in (text[start:end], text[start:end] + CUT_MARK)


def _tampered(sentence: str, step: int | None = None) -> Finding:
    return Finding(VerifyStatus.TAMPERED, sentence, step)
