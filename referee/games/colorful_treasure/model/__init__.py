"""What is possible and what things are worth, for play, score, check and ask alike."""
