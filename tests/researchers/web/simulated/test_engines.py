"""Engines speak the wire of the ones they stand for."""

import httpx2
import pytest

from researchers.web.search.model import WebResult
from researchers.web.testing import EngineKind, Reply, SimulatedWeb

FOUND = [WebResult("http://a.example/", "A page", "of words", "2025-03-04")]


@pytest.mark.anyio
async def test_searxng_answers_in_json() -> None:
    async with SimulatedWeb() as web, httpx2.AsyncClient(trust_env=False) as http:
        engine = await web.engine(EngineKind.SEARXNG, FOUND)
        said = (await http.get(f"{engine.base_url}/search?q=old+lamps&format=json")).json()
    assert engine.queries == ["old lamps"]
    assert said["results"][0]["content"] == "of words"


@pytest.mark.anyio
async def test_brave_wants_its_token() -> None:
    async with SimulatedWeb() as web, httpx2.AsyncClient(trust_env=False) as http:
        engine = await web.engine(EngineKind.BRAVE, FOUND, key="right")
        url = f"{engine.base_url}/res/v1/web/search?q=lamps"
        wrong = await http.get(url, headers={"X-Subscription-Token": "wrong"})
        right = await http.get(url, headers={"X-Subscription-Token": "right"})
    assert (wrong.status_code, engine.queries) == (422, ["lamps"])
    assert right.json()["web"]["results"][0]["description"] == "of words"


@pytest.mark.anyio
async def test_tavily_takes_a_posted_question_and_wants_its_key() -> None:
    async with SimulatedWeb() as web, httpx2.AsyncClient(trust_env=False) as http:
        engine = await web.engine(EngineKind.TAVILY, FOUND, key="right")
        url, asked = f"{engine.base_url}/search", {"query": "lamps"}
        wrong = await http.post(url, json=asked)
        right = await http.post(url, json=asked, headers={"Authorization": "Bearer right"})
    assert (wrong.status_code, right.status_code) == (401, 200)
    assert right.json()["results"][0]["url"] == "http://a.example/"


@pytest.mark.anyio
async def test_results_can_depend_on_the_question_and_fail_on_demand() -> None:
    async with SimulatedWeb() as web, httpx2.AsyncClient(trust_env=False) as http:
        engine = await web.engine(EngineKind.SEARXNG, lambda query: FOUND if "a" in query else ())
        url = f"{engine.base_url}/search?format=json&q="
        counts = [len((await http.get(url + word)).json()["results"]) for word in ("lamp", "fog")]
        engine.fail(Reply(status=500))
        failed = await http.get(url + "lamp")
    assert counts == [1, 0]
    assert failed.status_code == 500
    assert len(engine.requests) == 3
