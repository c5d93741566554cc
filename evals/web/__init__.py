"""Measurements of the researcher of the web, over a simulated web and recorded pages."""
