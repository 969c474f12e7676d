"""Disputes that people put: the file, its facts, and the casebook of those decided."""
