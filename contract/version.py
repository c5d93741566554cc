"""The versions of the research() contract, and the names a server and a caller agree on."""

from typing import Final

CONTRACT_VERSION: Final = "v1"
"""The version this package speaks. Adding an optional field keeps it; anything else makes v2."""

TOOL_NAME: Final = "research"
META_KEY: Final = "marchwarden/contract"
"""Key in the tool's `_meta`; its value is the contract version."""

QUESTION_MAX_CHARS: Final = 8_000
EXCERPT_MAX_CHARS: Final = 500
SNIPPET_MIN_CHARS: Final = 50
SNIPPET_MAX_CHARS: Final = 200
CUT_MARK: Final = " [...]"
"""Stands at the end of an excerpt that was cut; not counted in the citation's offsets."""

NON_TEXT_EXCERPT: Final = "[non-text source]"
RESULT_MAX_BYTES: Final = 512 * 1024
