"""Flags of whoever asks the web: what can't be an address is a mistake of use."""

import click
import pytest
from click.testing import CliRunner

from cli.exit_codes import ExitCode
from cli.web_flags import WebFlags, web_flags


@click.command()
@web_flags
def ask(web: WebFlags) -> None:
    """Says which pages it was given."""
    click.echo(" ".join(web.urls))


@pytest.mark.parametrize(
    "url",
    ["not-a-url", "", "127.0.0.1:8962/x", "ftp://a.example/", "file:///etc/passwd", "http://"],
)
def test_what_is_no_address_of_a_page_is_a_usage_error(url: str) -> None:
    done = CliRunner().invoke(ask, ["--url", "https://a.example/", "--url", url])
    assert done.exit_code == ExitCode.USAGE
    assert "is no address of a page" in done.output or "is empty" in done.output


def test_a_password_in_an_address_is_not_repeated() -> None:
    done = CliRunner().invoke(ask, ["--url", "http://user:SuperSecret123@127.0.0.1:8962/x"])
    assert done.exit_code == ExitCode.USAGE
    assert "SuperSecret123" not in done.output


def test_addresses_pass_as_they_are() -> None:
    done = CliRunner().invoke(ask, ["--url", "https://a.example/?token=a", "--fresh"])
    assert done.output == "https://a.example/?token=a\n"
