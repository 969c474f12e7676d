"""The tunnel on the table: cards, cells, goals, and where a card may lie."""
