"""Last rounds in which the bank cannot pay everybody exactly, and what they leave."""
