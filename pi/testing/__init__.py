"""Researchers that misbehave, for tests of whoever calls them: `python -m pi.testing.misbehaving`.

They are programs of their own, without an SDK, so that they start in a tenth of a second and can
break the protocol at every level.
"""
