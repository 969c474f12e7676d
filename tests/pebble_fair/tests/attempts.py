"""Words to be tried at any step of a fair: what the rules allow, and what not."""

attempts = (
    *("1 plain", "2 muddy", "1p 2m", "3 plain 1 muddy", "0p 0m", "8 muddy", "9 muddy", "21 plain"),
    *("falls", "rain", "rain falls", "sun"),
)
