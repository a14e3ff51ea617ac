"""Tables in, HTML out. Knows only what the analysis returns, and the manifest of the run as plain data."""

from reports.history import history
from reports.page import Content, answered, page

__all__ = ["Content", "answered", "history", "page"]
