"""Fetching one address: guarded, bounded, polite, and kept."""
