"""What three rounds can pay: all players and all rounds judged together."""
