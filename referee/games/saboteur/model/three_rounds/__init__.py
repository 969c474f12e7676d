"""What three rounds can pay: with all players and all rounds checked together."""
