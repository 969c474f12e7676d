"""What evenings add up to, and what other programs read of one."""
