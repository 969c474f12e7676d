"""What can be and what things are: cards, dice, holdings, drawings, and what contradicts them."""
