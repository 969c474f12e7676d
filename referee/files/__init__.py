"""Text on disk to core values and back: the only home of yaml."""
