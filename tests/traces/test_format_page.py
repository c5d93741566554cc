"""docs/trace-format.md says of every action's data what the writer takes."""

from pathlib import Path

from traces.fields import Field, Kind, Shape
from traces.shapes import ROW, SHAPES, TASK
from traces.sink import Action

PAGE = Path(__file__).resolve().parents[2] / "docs" / "trace-format.md"
ENDINGS = {
    Kind.COUNT: "#",
    Kind.FLAG: "?",
    Kind.REFERENCE: "@",
    Kind.DIGEST: "=",
    Kind.RUN: "~",
    Kind.PLAIN: "*",
}


def field_words(name: str, field: Field) -> str:
    ending = "" if field.rows else ENDINGS.get(field.kind, "")
    words = f"`{name}{'[]' if field.many else ''}{ending}`"
    words += " of tasks" if field.rows is TASK else " of rows" if field.rows else ""
    return f"**{words}**" if field.required else words


def shape_words(shape: Shape) -> str:
    return ", ".join(field_words(name, field) for name, field in shape.items())


def rows() -> list[str]:
    table = [f"| `{action.value}` | {shape_words(SHAPES[action])} |" for action in Action]
    return [*table, f"| a row | {shape_words(ROW)} |", f"| a task | {shape_words(TASK)} |"]


def test_the_page_has_the_row_of_every_action() -> None:
    page = PAGE.read_text().splitlines()
    assert [row for row in rows() if row not in page] == []
    assert sum(line.startswith("| `") for line in page[page.index("| action | data |") :]) == len(
        Action
    )
