"""What is possible in Saboteur, and what things are worth; nothing here knows of play."""
