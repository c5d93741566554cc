"""An answer's blocks: what is prose, a list, a heading, code, and where the markers stand."""

from cli.outputs.blocks import Block, BlockKind, blocks_of


def _told(block: Block) -> tuple[str, list[tuple[str, tuple[int, ...]]]]:
    return block.kind.value, [(one.text, one.markers) for one in block.sentences]


def test_prose_list_heading_and_code_are_told_apart() -> None:
    prose = "Rye is sown. [1] It grows.\n\n- One. [2]\n- Two\n  lines. [3]"
    answer = f"{prose}\n\n## Part\n```\n- x [1]\n```\n[4]"
    assert list(map(_told, blocks_of(answer))) == [
        ("paragraph", [("Rye is sown.", (1,)), ("It grows.", ())]),
        ("list_line", [("One.", (2,))]),
        ("list_line", [("Two\n  lines.", (3,))]),
        ("heading", [("Part", ())]),
        ("code", [("- x [1]", ())]),
        ("paragraph", [("", (4,))]),
    ]


def test_code_that_is_never_closed_ends_with_the_answer() -> None:
    (code,) = blocks_of("~~~\na\n```\nb")
    assert code.kind is BlockKind.CODE
    assert code.sentences[0].text == "a\n```\nb"


def test_an_empty_answer_has_no_blocks() -> None:
    assert blocks_of(" \n\n ") == ()
