"""A site that programs outside can fetch."""

import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from researchers.web.testing import LocalSite, example_site


def test_a_folder_is_served_with_an_index_and_a_sitemap(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("home", "utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "page.html").write_text("page", "utf-8")
    (tmp_path / "notes.txt").write_text("notes", "utf-8")
    with LocalSite(tmp_path) as local, httpx2.Client(trust_env=False) as http:
        got = {path: http.get(local.site.url(path)) for path in ("/", "/deep/page.html")}
        text = http.get(local.site.url("/notes.txt"))
        sitemap = http.get(local.site.url("/sitemap.xml")).text
        assert f"<loc>{local.url}deep/page.html</loc>" in sitemap
        assert local.url == f"http://{local.host_port}/"
    assert [one.text for one in got.values()] == ["home", "page"]
    assert text.headers["content-type"] == "text/plain"


def test_another_process_is_heard_while_it_asks_and_when_it_goes() -> None:
    with LocalSite() as local:
        url = local.site.drip("/slow", seconds_per_byte=30)
        script = f"import urllib.request; urllib.request.urlopen({url!r}).read()"
        with subprocess.Popen([sys.executable, "-c", script]) as asking:
            asked = local.until_asked("/slow", 20)
            asking.kill()
            left = local.until_left("/slow")
    assert (asked.number, left.number) == (0, 0)


def test_a_large_page_comes_whole_to_a_client_that_wants_the_connection_closed() -> None:
    body = b"words " * 1_000_000
    with LocalSite({"/large.txt": body}) as local, httpx2.Client(trust_env=False) as http:
        got = http.get(local.site.url("/large.txt"), headers={"Connection": "close"})
    assert got.content == body


def test_waiting_for_what_nobody_asks_ends() -> None:
    with LocalSite() as local, pytest.raises(TimeoutError):
        local.until_asked("/never", 0.05)


def test_the_example_site_has_pages_that_differ_about_the_winter() -> None:
    with example_site() as local, httpx2.Client(trust_env=False) as http:
        pages = {path: http.get(local.site.url(path)).text for path in ("visit.html", "news.html")}
        home = http.get(local.url)
    assert home.status_code == 200
    assert "in winter the lighthouse museum at skerry point opens at 11:00" in (
        pages["visit.html"].lower()
    )
    assert "in winter the lighthouse museum at skerry point opens at 12:00" in (
        pages["news.html"].lower()
    )
