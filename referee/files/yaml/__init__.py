"""YAML with the place of every node: parsed, repaired where possible, its faults explained."""
