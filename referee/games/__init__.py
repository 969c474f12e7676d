"""One room per game; a folder here is all that a game needs."""
