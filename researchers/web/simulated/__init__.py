"""A web on loopback sockets, for tests of whatever fetches; `researchers.web.testing` offers it.

    names.py  ->  network.py  ->  server.py  ->  site.py  ->  replies, misbehaviour, bombs
    address       who listens     HTTP/1.1       paths        what comes back

Host names resolve to addresses that look public, so a guard in front of it does all of its work;
what it then dials ends at a listener on 127.0.0.1. Nothing leaves the machine.
"""
