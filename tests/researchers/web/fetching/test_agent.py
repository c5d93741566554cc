"""How the researcher names itself."""

import pytest

from researchers.web.fetching.agent import user_agent


def test_the_agent_names_its_version_and_how_to_reach_its_user() -> None:
    assert user_agent("0.2", "me@example.org") == "marchwarden/0.2 (+me@example.org)"
    assert user_agent("0.2", " https://me.example/bot ") == (
        "marchwarden/0.2 (+https://me.example/bot)"
    )


def test_without_a_contact_it_says_so() -> None:
    agent = "marchwarden/0.2 (research agent of one person; no contact given)"
    assert user_agent("0.2") == agent


@pytest.mark.parametrize("contact", ["", "  ", "a\r\nX-Injected: 1", "zoë@example.org", "a) b ("])
def test_a_contact_that_no_header_holds_is_refused(contact: str) -> None:
    with pytest.raises(ValueError, match="mail address"):
        user_agent("0.2", contact)
