"""Scoresheets made for the printer, one HTML page each: the only home of Jinja2."""
