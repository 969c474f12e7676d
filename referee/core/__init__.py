"""The core: it knows no game, file, terminal, clock or dice."""
