"""By which words a text is known that gives orders to a language model: the table to argue with.

A strong rule makes an order of its sentence by itself. Of the weak ones, which ordinary text meets
now and then, it takes two with different aspects. A suspicion is an order where another sentence
of the same text is one, and else nothing.
"""

from typing import Final

from evidence.instruction_rules.abroad import ABROAD
from evidence.instruction_rules.address import ADDRESS
from evidence.instruction_rules.claims import CLAIMS
from evidence.instruction_rules.deeds import DEEDS
from evidence.instruction_rules.output import OUTPUT
from evidence.instruction_rules.override import OVERRIDE
from evidence.instruction_rules.record import RECORD
from evidence.instruction_rules.rule import Rule
from evidence.instruction_rules.secrecy import SECRECY
from evidence.instruction_rules.suspicions import SUSPICIONS

RULES: Final[tuple[Rule, ...]] = (
    *OVERRIDE,
    *ADDRESS,
    *OUTPUT,
    *DEEDS,
    *SECRECY,
    *RECORD,
    *CLAIMS,
    *SUSPICIONS,
    *ABROAD,
)
