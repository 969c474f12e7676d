"""Words that may be tried at any step of a Pebble Fair: what the rules allow, and what not."""

from __future__ import annotations

attempts = (
    *(
        "shore",
        "field",
        "sea",
        "falls",
        "rain falls",
        "sand",
        "out",
        "red",
        "blue",
        "red blue",
        "red red red",
    ),
    *("1 plain", "2 muddy", "1p 2m", "3 plain 1 muddy", "8 muddy", "21 plain", "none", "9 muddy"),
    *("Ana 1, 007 2", "Ana 1, 007 2, Bo Li 9", "Ana 1, 007 2, Bo Li 9, Smith, Jr 0"),
)
