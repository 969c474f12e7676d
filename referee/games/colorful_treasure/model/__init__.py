"""What can be, and what things are: asked by play, score, check and ask alike."""
