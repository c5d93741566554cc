"""The commands about where notes are and what is indexed."""
