"""A game at play: its course, the session that keeps it, and the loop that feeds it."""
