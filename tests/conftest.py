"""What all tests share."""

import pytest
from hypothesis import settings

settings.register_profile("marchwarden", deadline=None)  # a busy machine is no defect
settings.load_profile("marchwarden")


@pytest.fixture
def anyio_backend() -> str:
    """Async tests run on asyncio, as the servers do."""
    return "asyncio"
