"""The bounded state machine that every researcher runs over its Source.

    plan -> search -> open -> judge -+-> enough -> synthesize -> verify -> report
            ^                        +-> weak, budget left -> one focused retry | one expansion
            +--------------------------------------------------+

`researcher` opens and seals the trace and owns the deadline; `state` is what a run knows; `budget`
charges before work is done; `gather` searches, opens and judges; `conclude` answers and verifies;
`report` makes the result. No model chooses an action: the judge's verdict and the budget do.
"""

from researchers.loop.researcher import Researcher

__all__ = ["Researcher"]
