"""What the stranger brings is run where a room belongs, not where it is kept."""

collect_ignore_glob = ["brings/*"]
