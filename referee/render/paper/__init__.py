"""What lies on the table in letters: the scoresheet, and the pad to write on."""
