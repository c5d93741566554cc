"""Long measurements, run by `make bench` or one by one."""
