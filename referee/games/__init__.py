"""The rooms of our own games."""
