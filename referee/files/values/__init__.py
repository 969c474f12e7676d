"""From nodes to values, in the shapes that a game gives its fields."""
