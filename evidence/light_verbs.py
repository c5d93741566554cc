"""The verbs that go with any subject: who shares only `goes` with a question shares nothing."""

from typing import Final

from evidence.analyze import Analyzer
from evidence.plan import QueryPlan

_LIGHT_VERBS: Final = (
    "go goes going gone come comes take takes taken make makes made get gets give gives put puts"
    " keep keeps use uses used need needs want wants let happen happens"
)


def telling_terms(plan: QueryPlan, analyzer: Analyzer) -> frozenset[str]:
    """The question's terms without such verbs; all of them when it has no others."""
    asked = frozenset(plan.terms)
    return asked.difference(analyzer.terms(_LIGHT_VERBS)) or asked
