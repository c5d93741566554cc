"""Three invented sites about one lighthouse, and the questions that they answer."""

from dataclasses import dataclass

from researchers.web.testing import SimulatedWeb, Site

FIRST_LIT = "When was the lamp of Skerry Point lit for the first time?"
UNKNOWN = "Which violin concerto did Maren Oldby compose in Vienna?"


@dataclass(frozen=True, slots=True)
class Skerry:
    """The sites, with the addresses of their pages."""

    history: Site
    museum: Site
    news: Site
    first_light: str
    lamp: str
    visit: str
    winter: str

    @property
    def pages(self) -> tuple[str, ...]:
        """All pages, the best for FIRST_LIT first."""
        return self.first_light, self.lamp, self.visit, self.winter


def skerry(web: SimulatedWeb) -> Skerry:
    """Put the sites on the web."""
    history, museum, news = (
        web.site(host) for host in ("history.example", "museum.example", "news.example")
    )
    return Skerry(
        history,
        museum,
        news,
        first_light=history.article(
            "/first-light",
            "The first light at Skerry Point",
            "The lamp of Skerry Point was lit for the first time on 1 October 1874, by the keeper "
            "Maren Oldby, who stayed for twenty-six years.",
            "The tower is 38 metres high and was built of granite that came by barge from a quarry "
            "across the bay.",
        ),
        lamp=museum.article(
            "/lamp",
            "The lamp of Skerry Point",
            "The lens of the lamp at Skerry Point has 312 prisms and weighs 1.4 tonnes.",
            "Until 1926 the lamp burned paraffin, and since then it has been electric. Its light "
            "is seen from 19 nautical miles away in clear weather.",
        ),
        visit=museum.article(
            "/visit",
            "Visit the museum",
            "From April to September the doors stand open every day, from 9:30 until 18:00.",
            "A ticket costs 7 crowns, and 3 crowns for children and students.",
        ),
        winter=news.article(
            "/winter",
            "The museum this winter",
            "On 6 December the lamp will be lit by hand, as it was before the motor came, and "
            "there will be soup in the yard.",
            "The museum's shop has a new print of the tower, drawn from a boat in a flat calm.",
        ),
    )
