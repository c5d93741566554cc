"""The researcher of the web: searches, fetches safely, and cites what was really read."""
