"""Verifying a trace in a home: fetch the bytes, apply the rules, follow the children.

Whatever goes wrong in here, the verdict is "tampered": a verifier that gives up must never look
like one that found nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from traces.chain_rules import ChainCheck, check_chain, check_head
from traces.content_rules import ContentCheck, check_answer, check_references
from traces.errors import TraceNotFound
from traces.heads import Heads, heads_bytes, read_heads
from traces.home import Home
from traces.line import Line
from traces.reader import read_bytes
from traces.sink import Action
from traces.store import ContentStore
from traces.verification import Finding, Verification, VerifyStatus, worst

DEEPEST_CHILD: Final = 16


def verify_trace(home: Home, run: str, *, read_data: bool = False) -> Verification:
    """Check a trace, what it refers to, its citations, and the traces it names. With `read_data`
    every piece of content is hashed again; cited content always is. Never raises."""
    return verify_with_heads(home, run, read_data=read_data, excerpt=False)


def verify_with_heads(home: Home, run: str, *, read_data: bool, excerpt: bool) -> Verification:
    """As `verify_trace`. In an excerpt (an export) `heads.jsonl` holds a choice of lines."""
    try:
        heads = read_heads(heads_bytes(home.heads), excerpt=excerpt)
        return _Verifier(home, heads, read_data).verify(run, 0).verification
    except Exception as error:  # the verdict on our own failure is part of the promise
        return Verification(run, VerifyStatus.TAMPERED, (_own_failure(error),))


@dataclass(frozen=True, slots=True)
class _Verdict:
    verification: Verification
    opened: Mapping[str, set[str]]
    complete: bool
    """True when every researcher's trace that this one rests on could be looked into."""


@dataclass(slots=True)
class _Verifier:
    home: Home
    heads: Heads
    read_data: bool
    under_way: set[str] = field(default_factory=set)

    def verify(self, run: str, depth: int) -> _Verdict:
        try:
            data = read_bytes(self.home, run)
        except TraceNotFound as error:
            return self._absent(run, str(error))
        self.under_way.add(run)
        chain = check_chain(run, data)
        store = ContentStore(self.home.cas)
        content = check_references(chain.lines, store, read_data=self.read_data)
        children = list(self._children(chain.lines, depth))
        self.under_way.discard(run)
        own = self._judge(run, chain, content, children)
        return self._with_answer(own, chain, content, children, store)

    def _judge(
        self, run: str, chain: ChainCheck, content: ContentCheck, children: list["_Child"]
    ) -> Verification:
        findings = [*chain.findings, *check_head(run, chain, self.heads), *content.findings]
        findings.extend(finding for child in children for finding in child.findings())
        return Verification(
            run=run,
            status=worst(finding.status for finding in findings),
            findings=tuple(findings),
            notes=tuple(note for child in children for note in child.notes()),
            lines=len(chain.lines),
            contents=len(content.named),
            end=chain.end,
            children=tuple(c.verdict.verification for c in children if not c.absent),
        )

    def _with_answer(
        self,
        own: Verification,
        chain: ChainCheck,
        content: ContentCheck,
        children: list["_Child"],
        store: ContentStore,
    ) -> _Verdict:
        opened = {name: set(places) for name, places in content.opened.items()}
        for child in children:
            for name, places in child.verdict.opened.items():
                opened.setdefault(name, set()).update(places)
        complete = all(child.verdict.complete for child in children)
        answers = [line for line in chain.lines if line.action is Action.ANSWER]
        if not answers:
            return _Verdict(own, opened, complete)
        known = opened if complete else None
        count, findings = check_answer(answers[-1], own.run, store, known)
        every = (*own.findings, *findings)
        status = worst(finding.status for finding in every)
        done = replace(own, findings=every, status=status, citations=count)
        return _Verdict(done, opened, complete)

    def _children(self, lines: tuple[Line, ...], depth: int) -> Iterator["_Child"]:
        failed = {
            line.data["child"]: line.data.get("failure") is not None
            for line in lines
            if line.action in (Action.DISPATCH, Action.RECEIVE) and line.data.get("child")
        }
        for run, has_failed in failed.items():
            if not isinstance(run, str):
                continue
            if run in self.under_way or depth >= DEEPEST_CHILD:
                finding = Finding(VerifyStatus.TAMPERED, "Traces name each other in a circle.")
                verification = Verification(run, VerifyStatus.TAMPERED, (finding,))
                yield _Child(_Verdict(verification, {}, complete=True), has_failed, known=True)
            else:
                verdict = self.verify(run, depth + 1)
                yield _Child(verdict, has_failed, known=run in self.heads.by_run)

    def _absent(self, run: str, sentence: str) -> _Verdict:
        if run in self.heads.by_run:
            sentence = f"heads.jsonl knows the trace {run}, but its file is gone."
        finding = Finding(VerifyStatus.NOT_FOUND, sentence)
        return _Verdict(Verification(run, VerifyStatus.NOT_FOUND, (finding,)), {}, complete=False)


@dataclass(frozen=True, slots=True)
class _Child:
    verdict: _Verdict
    has_failed: bool
    """The parent reports that this researcher failed, so an unfinished trace is no surprise."""
    known: bool
    """The child was sealed in this home, so its trace must be here."""

    @property
    def absent(self) -> bool:
        return self.verdict.verification.status is VerifyStatus.NOT_FOUND

    def findings(self) -> Iterator[Finding]:
        child = self.verdict.verification
        if self.absent:
            if self.known:
                yield Finding(VerifyStatus.BLOB_MISSING, child.findings[0].sentence)
        elif child.status is not VerifyStatus.OK and not self._expected():
            yield Finding(child.status, f"The trace {child.run} that it rests on is not ok.")

    def notes(self) -> Iterator[str]:
        child = self.verdict.verification
        if self.absent and not self.known:
            yield f"The trace {child.run} of a researcher is kept elsewhere; check it there."
        elif self._expected():
            yield f"The trace {child.run} of a researcher that failed is {child.status.value}."

    def _expected(self) -> bool:
        unfinished = (VerifyStatus.UNSEALED, VerifyStatus.TORN)
        return self.has_failed and self.verdict.verification.status in unfinished


def _own_failure(error: Exception) -> Finding:
    sentence = f"The trace could not be checked: {type(error).__name__}: {error}"
    return Finding(VerifyStatus.TAMPERED, sentence[:500])
