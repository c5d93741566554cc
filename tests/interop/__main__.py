"""`python -m tests.interop`: run all checks and print a table; says why and ends well when the
npm packages can't be had."""

import sys
import tempfile
import time
from pathlib import Path

from tests.interop.checks import checks
from tests.interop.npm_tools import PackagesMissing, installed_tools


def main() -> int:
    """0 when all hold or nothing could be tried, 1 when a tool found a fault."""
    try:
        tools = installed_tools()
    except PackagesMissing as reason:
        sys.stdout.write(f"interop skipped: {reason}\n")
        return 0
    failed = 0
    with tempfile.TemporaryDirectory(prefix="marchwarden-interop-") as folder:
        for check in checks(tools, Path(folder)):
            began = time.monotonic()
            try:
                check.run()
                verdict, detail = "ok", ""
            except AssertionError as error:
                failed += 1
                verdict, detail = "FAILED", f"\n{error}"
            spent = time.monotonic() - began
            sys.stdout.write(f"{verdict:<7} {spent:5.1f} s  {check.name}{detail}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{failed} failed\n" if failed else "all held\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
