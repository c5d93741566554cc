"""What a robots.txt means, by RFC 9309 and for the files that the web really has."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from researchers.web.fetching.robots_lines import MOST_BYTES, lines_for, within_bounds
from researchers.web.fetching.robots_rules import RobotsRules, decide

PAGE = "http://news.example.com/private/page"
CLOSED = "Disallow: /private"


def decided(robots_txt: str, url: str = PAGE, token: str = "marchwarden") -> bool:
    return decide(robots_txt, token, url)


def test_a_group_of_our_own_outweighs_the_one_for_everybody() -> None:
    file = f"User-agent: *\n{CLOSED}\n\nUser-agent: marchwarden\nDisallow: /other\n"
    assert decided(file)
    assert not decided(file, "http://news.example.com/other")
    assert not decided(file, token="another")


def test_a_group_of_our_own_without_rules_allows_everything() -> None:
    assert decided(f"User-agent: *\n{CLOSED}\n\nUser-agent: marchwarden\n")


def test_groups_of_one_name_are_read_together() -> None:
    file = f"User-agent: marchwarden\nDisallow: /a\n\nUser-agent: Marchwarden\n{CLOSED}\n"
    assert not decided(file)
    assert not decided(file, "http://news.example.com/a")


@pytest.mark.parametrize("name", ["march", "marchwarden-images", "warden", "m", "the marchwarden"])
def test_a_name_that_is_only_like_ours_is_not_ours(name: str) -> None:
    assert decided(f"User-agent: {name}\n{CLOSED}\n")


@pytest.mark.parametrize(
    "name", ["MARCHWARDEN", "marchwarden/1.0", "marchwarden 2", "marchwarden*", "  marchwarden  "]
)
def test_our_name_counts_up_to_its_version_and_in_any_case(name: str) -> None:
    assert not decided(f"User-agent: {name}\n{CLOSED}\n")


def test_an_agent_that_is_no_product_token_obeys_what_is_for_everybody() -> None:
    file = f"User-agent: *\n{CLOSED}\nUser-agent: Foo Bar\nAllow: /\n"
    assert decided(file, token="Foo")
    assert not decided(file, token="Foo Bar")
    assert not decided(file, token="")


@pytest.mark.parametrize(
    "between", ["Sitemap: http://x/s.xml", "Host: x", "Noindex: /a", "Crawl-delay: 3", "", "# so"]
)
def test_other_lines_do_not_end_a_group(between: str) -> None:
    file = f"User-agent: marchwarden\n{between}\nUser-agent: other\n{between}\n{CLOSED}\n"
    assert not decided(file)
    assert not decided(file, token="other")


def test_rules_before_any_group_count_for_nobody() -> None:
    assert decided(f"{CLOSED}\nUser-agent: other\n{CLOSED}\n")


def test_the_longest_match_wins_and_allow_wins_a_tie() -> None:
    file = "User-agent: *\nDisallow: /private\nAllow: /private/page\nDisallow: /private/page\n"
    assert decided(file)
    assert not decided(file, "http://news.example.com/private/else")


def test_wildcards_and_ends_are_matched() -> None:
    file = "User-agent: *\nDisallow: /*.pdf$\nDisallow: /*/draft/\n"
    assert not decided(file, "http://x/a/b.pdf")
    assert decided(file, "http://x/a/b.pdf?page=2")
    assert not decided(file, "http://x/2026/draft/1")


@pytest.mark.parametrize("rule", ["/päge", "/p%C3%A4ge", "/p%c3%a4ge"])
@pytest.mark.parametrize("path", ["/päge", "/p%C3%A4ge", "/p%c3%a4ge/below"])
def test_escapes_are_compared_by_what_they_mean(rule: str, path: str) -> None:
    assert not decided(f"User-agent: *\nDisallow: {rule}\n", f"http://x{path}")


def test_escaped_letters_are_letters_and_an_escaped_slash_is_none() -> None:
    file = "User-agent: *\nDisallow: /%70rivate\nDisallow: /a%2Fb\n"
    assert not decided(file)
    assert not decided(file, "http://x/a%2fb")
    assert decided(file, "http://x/a/b")


def test_a_file_in_latin_1_closes_what_it_names() -> None:
    rules = RobotsRules.parse("User-agent: *\nDisallow: /café\n".encode("latin-1"), "marchwarden")
    assert not rules.allows("http://x/caf%E9")
    assert rules.allows("http://x/coffee")


def test_only_path_and_query_are_matched() -> None:
    file = "User-agent: *\nDisallow: /search?q=\nDisallow: /news.example.com\n"
    assert not decided(file, "https://news.example.com/search?q=lamp#top")
    assert not decided("User-agent: *\nDisallow: /\n", "https://news.example.com")
    assert not decided("User-agent: *\nDisallow: /?\n", "https://news.example.com?all")
    assert not decided("User-agent: *\nDisallow: /a$\n", "https://news.example.com/a#top")


def test_a_path_that_looks_like_a_host_is_a_path() -> None:
    assert not decided("User-agent: *\nDisallow: //private\n", "http://x//private/a")


@pytest.mark.parametrize(
    "file",
    [
        b"\xef\xbb\xbfUser-agent: *\nDisallow: /private",
        b"user-AGENT:*\rdisallow:/private",
        b"User-agent: *\r\nDisallow: /private\r\n",
        b"User-agent *\nDisallow /private",
        b"  useragent :\t*  # all\n\tDisalow\t:\t/private # closed",
        b"\x00\xff\xfe\nUser-agent: *\n\xc3\x28\nDisallow: /private\n\x00",
    ],
)
def test_spellings_of_the_wild_are_read(file: bytes) -> None:
    rules = RobotsRules.parse(file, "marchwarden")
    assert not rules.allows(PAGE)
    assert rules.allows("http://news.example.com/open")


@pytest.mark.parametrize(
    "file", [b"", b"<!doctype html><title>404</title><p>User-agent: *", b"\x89PNG\r\n\x1a\n" * 99]
)
def test_what_is_no_robots_txt_allows_everything(file: bytes) -> None:
    assert RobotsRules.parse(file, "marchwarden").allows(PAGE)


@settings(max_examples=200)
@given(body=st.binary(max_size=400), url=st.text(max_size=80))
def test_no_bytes_and_no_url_break_the_reading(body: bytes, url: str) -> None:
    RobotsRules.parse(b"User-agent: *\n" + body, "marchwarden").allows(url)


def test_a_long_file_is_read_to_a_line_s_end_within_500_kib() -> None:
    rule = b"Disallow: /%06d\n"
    body = b"User-agent: *\n" + b"".join(rule % number for number in range(40_000))
    kept = within_bounds(body)
    assert MOST_BYTES - 20 < len(kept) <= MOST_BYTES
    assert kept.endswith(b"\n")
    assert body.startswith(kept)
    rules = RobotsRules.parse(body, "marchwarden")
    assert not rules.allows("http://x/028000")
    assert rules.allows("http://x/039999")


def test_a_name_that_is_repeated_does_not_repeat_its_rules() -> None:
    body = b"User-agent: *\n" * 10_000 + b"Disallow: /private\n" * 10_000
    lines = lines_for(body, "marchwarden")
    assert len(lines) == 10_000
    assert not RobotsRules.parse(body, "marchwarden").allows(PAGE)


@pytest.mark.parametrize(
    ("value", "delay"),
    [("2", 2.0), ("0.5", 0.5), ("-1", None), ("soon", None), ("nan", None), ("inf", None)],
)
def test_a_crawl_delay_is_a_number_of_seconds(value: str, delay: float | None) -> None:
    body = f"User-agent: *\nCrawl-delay: {value}\nDisallow: /a\n".encode()
    assert RobotsRules.parse(body, "marchwarden").crawl_delay == delay


def test_a_delay_for_another_agent_is_not_ours_though_its_group_goes_on() -> None:
    body = b"User-agent: slow\nCrawl-delay: 120\n\nUser-agent: *\nDisallow: /private\n"
    rules = RobotsRules.parse(body, "marchwarden")
    assert rules.crawl_delay is None
    assert not rules.allows(PAGE)
    assert RobotsRules.parse(body, "slow").crawl_delay == 120.0
