"""The kinds of answer that a step may ask for: each reads wide and offers narrow."""
