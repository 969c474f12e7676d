"""Results in letters, for terminals and other programs: the only home of tabulate."""
