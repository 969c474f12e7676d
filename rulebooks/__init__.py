"""What the printed rules say, in our words: numbers and texts, no logic.

One YAML file per game, named after it with ``_`` for ``-``. README.md beside this file
explains the form field by field.
"""
