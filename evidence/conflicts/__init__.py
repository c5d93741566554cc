"""Conflicts between raw excerpts: two sources that say different things of the same subject.

Two ways to meet one. What the question asks for (a date, a number, a name in a role, a place, one
of a class such as a sport) is looked for in every quote, and two sources whose answers cannot both
be true conflict. And two sentences that say nearly the same, with another value in one place,
conflict whatever was asked. Nothing here reads a file or asks a model.
"""

from evidence.conflicts.find import find_conflicts
from evidence.conflicts.quoted import Conflict, Quoted
from evidence.conflicts.sides import disagreement_of

__all__ = ["Conflict", "Quoted", "disagreement_of", "find_conflicts"]
