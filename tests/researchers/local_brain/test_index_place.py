"""Where the index lies, and what is said when it can't be used."""

from researchers.local_brain.index_place import why_unusable


def test_a_full_disk_is_called_that_whatever_the_engine_says() -> None:
    error = OSError("cannot rollback - no transaction is active")
    assert why_unusable(error, 4096) == "the disk is full; free some space and try again"
    assert "doctor" in why_unusable(OSError("disk I/O error"), 10_000_000_000)
