"""What changes the record after the fact: undo, fix, rename, substitute, seats."""
