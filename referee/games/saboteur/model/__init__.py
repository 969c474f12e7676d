"""What can be and what things are in Saboteur; nothing here knows of play."""
