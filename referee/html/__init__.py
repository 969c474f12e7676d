"""Scoresheets made for the printer: one HTML page that needs nothing else.

This is the only home of Jinja2. What a page shows is drawn up in plain values first; the
templates only lay it out.
"""

from referee.html.page import show_html

__all__ = ["show_html"]
