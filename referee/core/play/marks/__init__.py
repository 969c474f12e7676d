"""What changes the record after the fact, from undo to seats, and other marks."""
