"""What `data` holds, action by action. The writer refuses anything else, and so does the verifier.

A field's kind says three things at once: which values it takes, whether it names stored content
(only `REFERENCE` does: such content must exist before the line is written), and how it is cleaned
of secrets and private paths (`traces.redact`). Every field may be null unless it is required.
`details` takes what no field is made for.
"""

from collections.abc import Mapping
from typing import Final

from traces.fields import Field, Kind, Shape
from traces.sink import Action


def _must(kind: Kind) -> Field:
    return Field(kind, required=True)


def _may(kind: Kind) -> Field:
    return Field(kind)


def _list(kind: Kind) -> Field:
    return Field(kind, many=True)


def _rows(shape: Shape) -> Field:
    return Field(Kind.PLAIN, many=True, rows=shape)


ROW: Final[Shape] = {
    "key": _may(Kind.QUOTED),
    "locator": _may(Kind.QUOTED),
    "title": _may(Kind.QUOTED),
    "content_hash": _may(Kind.REFERENCE),
    "char_start": _may(Kind.COUNT),
    "char_end": _may(Kind.COUNT),
    "passage": _may(Kind.COUNT),
    "headings": _list(Kind.QUOTED),
    "lane": _may(Kind.WORD),
    "lanes": _list(Kind.WORD),
    "rank": _may(Kind.COUNT),
    "score": _may(Kind.WORD),
    "role": _may(Kind.WORD),
    "matched": _list(Kind.QUOTED),
    "missing": _list(Kind.QUOTED),
    "related_to": _may(Kind.QUOTED),
    "relationship": _may(Kind.WORD),
    "reason": _may(Kind.TEXT),
    "modified": _may(Kind.WORD),
}
"""A lead or a piece of evidence. Scores are decimal text: a trace has no floats."""

TASK: Final[Shape] = {
    "key": _may(Kind.WORD),
    "round": _may(Kind.COUNT),
    "researcher": _must(Kind.WORD),
    "question": _must(Kind.QUOTED),
    "sub_question": _may(Kind.COUNT),
    "why": _may(Kind.TEXT),
    "taint": _may(Kind.WORD),
    "via": _list(Kind.WORD),
    "priority": _may(Kind.WORD),
    "again": _may(Kind.COUNT),
}
"""One question for one researcher. `key` is the same in every run of the same plan; `via` are the
researchers whose reports led to it, `priority` a whole number as text."""

_ANYWHERE: Final[Shape] = {
    "elapsed_ms": _may(Kind.COUNT),
    "pass": _may(Kind.COUNT),
    "details": _may(Kind.PLAIN),
}

_CONTENT: Final[Shape] = {
    "content_hash": _must(Kind.REFERENCE),
    "content_length": _must(Kind.COUNT),
    "file_hash": _may(Kind.DIGEST),
    "file_length": _may(Kind.COUNT),
    "locator": _may(Kind.QUOTED),
    "key": _may(Kind.QUOTED),
    "title": _may(Kind.QUOTED),
    "format": _may(Kind.WORD),
    "encoding": _may(Kind.WORD),
    "role": _may(Kind.WORD),
    "modified": _may(Kind.WORD),
    "passages": _may(Kind.COUNT),
}
"""What was opened: `content_hash` names the text that excerpts are taken from; `file_hash`
the original file where that is something else (a PDF, an HTML page) and isn't stored."""

SHAPES: Final[Mapping[Action, Shape]] = {
    Action.OPEN: {
        "question": _must(Kind.QUOTED),
        "context": _may(Kind.QUOTED),
        "depth": _may(Kind.WORD),
        "constraints": _may(Kind.PLAIN),
        "limits": _may(Kind.PLAIN),
        "settings": _may(Kind.PLAIN),
        "software": _may(Kind.WORD),
        "contract_version": _may(Kind.WORD),
        "egress": _may(Kind.WORD),
        "roots": _list(Kind.QUOTED),
        "parent": _may(Kind.RUN),
        "resumes": _may(Kind.RUN),
        "request": _may(Kind.REFERENCE),
    },
    Action.PLAN: {
        "family": _may(Kind.WORD),
        "queries": _list(Kind.QUOTED),
        "terms": _list(Kind.QUOTED),
        "concepts": _list(Kind.QUOTED),
        "required": _list(Kind.QUOTED),
        "tags": _list(Kind.QUOTED),
        "researchers": _list(Kind.WORD),
        "plan": _may(Kind.REFERENCE),
        "tasks": _rows(TASK),
        "choice": _may(Kind.WORD),
        "round": _may(Kind.COUNT),
    },
    Action.SEARCH: {
        "query": _must(Kind.QUOTED),
        "kind": _may(Kind.WORD),
        "terms": _list(Kind.QUOTED),
        "tags": _list(Kind.QUOTED),
        "limit": _may(Kind.COUNT),
        "found": _may(Kind.COUNT),
        "hits": _rows(ROW),
        "term_weights": _may(Kind.PLAIN),
        "failures": _list(Kind.TEXT),
        "results": _may(Kind.REFERENCE),
    },
    Action.FETCH_URL: {
        "url": _must(Kind.URL),
        "final_url": _may(Kind.URL),
        "status": _may(Kind.COUNT),
        "content_type": _may(Kind.WORD),
        "headers": _may(Kind.PLAIN),
        "head": _may(Kind.REFERENCE),
        "hops": _may(Kind.REFERENCE),
        "raw": _may(Kind.REFERENCE),
        "raw_length": _may(Kind.COUNT),
        "fetched_at": _may(Kind.WORD),
        "cache": _may(Kind.WORD),
        "allowance": _may(Kind.WORD),
        "robots": _may(Kind.WORD),
        "flags": _list(Kind.WORD),
        **_CONTENT,
    },
    Action.READ_FILE: {"path": _must(Kind.PATH), "root": _may(Kind.QUOTED), **_CONTENT},
    Action.INSPECT: {
        "locator": _may(Kind.QUOTED),
        "content_hash": _may(Kind.REFERENCE),
        "passages": _may(Kind.COUNT),
        "kept": _may(Kind.COUNT),
        "rows": _rows(ROW),
    },
    Action.JUDGE: {
        "verdict": _must(Kind.WORD),
        "next": _may(Kind.WORD),
        "variant": _may(Kind.QUOTED),
        "covered": _list(Kind.QUOTED),
        "missing": _list(Kind.QUOTED),
        "rows": _rows(ROW),
        "weak": _rows(ROW),
        "expand": _may(Kind.QUOTED),
    },
    Action.EXPAND: {
        "locator": _may(Kind.QUOTED),
        "key": _may(Kind.QUOTED),
        "content_hash": _may(Kind.REFERENCE),
        "limit": _may(Kind.COUNT),
        "found": _may(Kind.COUNT),
        "hits": _rows(ROW),
    },
    Action.RETRY: {
        "query": _must(Kind.QUOTED),
        "terms": _list(Kind.QUOTED),
        "tags": _list(Kind.QUOTED),
        "missing": _list(Kind.QUOTED),
    },
    Action.MODEL_CALL: {
        "model": _must(Kind.WORD),
        "request": _must(Kind.REFERENCE),
        "response": _may(Kind.REFERENCE),
        "provider": _may(Kind.WORD),
        "purpose": _may(Kind.WORD),
        "prompt": _may(Kind.WORD),
        "tokens_in": _may(Kind.COUNT),
        "tokens_out": _may(Kind.COUNT),
        "failure": _may(Kind.TEXT),
    },
    Action.SYNTHESIZE: {
        "method": _must(Kind.WORD),
        "sentences": _may(Kind.COUNT),
        "citations": _may(Kind.COUNT),
        "rows": _rows(ROW),
        "dropped": _rows(ROW),
        "answer": _may(Kind.REFERENCE),
    },
    Action.VERIFY: {
        "passed": _must(Kind.FLAG),
        "checked": _may(Kind.COUNT),
        "findings": _list(Kind.TEXT),
        "rejected": _may(Kind.REFERENCE),
    },
    Action.DISPATCH: {
        **TASK,
        "child": _may(Kind.RUN),
        "transport": _may(Kind.WORD),
        "constraints": _may(Kind.PLAIN),
        "request": _may(Kind.REFERENCE),
        "kept_from": _may(Kind.RUN),
    },
    Action.RECEIVE: {
        "researcher": _must(Kind.WORD),
        "key": _may(Kind.WORD),
        "round": _may(Kind.COUNT),
        "reach": _may(Kind.WORD),
        "contents": _list(Kind.REFERENCE),
        "notices": _list(Kind.QUOTED),
        "tokens": _may(Kind.COUNT),
        "micro_cents": _may(Kind.COUNT),
        "kept_from": _may(Kind.RUN),
        "child": _may(Kind.RUN),
        "child_end": _may(Kind.DIGEST),
        "result": _may(Kind.REFERENCE),
        "answer_status": _may(Kind.WORD),
        "stop_reason": _may(Kind.WORD),
        "citations": _may(Kind.COUNT),
        "gaps": _may(Kind.COUNT),
        "failure": _may(Kind.TEXT),
        "failure_kind": _may(Kind.WORD),
    },
    Action.GAP: {
        "topic": _must(Kind.QUOTED),
        "category": _must(Kind.WORD),
        "detail": _must(Kind.TEXT),
    },
    Action.DISCOVERY: {
        "type": _must(Kind.WORD),
        "query": _must(Kind.QUOTED),
        "reason": _must(Kind.TEXT),
        "suggested_researcher": _may(Kind.WORD),
        "source_locator": _may(Kind.QUOTED),
        "citations": _list(Kind.COUNT),
    },
    Action.BUDGET: {
        "what": _must(Kind.WORD),
        "charged": _may(Kind.COUNT),
        "used": _may(Kind.COUNT),
        "limit": _may(Kind.COUNT),
        "left": _may(Kind.COUNT),
        "exhausted": _may(Kind.FLAG),
    },
    Action.ERROR: {
        "message": _must(Kind.TEXT),
        "kind": _may(Kind.WORD),
        "stage": _may(Kind.WORD),
        "locator": _may(Kind.QUOTED),
        "category": _may(Kind.WORD),
        "traceback": _may(Kind.TEXT),
    },
    Action.CANCEL: {"reason": _may(Kind.TEXT), "stage": _may(Kind.WORD)},
    Action.ANSWER: {
        "result": _must(Kind.REFERENCE),
        "answer_status": _must(Kind.WORD),
        "stop_reason": _must(Kind.WORD),
        "confidence": _may(Kind.WORD),
        "citations": _may(Kind.COUNT),
    },
    Action.SEAL: {
        "status": _must(Kind.WORD),
        "lines": _must(Kind.COUNT),
        "root": _must(Kind.DIGEST),
        "answer_hash": _may(Kind.REFERENCE),
    },
}


_WHOLE: Final[Mapping[Action, Shape]] = {
    action: own if action is Action.SEAL else {**_ANYWHERE, **own} for action, own in SHAPES.items()
}


def shape_of(action: Action) -> Shape:
    """The fields that lines of an action may have."""
    return _WHOLE[action]
