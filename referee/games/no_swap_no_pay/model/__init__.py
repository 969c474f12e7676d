"""What can be in a game, and what its coins are worth: no event, no prompt."""
