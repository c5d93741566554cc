"""What all tests share."""

import pytest


@pytest.fixture
def anyio_backend() -> str:
    """Async tests run on asyncio, as the servers do."""
    return "asyncio"
