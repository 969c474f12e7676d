"""What a command does, without a terminal: the command line and the library both call it."""
