"""The kinds of file that people write: which kind one is, and what it says."""
