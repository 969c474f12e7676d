"""What can be in the cave and what things are: no event, no prompt."""
