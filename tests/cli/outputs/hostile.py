"""A result in which every text tries to become something else than text."""

from contract import (
    Disagreement,
    DisagreementKind,
    DiscoveryEvent,
    DiscoveryType,
    Dispatch,
    DispatchStatus,
    Gap,
    GapCategory,
    ResearchResult,
    ResultWarning,
    Side,
    WarningCode,
)
from tests.cli.networked import ANSWER, cited

OVERRIDE = "\u202e"
EVIL = (
    "<script>alert(1)</script> ![x](https://evil.example/p.png) [a](javascript:b) </blockquote>"
    f'" onload="x {OVERRIDE}abc \x1b[31m \x00 `tick` ``` | # - &lt; }} $5 %x ~ ^ _a_ '
    "@misc{x, y = {z} \\input{/etc}\nER  - \nTY  - BOOK\r\n# Heading\n"
    "<img src=https://evil.example/q> https://evil.example/auto www.evil.example a@evil.example"
)
"""Every renderer's own syntax, control characters, an override of direction, broken lines."""

LOCATORS = (
    "javascript:alert(1)",
    'https://ok.example/a"><script>x</script>?q=1&r=2',
    "https://good.example/page?a=1&b=2",
    f"note://notes/{OVERRIDE}a%20b.md#x<y>",
    "https://[broken",
    "https://evil.example/\nER  - ",
    "https://brace.example/}{\\",
)


def hostile_result() -> ResearchResult:
    """Every field that holds somebody else's words holds hostile ones."""
    numbers = "".join(f"[{n}]" for n in range(1, len(LOCATORS) + 1))
    side = Side(citation=1, excerpt=EVIL, published=EVIL)
    return ANSWER.model_copy(
        update={
            "answer": f"{EVIL} {numbers}\n\n```\n</pre>{EVIL}\n```\n\n## {EVIL}\n\n- {EVIL} [99]",
            "citations": tuple(
                cited(
                    EVIL[:400], locator, title=EVIL, author=EVIL, published=EVIL, found_by=(EVIL,)
                ).model_copy(update={"evidence_role": EVIL})
                for locator in LOCATORS
            ),
            "gaps": (Gap(topic=EVIL, category=GapCategory.ACCESS_DENIED, detail=EVIL),),
            "discovery_events": (
                DiscoveryEvent(
                    type=DiscoveryType.NEW_SOURCE,
                    suggested_researcher=EVIL,
                    query=EVIL,
                    reason=EVIL,
                    source_locator=EVIL,
                ),
            ),
            "contradictions": (
                Disagreement(kind=DisagreementKind.NAME, left=side, right=side, sentence=EVIL),
            ),
            "warnings": (ResultWarning(code=WarningCode.SOURCE_FAILED, detail=EVIL),),
            "dispatches": tuple(
                Dispatch(
                    round=1,
                    researcher=name,
                    question=EVIL,
                    why=EVIL,
                    status=DispatchStatus.FAILED,
                    failure=EVIL,
                )
                for name in (EVIL, "other")
            ),
            "trace_id": EVIL,
        }
    )
