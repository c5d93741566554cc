"""From what several researchers reported to one body of evidence. Pure: no I/O, no clock, and the
same outcome in whatever order the reports arrived."""
