"""A result as Markdown that is complete on its own: answer, sources, gaps, leads, confidence."""

from collections.abc import Iterator, Sequence

from contract import Citation, ConfidenceFactors, DiscoveryEvent, Gap, ResearchResult


def render_markdown(result: ResearchResult) -> str:
    """Everything a reader needs to use the answer and to check it."""
    sections = [
        result.answer,
        _section("Sources", _sources(result.citations)),
        _section("Gaps", _gaps(result.gaps)),
        _section("Leads", _leads(result.discovery_events)),
        _section("Warnings", (f"- {item.code}: {item.detail}" for item in result.warnings)),
        _closing(result),
    ]
    return "\n\n".join(section for section in sections if section)


def _section(heading: str, lines: Iterator[str]) -> str:
    body = "\n".join(lines)
    return f"## {heading}\n{body}" if body else ""


def _sources(citations: Sequence[Citation]) -> Iterator[str]:
    for number, citation in enumerate(citations, start=1):
        title = f"{citation.title}: " if citation.title else ""
        role = "" if citation.evidence_role == "raw_text" else f" ({citation.evidence_role})"
        yield f"[{number}] {title}{citation.locator}{role}"
        yield from (f"    > {line}" for line in citation.raw_excerpt.splitlines())
        if citation.content_hash:
            yield f"    {citation.content_hash}{_offsets(citation)}"


def _offsets(citation: Citation) -> str:
    if citation.char_start is None or citation.char_end is None:
        return ""
    return f", characters {citation.char_start} to {citation.char_end}"


def _gaps(gaps: Sequence[Gap]) -> Iterator[str]:
    return (f"- {gap.topic} ({gap.category}): {gap.detail}" for gap in gaps)


def _leads(events: Sequence[DiscoveryEvent]) -> Iterator[str]:
    for event in events:
        researcher = f" for {event.suggested_researcher}" if event.suggested_researcher else ""
        met = f", met in {event.source_locator}" if event.source_locator else ""
        cited = "".join(f"[{number}]" for number in event.citations)
        yield f"- {event.type}{researcher}: {event.query} ({event.reason}{met}) {cited}".rstrip()


def _closing(result: ResearchResult) -> str:
    cost = result.cost_metadata
    return (
        f"Confidence {result.confidence:.2f} ({_factors(result.confidence_factors)}). "
        f"Status {result.answer_status}, stopped because of {result.stop_reason}, "
        f"{_counted(cost.iterations_run, 'pass', 'passes')}, "
        f"{_counted(cost.sources_opened, 'source', 'sources')} opened, "
        f"{_counted(cost.tokens_used, 'model token', 'model tokens')}, "
        f"{cost.wall_time_sec:.2f} s.\n"
        f"Trace: trace://{result.trace_id}"
    )


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _factors(factors: ConfidenceFactors) -> str:
    parts = [
        f"corroborating sources: {factors.num_corroborating_sources}",
        f"authority: {factors.source_authority}",
        f"question covered: {factors.query_specificity_match:.2f}",
    ]
    if factors.contradiction_detected:
        parts.append("sources contradict each other")
    if factors.budget_exhausted:
        parts.append("budget exhausted")
    if factors.recency:
        parts.append(f"recency: {factors.recency}")
    return ", ".join(parts)
