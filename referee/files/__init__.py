"""From text on disk to values of the core and back: the only package that imports yaml."""
