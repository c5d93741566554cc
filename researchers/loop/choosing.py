"""Which leads are opened: the first that there is budget for, and not all of one site. Charges the
budget."""

from collections.abc import Sequence
from typing import Final

from evidence.documents import Hit
from researchers.loop.state import RunState

_SITE_SHARE: Final = 0.4
_SITE_SHARE_ALONE: Final = 0.6
"""Of the documents of a pass, one site may have two fifths, and three where no other has any."""


def may_choose(state: RunState, hit: Hit) -> bool:
    """Whether a further pass could open a lead: it is new, its site has not had its share, and of
    the sources that may be cited one is left for what the user named."""
    if hit.key in state.tried:
        return False
    limits = state.budget.limits
    if hit.named:
        return state.budget.documents < limits.max_sources
    most = max(1, round(_SITE_SHARE_ALONE * limits.documents_per_pass))
    return hit.site is None or state.per_site[hit.site] < most


def choose(state: RunState, hits: Sequence[Hit]) -> list[Hit]:
    """New leads, best first. A site that has its share waits until all others have been asked;
    what the user named has no share to keep."""
    wanted: dict[str, Hit] = {}
    new = [hit for hit in hits if hit.key not in state.tried]
    places = state.budget.limits.documents_per_pass
    for share in (_SITE_SHARE, _SITE_SHARE_ALONE):
        most = max(1, round(share * places))
        for hit in new:
            site = None if hit.named else hit.site
            if hit.key in wanted or (site and state.per_site[site] >= most):
                continue
            if not state.budget.charge_document(named=hit.named):
                break
            wanted[hit.key] = hit
            if site:
                state.per_site[site] += 1
    state.tried.update(wanted)
    return list(wanted.values())
