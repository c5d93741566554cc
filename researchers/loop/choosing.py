"""Which leads are opened: the first that there is budget for, and not all of one site. Charges the
budget."""

from collections.abc import Sequence
from typing import Final

from evidence.documents import Hit
from researchers.loop.state import RunState

_SITE_SHARE: Final = 0.4
_SITE_SHARE_ALONE: Final = 0.6
"""Of the documents of a pass, one site may have two fifths, and three where no other has any."""


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
