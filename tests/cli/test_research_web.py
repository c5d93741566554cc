"""`marchwarden research web`: over a real site on loopback, and what is said when it can't be."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from researchers.web.testing import EXAMPLE_QUESTION, LocalSite, example_site
from tests.cli.process import Finished, run_command


@pytest.fixture(name="site", scope="module")
def _site() -> Iterator[LocalSite]:
    with example_site() as site:
        yield site


def ask(home: Path, *flags: str, **environ: str) -> Finished:
    return run_command("research", "web", EXAMPLE_QUESTION, *flags, home=home, environ=environ)


def test_a_named_site_gives_a_cited_answer_with_stored_pages(
    tmp_path: Path, site: LocalSite
) -> None:
    flags = ("--url", f"{site.url}sitemap.xml", "--allow-host", site.host_port)
    done = ask(tmp_path, *flags)
    assert done.code == 0, done.err
    assert "opens at 11:00" in done.out
    assert f"{site.url}visit.html" in done.out
    assert "Sources that disagree" in done.out
    assert done.err == ""
    checked = run_command("trace", "verify", "last", "--read-data", home=tmp_path)
    assert checked.code == 0, checked.out


def test_json_is_one_document_and_the_allowance_stands_in_the_trace(
    tmp_path: Path, site: LocalSite
) -> None:
    page = f"{site.url}visit.html"
    done = ask(tmp_path, "--url", page, "--allow-host", site.host_port, "--json")
    result = json.loads(done.out)
    assert {one["locator"] for one in result["citations"]} == {page}
    shown = run_command("trace", "show", "last", home=tmp_path)
    assert f"allowance {site.host_port}" in " ".join(shown.out.split())


def test_a_private_site_is_not_read_without_leave(tmp_path: Path, site: LocalSite) -> None:
    before = len(site.requests)
    done = ask(tmp_path, "--url", site.url)
    assert done.code == 6
    assert done.out.startswith("The page that was tried could not be read.")
    assert "--allow-host" in done.out
    assert len(site.requests) == before


def test_leave_for_one_port_is_no_leave_for_another(tmp_path: Path, site: LocalSite) -> None:
    with LocalSite({"/": "<p>Secret</p>"}) as other:
        site.site.redirect("/away", other.url)
        done = ask(tmp_path, "--url", f"{site.url}away", "--allow-host", site.host_port)
        assert done.code == 6
        assert other.requests == ()


def test_without_an_engine_it_says_which_setting_is_missing(tmp_path: Path) -> None:
    done = ask(tmp_path)
    assert done.code == 6
    first = " ".join(done.out.split("\n\n")[0].split())
    assert first.startswith("Nothing was searched. No search engine is set up:")
    for way_out in ("searxng_url", "TAVILY_API_KEY", "BRAVE_API_KEY", "--url"):
        assert way_out in first


def test_a_dead_engine_is_named_in_one_sentence(tmp_path: Path) -> None:
    done = ask(tmp_path, MARCHWARDEN_SEARXNG_URL="http://127.0.0.1:9")
    assert done.code == 6
    assert "SearXNG" in done.out.split("\n\n")[0]


@pytest.mark.parametrize(
    ("flags", "environ", "said"),
    [
        (["--egress", "none"], {}, "egress is none"),
        ([], {"MARCHWARDEN_EGRESS": "none"}, "egress is none"),
        (["--notes", "."], {}, "--notes is for local-brain"),
        (["--allow-host", "wiki.lan"], {}, "is not HOST:PORT"),
        ([], {"MARCHWARDEN_SEARXNG_URL": "wiki.lan"}, "must be an address"),
        ([], {"MARCHWARDEN_SEARCH_PROVIDERS": "altavista"}, "searxng, tavily, brave"),
        ([], {"MARCHWARDEN_CONTACT": "two words"}, "without spaces"),
    ],
)
def test_what_may_not_be_is_refused_in_one_sentence(
    tmp_path: Path, flags: list[str], environ: dict[str, str], said: str
) -> None:
    done = ask(tmp_path, *flags, **environ)
    assert done.code in (2, 6)
    assert said in done.err
    assert len(done.err.strip().splitlines()) == 1
    assert done.out == ""


def test_flags_of_the_web_are_not_for_notes(tmp_path: Path) -> None:
    done = run_command(
        "research", "local-brain", "Who?", "--url", "https://example.org", home=tmp_path
    )
    assert done.code == 2
    assert "--url is for web" in done.err


def test_a_project_can_not_open_the_web(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "marchwarden.toml").write_text('allow_hosts = ["127.0.0.1:80"]\n')
    done = run_command("research", "web", "Who?", home=tmp_path, cwd=project)
    assert done.code == 2
    assert "sets allow_hosts, which a project's file may not" in done.err


def test_nothing_of_the_run_is_kept_when_asked_so(tmp_path: Path, site: LocalSite) -> None:
    flags = ("--url", f"{site.url}visit.html", "--allow-host", site.host_port, "--no-trace")
    done = ask(tmp_path, *flags)
    assert done.code == 0
    kept = [path for path in (tmp_path / ".marchwarden").rglob("*") if path.is_file()]
    assert kept == []


def test_the_web_researcher_keeps_the_contract(tmp_path: Path) -> None:
    done = run_command("conform", "web", home=tmp_path, seconds=120)
    assert done.code == 0, done.out


def test_its_own_program_stays_off_where_nothing_may_leave(tmp_path: Path) -> None:
    home = tmp_path / ".marchwarden"
    home.mkdir()
    (home / "config.toml").write_text('egress = "none"\n')
    done = run_command("serve", "web", home=tmp_path)
    assert done.code == 2
    assert "egress is none" in done.err
    assert len(done.err.strip().splitlines()) == 1
