"""What a finished game scores, and what cannot be."""
