"""The commands: each opens, calls, renders."""
