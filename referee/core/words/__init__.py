"""Words and languages: the one in force, what its tag is, and finding by words."""
