"""YAML with the place of everything: read, built up, and what is wrong told gently."""
