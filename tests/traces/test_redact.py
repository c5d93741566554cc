"""What never gets into a trace, and what must stay."""

import time
from pathlib import Path

import pytest

from traces.clock import ScriptedClock
from traces.fields import Kind
from traces.home import Home
from traces.ids import new_run_id
from traces.memory import MemoryTrace
from traces.redact import Redactor
from traces.sink import Action, SealStatus
from traces.writer import TraceWriter

KEYS = [
    "sk-proj-" + "a1B2" * 8,
    "sk-ant-api03-" + "x9Y8" * 8,
    "ghp_" + "a1B2c3" * 6,
    "github_pat_" + "a1B2c3" * 6,
    "xoxb-1234567890-abcdefghij",
    "AKIA" + "ABCDEFGH12345678",
    "AIza" + "a1B2c3" * 6,
    "hf_" + "a1B2c3" * 5,
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0abcdef.c2lnbmF0dXJlLXBhcnQ",
]


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key[:8])
@pytest.mark.parametrize("kind", [Kind.TEXT, Kind.QUOTED, Kind.URL, Kind.PLAIN, Kind.WORD])
def test_a_key_goes_from_every_kind_of_text(key: str, kind: Kind) -> None:
    cleaned = Redactor().value(kind, f"before {key} after")
    assert cleaned == "before [secret] after"


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("sent Bearer abcdefghijk1mnopqrst on", "sent Bearer [secret] on"),
        ("Authorization: Basic YWRhOmxvdmVsYWNlMTgxNQ==", "Authorization: Basic [secret]"),
        ("https://user:pass@host/x", "https://[secret]@host/x"),
        ("https://user:p@ss@host/x", "https://[secret]@host/x"),
        (
            "http://a.example/x?token=abc&page=2 is gone",
            "http://a.example/x?token=[secret]&page=2 is gone",
        ),
        (
            "It is http://a.example/?X-Amz-Signature=ab.",
            "It is http://a.example/?X-Amz-Signature=[secret].",
        ),
        ("https://a.example/cb#access_token=ab", "https://a.example/cb#access_token=[secret]"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----!", "[secret]!"),
        ("-----BEGIN PRIVATE KEY-----\ncut off", "[secret]"),
    ],
)
def test_credentials_go_from_quoted_text(text: str, cleaned: str) -> None:
    assert Redactor().value(Kind.QUOTED, text) == cleaned


def test_an_assigned_secret_goes_from_our_own_sentences() -> None:
    redactor = Redactor()
    assert redactor.sentence("OPENAI_API_KEY=abcdef123 set") == "OPENAI_API_KEY=[secret] set"
    assert redactor.sentence("password: hunter22") == "password: [secret]"
    assert redactor.sentence("Authorization: Bearer x") == "Authorization: [secret]"
    assert redactor.sentence("cookie: session=1; other=2") == "cookie: [secret]"


def test_a_secret_that_names_a_value_goes_too() -> None:
    told = {"kept_out": {"http://a.example/?token=abcdef": "a near copy"}}
    cleaned = Redactor().value(Kind.PLAIN, told)
    assert cleaned == {"kept_out": {"http://a.example/?token=[secret]": "a near copy"}}


def test_what_is_cleaned_stays_as_it_is() -> None:
    once = Redactor().value(Kind.URL, "http://a.example/?token=abc.def&sig=x#key=y")
    assert once == "http://a.example/?token=[secret]&sig=[secret]#key=[secret]"
    assert Redactor().value(Kind.URL, once) == once


def test_a_question_about_a_password_or_a_file_stays_that_question() -> None:
    for question in (
        "What is the password: policy of the club?",
        "What does /etc/hosts do?",
        "Where did I write down the token for ~/bin/sync?",
        "and/or, 1/2, src/main.py, note://kitchen/a b/c.md#x",
        "note://ada@home/Authorization: how we do it.md",
        "note://shop/Basic troubleshooting-of-the-oven.md#bearer authentication explained",
        "sk-learn-classification_models and pk-constraints_in_databases",
        "What does ?token=abc mean in an address?",
        "note://kitchen/who?key=me.md",
    ):
        assert Redactor().value(Kind.QUOTED, question) == question


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("could not read /home/ada/notes/a.md: gone", "could not read [path]: gone"),
        ("see file:///home/ada/x.md", "see [path]"),
        ("in ~/notes/a.md", "in [path]"),
        (r"in C:\Users\ada\a.md", "in [path]"),
        ("opened /vault/bread/a.md", "opened /vault/bread/a.md"),
        ("opened /vault/../etc/passwd", "opened [path]"),
        ("opened /vaulted/x.md", "opened [path]"),
        ("https://host/a/b and a/b and 1/2", "https://host/a/b and a/b and 1/2"),
    ],
)
def test_only_paths_below_a_note_root_stay_in_our_sentences(text: str, cleaned: str) -> None:
    assert Redactor(roots=(Path("/vault"),)).sentence(text) == cleaned


def test_a_path_field_keeps_what_is_below_the_root() -> None:
    redactor = Redactor(roots=(Path("/vault"),))
    assert redactor.value(Kind.PATH, "bread /x/y.md") == "bread /x/y.md"
    assert redactor.value(Kind.PATH, "/vault/a.md") == "/vault/a.md"
    assert redactor.value(Kind.PATH, "/home/ada/a.md") == "[path]"


def test_secret_parameters_go_from_an_address() -> None:
    url = "https://host/x?q=salt&api_key=abc&X-Amz-Signature=def&page=2"
    cleaned = "https://host/x?q=salt&api_key=[secret]&X-Amz-Signature=[secret]&page=2"
    assert Redactor().value(Kind.URL, url) == cleaned


def test_a_field_named_like_a_secret_is_emptied() -> None:
    headers = {"Authorization": "abc", "x-api-key": "def", "Accept": "text/html"}
    cleaned = {"Authorization": "[secret]", "x-api-key": "[secret]", "Accept": "text/html"}
    assert Redactor().value(Kind.PLAIN, headers) == cleaned


def test_known_secrets_go_wherever_they_are() -> None:
    redactor = Redactor(secrets=("correct horse", ""))
    assert redactor.value(Kind.WORD, "xcorrect horsex") == "x[secret]x"


def test_nothing_secret_reaches_the_disk(tmp_path: Path) -> None:
    home, key = Home(tmp_path), KEYS[0]
    clock = ScriptedClock()
    with TraceWriter.create(home, run=new_run_id(), by="web", clock=clock) as writer:
        writer.record(Action.OPEN, f"Asked with {key}.", {"question": f"{key} " + "x" * 9_000})
        writer.record(Action.SEARCH, "Asked.", {"query": key, "hits": [{"title": key}]})
        writer.record(Action.ERROR, "Failed.", {"message": f"/home/ada/{key}", "details": [key]})
        writer.seal(SealStatus.FAILED)
    stored = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert len(stored) == 3
    assert not any(key.encode() in content or b"/home/ada" in content for content in stored)


def test_content_is_stored_as_it_is() -> None:
    trace = MemoryTrace()
    content = f"the note itself says {KEYS[0]}".encode()
    assert trace.get(trace.put(content)) == content


@pytest.mark.parametrize("bit", ["a-", "a_", "sk-", "/a", "key=", "eyJa.", "-----BEGIN A ", "x:/"])
def test_cleaning_a_long_text_takes_linear_time(bit: str) -> None:
    """200,000 characters made to trip a pattern. A quadratic one needs minutes."""
    text = bit * (200_000 // len(bit))
    started = time.process_time()
    Redactor(secrets=("x" * 20,)).value(Kind.TEXT, text)
    assert time.process_time() - started < 5
