"""What is possible in a game, and what its coins are worth: no event, no prompt."""
