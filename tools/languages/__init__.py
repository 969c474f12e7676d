"""The catalogues of the languages: extracted, updated, compiled, and what is missing in them."""
