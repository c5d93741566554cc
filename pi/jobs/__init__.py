"""Questions that are handed in now and answered later, for callers that cut long calls."""
