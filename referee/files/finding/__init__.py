"""How a sentence finds a rule or a case: the words that tables say, read and compiled."""
