"""HTML pages made for the printer: the only package that imports Jinja2."""
