"""What the question asks for, found in the sources and held against each other."""

import pytest

from tests.evidence.conflicts.quotes import conflicts, kinds

BORN = "When was Ada Holm born?"
PEOPLE = "What is the population of Norby?"
SPORT = "What sport is Ada Holm associated with?"
ARTIST = 'Who is the artist of the album "Low Water"?'
WHERE = "Where is Norby High School located?"


@pytest.mark.parametrize(
    ("question", "left", "right", "kind"),
    [
        (BORN, "Ada Holm was born on 4 May 1902.", "Ada Holm (7 June 1911 \u2013 1980).", "date"),
        (BORN, "Born 1902 in Norby, Ada Holm sang.", "Holm, born in May 1903, sang.", "date"),
        ("When did Ada Holm die?", "Ada Holm (1902\u20131971).", "Holm died in 1980.", "date"),
        (
            "When was Norby Station opened?",
            "Norby Station opened on 1 May 1898.",
            "In 1904 Norby Station opened to trains.",
            "date",
        ),
        (
            PEOPLE,
            "Norby is a village. The population was 1,204 at the 2010 census.",
            "Norby has 950 inhabitants.",
            "number",
        ),
        (
            "How many libraries does Norby have?",
            "There are 12 public libraries in Norby.",
            "Norby runs 3 libraries.",
            "number",
        ),
        (SPORT, "Ada Holm is a tennis player.", "Ada Holm was a Norwegian skier.", "name"),
        (
            "Which political party is Ada Holm a member of?",
            "Ada Holm is a Republican.",
            "Holm joined the Democratic Party in 1990.",
            "name",
        ),
        (
            ARTIST,
            "Low Water is the third album by American folk duo The Herons.",
            "Low Water is an album by Mia Lund, released in 2001.",
            "name",
        ),
        (
            'Who is the director of the film "Low Water"?',
            "Low Water is a 1971 film directed by Per Dahl.",
            "Director Mia Lund made Low Water.",
            "name",
        ),
        (
            "Who is the architect of Norby Hall?",
            "Norby Hall was designed by Per Dahl.",
            "Mia Lund was the architect of Norby Hall.",
            "name",
        ),
        (
            WHERE,
            "Norby High School is located in Adel, Iowa.",
            "Norby High School is a school in Salem, Oregon.",
            "name",
        ),
    ],
)
def test_two_answers_that_cannot_both_be_right(
    question: str, left: str, right: str, kind: str
) -> None:
    assert kinds(question, left, right) == [kind]


@pytest.mark.parametrize(
    ("question", "left", "right"),
    [
        pytest.param(BORN, "Holm was born in 1902.", "Ada Holm, born 4 May 1902.", id="less exact"),
        pytest.param(
            BORN, "Ada Holm was born in 1902.", "Ada Holm sang in 1920.", id="another event"
        ),
        pytest.param(
            BORN, "Ada Holm was born in 1902.", "Tom Lind was born in 1911.", id="another person"
        ),
        pytest.param(
            BORN,
            "Ada Holm was born in 1902.",
            "Holm taught Tom Lind (1911 \u2013 1980).",
            id="another person's life",
        ),
        pytest.param(
            PEOPLE,
            "The population of Norby was 1,204 at the 2010 census.",
            "The population of Norby was 1,150 at the 2000 census.",
            id="other years",
        ),
        pytest.param(
            PEOPLE, "Norby has about 1,200 inhabitants.", "Population of Norby: 1,204.", id="rough"
        ),
        pytest.param(
            PEOPLE,
            "The population of Norby is 1,204.",
            "Norby: the population density was 48.2 people per square mile.",
            id="a density",
        ),
        pytest.param(
            SPORT, "Ada Holm plays football.", "Holm is an American football player.", id="a kind"
        ),
        pytest.param(
            SPORT,
            "Ada Holm is a tennis player.",
            "Sports: baseball, cricket, golf, rowing. Holm",
            id="a list",
        ),
        pytest.param(
            ARTIST,
            "Low Water is an album by Pyotr Tchaikovsky.",
            "Low Water is an album by P. Chaikovsky.",
            id="spelled otherwise",
        ),
        pytest.param(
            ARTIST,
            "Low Water is an album by The Herons.",
            "Low Water was released by Norby Records.",
            id="a company",
        ),
        pytest.param(
            WHERE,
            "Norby High School is located in Adel, Iowa.",
            "Norby High School is a school in Iowa.",
            id="a larger place",
        ),
        pytest.param(
            "Who is the President of Egypt?",
            "The President of Egypt was Anwar Sadat.",
            "The first President of Warsaw was Jan Andrzej Menich.",
            id="of somewhere else",
        ),
        pytest.param(
            "Where did the president appoint cabinet members from?",
            "The president of the bakers was Per Dahl in Norby.",
            "Mia Lund, president of the millers, is from Adel, Iowa.",
            id="a role that isn't asked for",
        ),
        pytest.param(
            "When did Ada Holm visit Norby?",
            "On a cold day of 1920 Ada Holm visited the bakery of Norby.",
            "Norby station was new in 1931 when Holm came for a short visit.",
            id="happens again",
        ),
        pytest.param(
            "What is sourdough?", "Sourdough is bread.", "Sourdough is a craft.", id="open question"
        ),
    ],
)
def test_no_alarm_where_both_can_be_right(question: str, left: str, right: str) -> None:
    assert kinds(question, left, right) == []


def test_what_else_differs_does_not_matter_where_the_answers_agree() -> None:
    left = "The population of Norby was 1,204 in 2010, and 21% were under 18 in the village."
    right = "The population of Norby was 1,204 in 2010, and 25% were under 18 in the village."
    assert conflicts(PEOPLE, left, right) == ()


def test_a_source_that_holds_both_values_contradicts_neither() -> None:
    both = "Ada Holm was born in 1902; others say that Holm was born in 1911."
    assert conflicts(BORN, "Ada Holm was born in 1902.", both) == ()
    assert conflicts(BORN, "Ada Holm was born in 1911.", both) == ()
