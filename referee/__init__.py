"""A referee for tabletop games."""
