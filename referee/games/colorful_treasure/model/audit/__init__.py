"""Whether a final table is possible: first the sums, then a search for a play of the rules."""
