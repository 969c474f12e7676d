"""``referee play`` at a terminal or a pipe: hearing, showing, timing."""
