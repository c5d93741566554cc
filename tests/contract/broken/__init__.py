"""A good researcher, and researchers that are wrong in one way each.

`python -m tests.contract.broken NAME` serves one of them over stdio, with `--http` over HTTP.
"""
