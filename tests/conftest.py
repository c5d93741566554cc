"""What all tests share."""

import signal

import pytest
from hypothesis import settings

settings.register_profile("marchwarden", deadline=None)  # a busy machine is no defect
settings.load_profile("marchwarden")


@pytest.fixture
def anyio_backend() -> str:
    """Async tests run on asyncio, as the servers do."""
    return "asyncio"


def pytest_configure() -> None:
    """A shell that runs something in the background lets it ignore Ctrl-C, and every child of it
    too; the programs under test are to hear it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
