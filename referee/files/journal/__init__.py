"""The file that keeps a session, line by line."""
