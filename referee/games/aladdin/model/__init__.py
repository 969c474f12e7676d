"""Cards, dice, holdings and drawings: what is possible, and why a final count is not."""
