"""Words and languages: the current one, what its tag is, and finding by words."""
