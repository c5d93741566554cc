"""Researchers whose citations can't be trusted."""

from contract import ResearchRequest
from tests.contract.broken.good import GoodResearcher, Note, Result
from traces.digest import content_name
from traces.sink import TraceSink


class ChangesWhatItStored(GoodResearcher):
    """Its notes are altered on disk after the read, so their bytes have another hash."""

    caught_by = "content-stored"

    def keep(self, result: Result, trace: TraceSink) -> None:
        super().keep(result, trace)
        for citation in result["citations"]:
            digest = citation["content_hash"].removeprefix("sha256:")
            path = self.home.cas / "sha256" / digest[:2] / digest[2:]
            path.chmod(0o600)
            path.write_bytes(path.read_bytes() + b"\n")

    def read(self, note: Note, trace: TraceSink) -> None:
        digest = content_name(note.text.encode()).removeprefix("sha256:")
        (self.home.cas / "sha256" / digest[:2] / digest[2:]).unlink(missing_ok=True)
        super().read(note, trace)


class Paraphrases(GoodResearcher):
    caught_by = "excerpt-verbatim"

    def cite(self, note: Note) -> Result:
        citation = super().cite(note)
        return {**citation, "raw_excerpt": citation["raw_excerpt"].replace("Rye", "The rye")}


class CountsFromOne(GoodResearcher):
    caught_by = "excerpt-verbatim"

    def cite(self, note: Note) -> Result:
        citation = super().cite(note)
        start, end = citation["char_start"] + 1, citation["char_end"] + 1
        return {**citation, "char_start": start, "char_end": end}


class QuotesWholePages(GoodResearcher):
    caught_by = "excerpt-length"

    def cite(self, note: Note) -> Result:
        whole = {"raw_excerpt": note.text, "char_start": 0, "char_end": len(note.text)}
        return {**super().cite(note), **whole}


class PointsPastItsCitations(GoodResearcher):
    caught_by = "markers-resolved"

    def compose(self, request: ResearchRequest, notes: tuple[Note, ...], run: str) -> Result:
        result = super().compose(request, notes, run)
        return {**result, "answer": result["answer"].replace("[1]", "[1][7]")}


class CitesWhatItDoesNotUse(GoodResearcher):
    caught_by = "citations-used"

    def compose(self, request: ResearchRequest, notes: tuple[Note, ...], run: str) -> Result:
        result = super().compose(request, notes, run)
        return {**result, "answer": result["answer"].replace("[2]", "[1]")}


class ClaimsWithoutCitation(GoodResearcher):
    caught_by = "sentences-marked"

    def compose(self, request: ResearchRequest, notes: tuple[Note, ...], run: str) -> Result:
        result = super().compose(request, notes, run)
        opinion = "" if not notes else "Rye is the finest corn of all. "
        return {**result, "answer": opinion + result["answer"]}


class LocatesByBarePath(GoodResearcher):
    caught_by = "locators"

    def cite(self, note: Note) -> Result:
        return {**super().cite(note), "locator": f"/home/farmer/{note.path}"}


class ClimbsOutOfTheRoot(GoodResearcher):
    caught_by = "locators"

    def cite(self, note: Note) -> Result:
        return {**super().cite(note), "locator": f"note://field/../../{note.path}"}


class SnipsTooShort(GoodResearcher):
    caught_by = "snippets"

    def cite(self, note: Note) -> Result:
        return {**super().cite(note), "snippet": "On rye."}
