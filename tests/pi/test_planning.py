"""What is asked first, and of whom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.analyze import default_analyzer
from pi.model import InvestigationPlan, Member, QuestionKind, Reach, Taint
from pi.network import Command, Researcher
from pi.planning import UnknownResearcher, plan_investigation

COMPARED = "Is rye bread older than flat bread?"


def member(name: str, reach: Reach = Reach.LOCAL, *covers: str) -> Member:
    return Member(Researcher(name, Command(("true",))), reach, covers)


NOTES = member("local-brain")
WEB = member("web", Reach.SEARCH)
ORACLE = member("oracle", Reach.HOSTED)


def plan(
    *members: Member,
    question: str = COMPARED,
    wanted: tuple[str, ...] | None = None,
    may_leave: Reach = Reach.SEARCH,
) -> InvestigationPlan:
    return plan_investigation(
        question, members, default_analyzer(), wanted=wanted, may_leave=may_leave
    )


def asked(made: InvestigationPlan) -> list[tuple[str, str]]:
    return [(task.researcher, task.question) for task in made.tasks]


def test_everybody_gets_the_question_first_and_then_its_parts() -> None:
    made = plan(NOTES, WEB)
    assert made.kind is QuestionKind.COMPARISON
    assert asked(made) == [
        ("local-brain", COMPARED),
        ("web", COMPARED),
        ("local-brain", "How old is rye bread?"),
        ("web", "How old is rye bread?"),
        ("local-brain", "How old is flat bread?"),
        ("web", "How old is flat bread?"),
    ]
    assert [part.number for part in made.sub_questions] == [0, 1, 2]
    assert all(task.taint is Taint.QUESTION and task.round == 1 for task in made.tasks)


def test_parts_go_to_those_who_know_about_them() -> None:
    rye, flat = member("rye-notes", Reach.LOCAL, "rye"), member("flat-notes", Reach.LOCAL, "flat")
    made = plan(rye, flat, NOTES)
    assert [name for name, question in asked(made) if "rye bread?" in question] == [
        "rye-notes",
        "local-brain",
    ]
    assert [name for name, question in asked(made) if question == COMPARED] == [
        "rye-notes",
        "flat-notes",
        "local-brain",
    ]


def test_a_part_that_nobody_knows_about_goes_to_all() -> None:
    made = plan(member("tax", Reach.LOCAL, "taxes"), member("law", Reach.LOCAL, "law"))
    assert len(made.tasks) == 6


@pytest.mark.parametrize(
    ("may_leave", "names"),
    [
        (Reach.LOCAL, {"local-brain"}),
        (Reach.SEARCH, {"local-brain", "web"}),
        (Reach.HOSTED, {"local-brain", "web", "oracle"}),
    ],
)
def test_nobody_is_asked_who_goes_farther_than_the_user_allows(
    may_leave: Reach, names: set[str]
) -> None:
    made = plan(NOTES, WEB, ORACLE, may_leave=may_leave)
    assert {task.researcher for task in made.tasks} == names
    assert {one.researcher for one in made.left_out} == {"local-brain", "web", "oracle"} - names
    assert all("--egress" in one.reason for one in made.left_out)


def test_only_those_who_are_named_are_asked() -> None:
    made = plan(NOTES, WEB, wanted=("web",))
    assert {task.researcher for task in made.tasks} == {"web"}
    assert [one.researcher for one in made.left_out] == ["local-brain"]


def test_a_name_that_nobody_has_is_refused_with_those_who_are_there() -> None:
    with pytest.raises(UnknownResearcher, match="No researcher is called wbe; there is web"):
        plan(WEB, wanted=("wbe",))


def test_being_named_does_not_let_a_question_out() -> None:
    made = plan(NOTES, WEB, wanted=("web",), may_leave=Reach.LOCAL)
    assert made.tasks == ()


def test_of_a_chat_nothing_but_the_question_is_passed_on() -> None:
    request = (
        "Current question: Is rye healthy?\nPrior evidence (do not cite):\n- My test was bad.\n"
    )
    assert asked(plan(WEB, question=request)) == [("web", "Is rye healthy?")]


def test_a_network_of_nobody_has_a_plan_without_tasks() -> None:
    assert plan().tasks == ()


@given(st.text(min_size=1, max_size=200), st.permutations([NOTES, WEB, ORACLE]))
def test_any_question_has_the_same_plan_every_time(question: str, members: list[Member]) -> None:
    made = plan(*members, question=question, may_leave=Reach.HOSTED)
    assert made == plan(*members, question=question, may_leave=Reach.HOSTED)
    keys = [task.key for task in made.tasks]
    assert len(set(keys)) == len(keys)
    assert len(made.tasks) == 3 * len(made.sub_questions)
