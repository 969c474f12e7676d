"""Evenings on paper: what a code holds, read, written and compared, and what many add up to."""
