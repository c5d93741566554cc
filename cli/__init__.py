"""The door for a terminal."""
