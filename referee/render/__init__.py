"""Core values to text: the only home of tabulate."""
