"""The kinds of file that people write: which one it is, and what it says."""
