"""One fetch from its first step to its answer: the steps, the time that is left, what it met."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import anyio

from researchers.web.fetching.answers import (
    NOT_MODIFIED,
    REDIRECTS,
    header_map,
    locations,
    problem_of,
    retry_after,
    words_for,
)
from researchers.web.fetching.hops import Refused, Rules, Step, first_step, next_step
from researchers.web.fetching.mishaps import MISHAPS, describe
from researchers.web.fetching.model import (
    Fetched,
    FetchFailure,
    FetchLimits,
    FetchProblem,
    Hop,
    MayFollow,
)
from researchers.web.fetching.receiving import Body, receive, skip_rest
from researchers.web.fetching.transport import Answer, Transport
from traces.clock import Clock, timestamp


@dataclass(frozen=True, slots=True)
class Ways:
    """What every fetch of one fetcher has in common."""

    transport: Transport
    rules: Rules
    limits: FetchLimits
    clock: Clock
    headers: Mapping[str, str]


@dataclass(slots=True)
class Journey:
    """The state of one fetch."""

    ways: Ways
    url: str
    conditions: Mapping[str, str]
    may_follow: MayFollow | None = None
    hops: list[Hop] = field(default_factory=list)
    spent: float = 0.0
    allowance: str | None = None
    answered: bool = False

    async def run(self) -> Fetched | FetchFailure:
        """Take steps until one of them is the last."""
        try:
            step = first_step(self.url, self.ways.rules)
        except Refused as refused:
            return self._failure(refused.problem, refused.reason, None)
        while True:
            outcome = await self._timed(step)
            if not isinstance(outcome, Step):
                return outcome
            refusal = await self._asked(outcome)
            if refusal is not None:
                return refusal
            step = outcome

    async def _asked(self, step: Step) -> FetchFailure | None:
        if self.may_follow is None:
            return None
        failure = await self.may_follow(step.address.url)
        return failure and replace(failure, url=self.url, hops=tuple(self.hops))

    async def _timed(self, step: Step) -> Step | Fetched | FetchFailure:
        begun = anyio.current_time()
        self.answered = False
        with anyio.move_on_after(self.ways.limits.seconds - self.spent):
            try:
                return await self._take(step)
            except MISHAPS as error:
                problem, words = describe(error, answered=self.answered)
                return self._failure(problem, words, step)
            finally:
                self.spent += anyio.current_time() - begun
        words = f"took longer than {self.ways.limits.seconds:g} s"
        return self._failure(FetchProblem.TIMEOUT, words, step)

    async def _take(self, step: Step) -> Step | Fetched | FetchFailure:
        if step.allowance is not None:
            self.allowance = str(step.allowance)
        conditions = self.conditions if not self.hops else {}
        headers = {**self.ways.headers, **conditions}
        async with self.ways.transport.exchange(step, headers) as answer:
            self.answered = True
            if answer.status in REDIRECTS:
                return await self._redirected(step, answer)
            problem = problem_of(answer.status, bool(conditions))
            if problem is not None:
                await skip_rest(answer)
                return self._refused(problem, step, answer)
            return self._fetched(step, answer, await self._body(answer))

    async def _body(self, answer: Answer) -> Body:
        if answer.status == NOT_MODIFIED:
            await skip_rest(answer)
            return Body(b"", None, 0)
        return await receive(answer, self.ways.limits)

    async def _redirected(self, step: Step, answer: Answer) -> Step | FetchFailure:
        self.hops.append(Hop(step.address.url, answer.status, answer.head))
        match locations(answer.headers):
            case (location,):
                pass
            case ():
                words = f"{words_for(answer.status)} without saying where"
                return self._failure(FetchProblem.MALFORMED, words, step, answer.status)
            case _:
                words = "redirects to several addresses at once"
                return self._failure(FetchProblem.MALFORMED, words, step, answer.status)
        try:
            following = next_step(step, location, self.ways.rules)
        except Refused as refused:
            words = f"redirects to an address that {refused.reason}"
            return self._failure(refused.problem, words, step, answer.status)
        if len(self.hops) > self.ways.limits.redirects or self._was_at(following):
            words = f"redirects more than {self.ways.limits.redirects} times or in a circle"
            return self._failure(FetchProblem.TOO_MANY_REDIRECTS, words, step, answer.status)
        await skip_rest(answer)
        return following

    def _was_at(self, step: Step) -> bool:
        """Nothing changes between two visits, because no cookies are kept."""
        return any(step.address.url == hop.url for hop in self.hops)

    def _fetched(self, step: Step, answer: Answer, body: Body) -> Fetched:
        return Fetched(
            url=self.url,
            final_url=step.address.url,
            status=answer.status,
            head=answer.head,
            headers=header_map(answer.headers),
            body=body.wire,
            hops=tuple(self.hops),
            content_coding=body.coding,
            decoded_length=body.decoded_length,
            fetched_at=timestamp(self.ways.clock.now()),
            allowance=self.allowance,
        )

    def _refused(self, problem: FetchProblem, step: Step, answer: Answer) -> FetchFailure:
        value = header_map(answer.headers).get("retry-after")
        wait = retry_after(value, self.ways.clock.now())
        busy = wait is not None and problem is FetchProblem.RATE_LIMITED
        later = f"; it wants to be asked again in {_span(wait or 0.0)}" if busy else ""
        words = f"{words_for(answer.status)}{later}"
        failure = self._failure(problem, words, step, answer.status)
        return replace(failure, retry_after=wait)

    def _failure(
        self, problem: FetchProblem, words: str, step: Step | None, status: int | None = None
    ) -> FetchFailure:
        final = step.address.url if step is not None else None
        return FetchFailure(
            url=self.url,
            problem=problem,
            detail=f"{_shown(final or self.url)} {words}.",
            final_url=final,
            status=status,
            hops=tuple(self.hops),
            allowance=self.allowance,
        )


def _span(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def _shown(url: str) -> str:
    return ascii(url)[1:-1] if len(url) <= 300 else f"{ascii(url[:300])[1:-1]}…"
