"""A pack as Markdown that is complete on its own."""

from collections.abc import Iterable, Sequence

from researchers.local_brain.pack.model import PackEvidence, ResearchPack


def render_pack(pack: ResearchPack) -> str:
    """The plan, the coverage, the evidence with its signals, and what to do next."""
    plan, coverage = pack.query_plan, pack.coverage
    head = [
        f"# Evidence for: {pack.question}",
        f"Searched for {_words(plan.query_terms)}; variants: {_words(plan.query_variants)}.",
        coverage.recall_note,
    ]
    if coverage.exact_tag_matches:
        matches = ", ".join(f"#{m.tag} ({m.notes})" for m in coverage.exact_tag_matches)
        head.append(f"Tags that the question names, with the notes that carry each: {matches}.")
    if coverage.top_user_tags:
        tags = ", ".join(f"#{m.tag} ({m.notes})" for m in coverage.top_user_tags)
        head.append(f"Tags of these notes: {tags}.")
    steps = [f"- {s.label}: {s.action} {_params(s.params.items())}" for s in pack.next_steps]
    parts = [
        "\n".join(head),
        _rows("Evidence", pack.evidence),
        _rows("Notes that carry the question's tags", pack.exact_tag_evidence),
        "\n".join(["## Next steps", *steps]) if steps else "",
        "\n".join(f"Warning: {warning}" for warning in pack.warnings),
    ]
    return "\n\n".join(part for part in parts if part)


def _rows(heading: str, rows: Sequence[PackEvidence]) -> str:
    return "\n\n".join([f"## {heading}", *map(_row, rows)]) if rows else ""


def _row(row: PackEvidence) -> str:
    signals = ", ".join(f"{name} {value}" for name, value in row.retrieval_signals.items())
    related = f"; {row.relationship} of {row.related_to}" if row.related_to else ""
    cut = " (cut)" if row.truncated else ""
    return "\n".join(
        [
            f"{row.rank}. {row.title} · {row.locator}",
            f"   {'+'.join(row.lanes)}{related}; score {row.score}; {signals}",
            f"   matched: {_words(row.matched_terms)}; missing: {_words(row.missing_terms)}",
            f"   {row.excerpt_kind}, characters {row.char_start} to {row.char_end}{cut} of "
            f"{row.content_hash}",
            *(f"> {line}" for line in row.excerpt.splitlines()),
        ]
    )


def _params(items: Iterable[tuple[str, str | tuple[str, ...]]]) -> str:
    return ", ".join(f"{name}={', '.join((v,) if isinstance(v, str) else v)}" for name, v in items)


def _words(words: Sequence[str]) -> str:
    return ", ".join(words) or "none"
