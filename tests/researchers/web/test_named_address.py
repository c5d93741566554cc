"""What is no address of a page is refused before anything is asked."""

import pytest
from click.testing import CliRunner

from researchers.web.main import main
from researchers.web.named_address import why_not_a_page

BAD = {
    "not-a-url": "has no http:// or https://",
    "127.0.0.1:8962/x": "has no http:// or https://",
    "localhost:8962/x": "is neither http nor https",
    "ftp://files.example/a": "is neither http nor https",
    "file:///etc/passwd": "is neither http nor https",
    "javascript:alert(1)": "is neither http nor https",
    "http://a.example:99999/": "has a port that does not exist",
    "http://": "has no host",
    "https://a b.example/": "has a host name that can't be read",
}
NAMES_A_USER = (
    "http://user:SuperSecret123@127.0.0.1:8962/x",
    "http://user:Super@Secret123@127.0.0.1/",
    "http://user:Super Secret123@127.0.0.1/",
    "user:SuperSecret123@127.0.0.1",
    "http:\\\\user:SuperSecret123@127.0.0.1",
)


@pytest.mark.parametrize(("url", "reason"), BAD.items())
def test_what_is_no_address_is_told_why(url: str, reason: str) -> None:
    why = why_not_a_page(url)
    assert why == f"{url} is no address of a page: it {reason}; write it as https://HOST/PATH."


@pytest.mark.parametrize("url", ["", "  "])
def test_an_empty_address_is_refused(url: str) -> None:
    assert "is empty" in (why_not_a_page(url) or "")


@pytest.mark.parametrize("url", NAMES_A_USER)
def test_a_user_and_a_password_are_refused_and_not_repeated(url: str) -> None:
    why = why_not_a_page(url)
    assert why is not None
    assert "leave out everything up to the @" in why
    assert "Secret" not in why


def test_a_token_is_not_repeated_either() -> None:
    why = why_not_a_page("ftp://files.example/a?token=SuperSecret123")
    assert why is not None
    assert "SuperSecret123" not in why


@pytest.mark.parametrize(
    "url", ["https://a.example", " http://127.0.0.1:8962/x?token=a ", "http://[::1]:8080/"]
)
def test_what_only_the_fetch_can_refuse_passes(url: str) -> None:
    assert why_not_a_page(url) is None


@pytest.mark.parametrize("url", [*BAD, "", NAMES_A_USER[0]])
def test_the_server_does_not_start_with_what_is_no_address(url: str, tmp_path: str) -> None:
    done = CliRunner().invoke(main, ["--home", str(tmp_path), "--url", url])
    assert done.exit_code == 2
    assert "Secret" not in done.output
    assert done.output.count("\n") == 1
