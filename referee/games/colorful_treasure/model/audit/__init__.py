"""Whether a final table can be: sums that are broken by themselves, then plays of the rules."""
