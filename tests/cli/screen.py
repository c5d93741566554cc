"""What a terminal shows after some output: as much of one as the live lines use."""

import re
from typing import Final

_STEP: Final = re.compile(r"\x1b\[(\d*)([AJK])|(\r)|(\n)|([^\x1b\r\n]+)")


def drawn_on(output: str) -> list[str]:
    """The screen's lines: cursor up (A), erase below (J), erase to the right (K), text."""
    screen, row, column = [""], 0, 0
    for number, code, returned, broken, text in _STEP.findall(output):
        if code == "A":
            row = max(0, row - int(number or 1))
        elif code == "K":
            screen[row] = screen[row][:column]
        elif code == "J":
            screen = [*screen[:row], screen[row][:column]]
        elif returned:
            column = 0
        elif broken:
            row, column = row + 1, 0
            screen += [""] * (row + 1 - len(screen))
        elif text:
            line = screen[row].ljust(column)
            screen[row] = line[:column] + text + line[column + len(text) :]
            column += len(text)
    return screen
