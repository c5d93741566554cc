"""research_pack.v1: evidence for a question, with the signals to judge it by, and no answer."""
