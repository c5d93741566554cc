"""`marchwarden trace`."""

from cli.doors import TRACE
from cli.lazy import LazyGroup

trace = LazyGroup("trace", doors=TRACE, help="Look at past answers and check them.")
