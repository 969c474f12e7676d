"""What is wrong with a file: where, by which code, and what helps."""
