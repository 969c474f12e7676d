"""Words to be tried at the steps of a fair: what the rules allow, and what not."""

ATTEMPTS = {
    "turn.draw": (
        *(
            "1 plain",
            "2 muddy",
            "1p 2m",
            "3 plain",
            "3 plain 1 muddy",
            "0p 0m",
            "8 muddy",
            "9 muddy",
        ),
        "21 plain",
    ),
    "any.rain": ("falls", "sun"),
}
