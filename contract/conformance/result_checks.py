"""Checks on results as a whole: valid, complete twice over, not too large, honest, explained."""

from collections.abc import Iterator
from typing import Final

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from contract.conformance.check import Check, Outcome, failed, inapplicable, judged, passed, unseen
from contract.conformance.loose import LooseEvent, LooseResult
from contract.conformance.observation import Answer, Observation, Probe
from contract.result import ConfidenceFactors, GapCategory, ResearchResult, Share
from contract.version import CONTRACT_VERSION, RESULT_MAX_BYTES

_NO_RESULT: Final = unseen("no call gave a result that can be read")
_RESULT_PROBES: Final = frozenset({Probe.EVIDENCE, Probe.LIMITED})
_NEARLY_FULL_BYTES: Final = RESULT_MAX_BYTES * 3 // 4
_SHARE: Final[TypeAdapter[float]] = TypeAdapter(Share)


def _answers(seen: Observation) -> Outcome:
    asked = [(p, seen.answers[p]) for p in Probe if p in _RESULT_PROBES and p in seen.answers]
    if not asked:
        return unseen("no question was put")
    for probe, answer in asked:
        if answer.failure is not None:
            return failed(f"{probe.value}: {answer.failure}")
        if answer.is_error:
            return failed(f"{probe.value} was refused: {answer.text[:200]}")
    return passed("questions are answered")


def _valid(seen: Observation) -> Outcome:
    found = [(probe, answer) for probe, answer in seen.answered() if answer.structured is not None]
    if not found:
        return _NO_RESULT
    defects = [f"{probe.value}: {words}" for probe, a in found for words in _schema_defects(a)]
    return judged(defects, f"{len(found)} results are valid")


def _schema_defects(answer: Answer) -> Iterator[str]:
    try:
        result = ResearchResult.model_validate(answer.structured)
    except ValidationError as error:
        for detail in error.errors(include_url=False, include_input=False):
            if not _is_another_checks(detail):
                yield f"{'.'.join(map(str, detail['loc']))}: {detail['msg']}"
        return
    if result.contract_version != CONTRACT_VERSION:
        yield f"contract_version is {result.contract_version!r}"


def _is_another_checks(detail: ErrorDetails) -> bool:
    """Whether a defect has a row of its own, so that it shows once and by its own name."""
    match detail["loc"]:
        case ("confidence" | "confidence_factors", *_):
            return True
        case ("gaps", _, "category") | ("citations", _, "content_hash"):
            return True
        case ("citations", _, "raw_excerpt"):
            return detail["type"] == "string_too_long"
    return False


def _both_contents(seen: Observation) -> Outcome:
    looked = list(seen.answered())
    if not looked:
        return _NO_RESULT
    defects = [f"{p.value}: {words}" for p, answer in looked for words in _content_defects(answer)]
    return judged(defects, "structured and text content each stand alone")


def _content_defects(answer: Answer) -> Iterator[str]:
    if answer.structured is None:
        yield "no structured content"
    if not answer.text.strip():
        yield "no text content"
        return
    result = answer.result
    if result is None:
        return
    text = _squeezed(answer.text)
    if _squeezed(result.answer) not in text:
        yield "the text does not hold the answer"
    if answer.size_bytes > _NEARLY_FULL_BYTES:
        return  # the text gives way first when a result is too large
    for number, citation in enumerate(result.citations, 1):
        if _squeezed(citation.locator) not in text:
            yield f"the text does not name source [{number}], {citation.locator}"


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def _size(seen: Observation) -> Outcome:
    sizes = {probe: answer.size_bytes for probe, answer in seen.answered()}
    if not sizes:
        return _NO_RESULT
    probe = max(sizes, key=lambda p: sizes[p])
    if sizes[probe] > RESULT_MAX_BYTES:
        return failed(f"{probe.value}: {sizes[probe]:,} bytes are over {RESULT_MAX_BYTES:,}")
    return passed(f"the largest has {sizes[probe]:,} bytes")


def _no_evidence(seen: Observation) -> Outcome:
    answer = seen.answers.get(Probe.NOTHING)
    if answer is None or answer.failure is not None:
        return unseen("the nonsense question was not answered")
    if answer.is_error:
        return failed(f"no evidence is answered as an error: {answer.text[:120]}")
    result = answer.result
    if result is None:
        return unseen("its result can't be read")
    return judged(list(_no_evidence_defects(result)), "says that there is none, with a gap")


def _no_evidence_defects(result: LooseResult) -> Iterator[str]:
    if result.citations:
        yield f"a nonsense question got {len(result.citations)} citations"
    if result.answer_status != "no_evidence":
        yield f"answer_status is {result.answer_status!r}, not 'no_evidence'"
    if not result.gaps:
        yield "no gap says what was not found"
    if not result.answer.strip():
        yield "the answer is empty and does not say what was tried"


def _gaps(seen: Observation) -> Outcome:
    gaps = [(probe, gap) for probe, result in seen.results() for gap in result.gaps]
    if not gaps:
        return unseen("no result has a gap")
    known = {category.value for category in GapCategory}
    defects = [
        f"{p.value}: category {g.category!r} is not one of v1"
        for p, g in gaps
        if g.category not in known
    ]
    defects += [
        f"{p.value}: a gap without topic or detail"
        for p, g in gaps
        if not (g.topic.strip() and g.detail.strip())
    ]
    return judged(defects, f"{len(gaps)} gaps are categorised")


def _discovery(seen: Observation) -> Outcome:
    events = [(p, r, event) for p, r in seen.results() for event in r.discovery_events]
    if not events:
        return inapplicable("no result reports a discovery; none has to")
    defects = [f"{p.value}: {words}" for p, r, event in events for words in _lead_defects(event, r)]
    return judged(defects, f"{len(events)} events say where they were met")


def _lead_defects(event: LooseEvent, result: LooseResult) -> Iterator[str]:
    if not (event.query.strip() and event.reason.strip()):
        yield "an event without query or reason"
    dangling = [n for n in event.citations if not 1 <= n <= len(result.citations)]
    if dangling:
        yield f"an event points to citation {dangling[0]}, which is not there"
    elif not (event.source_locator or "").strip() and len(event.citations) < 2:
        yield f"the lead {event.query[:60]!r} does not say where it was met"


def _confidence(seen: Observation) -> Outcome:
    results = list(seen.results())
    if not results:
        return _NO_RESULT
    defects = [f"{p.value}: {words}" for p, r in results for words in _confidence_defects(r)]
    return judged(defects, "confidence lies in 0 to 1 and has its factors")


def _confidence_defects(result: LooseResult) -> Iterator[str]:
    try:
        _SHARE.validate_python(result.confidence)
    except ValidationError:
        yield f"confidence is {result.confidence!r}"
    try:
        ConfidenceFactors.model_validate(result.confidence_factors)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        yield f"confidence_factors.{'.'.join(map(str, first['loc']))}: {first['msg']}"


RESULT_CHECKS: Final = (
    Check("answers", "A question is answered with a result.", _answers),
    Check("result-valid", "Every result is valid against the schema of v1.", _valid),
    Check(
        "both-contents",
        "The structured result and the text are each complete on their own.",
        _both_contents,
    ),
    Check("result-size", "A result stays under 512 KiB.", _size),
    Check(
        "no-evidence",
        "No evidence is an honest result: no citations, a gap, an answer that says so.",
        _no_evidence,
    ),
    Check("gaps-categorised", "Every gap has a category of v1, a topic and a detail.", _gaps),
    Check("discovery-grounded", "Every discovery event says where it was met.", _discovery),
    Check("confidence", "Confidence lies in 0 to 1 and is explained by its factors.", _confidence),
)
