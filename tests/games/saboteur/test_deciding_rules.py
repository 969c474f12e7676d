"""Which rule stands first in an answer: the one that decides.

The cases beside this compare rules in any order; here the order is what counts.
"""

from __future__ import annotations

import pytest

from tests.cli.running import call

THREE, FIVE = "gold players=A,B,C", "gold players=A,B,C,D,E"
HONEST = f"{THREE} saboteurs=none connector=C"
SEVEN = "payout players=A,B,C,D,E,F,G saboteurs=A,B,C"


@pytest.mark.parametrize(
    ("asked", "verdict", "first"),
    [
        (f"{FIVE} saboteurs=B,D connector=A drawn=3,2,2,1,1", "answered", "7.1"),
        (f"{THREE} saboteurs=B connector=B broken=A,C:lamp broken_go_empty=yes", "answered", "8.1"),
        (f"{FIVE} saboteurs=B connector=C selfish_dwarf=yes selfish=none", "impossible", "8.2"),
        (f"{HONEST} broken=C", "impossible", "5.1"),
        (f"{HONEST} drawn=3,1", "impossible", "7.1"),
        (f"{HONEST} drawn=3,1,1 bank=9,9,9", "impossible", "1.4"),
        (f"{HONEST} drawn=3,1,1 bank=9,8,0", "impossible", "10.1"),
        (f"{SEVEN} bank=6,8,0 takes=A:owed", "forbidden", "7.8"),
        (f"{SEVEN} takes=A:2+2", "forbidden", "7.5"),
        (f"{SEVEN} takes=D:3", "impossible", "7.5"),
        (f"{SEVEN} bank=6,8,0 takes=A:3", "impossible", "10.1"),
        (f"{SEVEN} bank=17,8,0", "impossible", "1.4"),
        ("payout players=A,B,C saboteurs=none", "answered", "7.9"),
        ("place lay=1,0:EW laid=1,0:EW", "forbidden", "3.2"),
        ("place lay=2,0:EW laid=1,0:xEW laid=3,0:EW", "forbidden", "3.6"),
        ("place lay=6,0:EW laid=1,0:EW laid=2,0:EW gone=EW", "impossible", "3.9"),
        ("place lay=1,0:EW broken=lamp", "forbidden", "5.1"),
        ("action play=broken-lamp player=A target=B broken=B:lamp", "forbidden", "5.2"),
        ("action play=broken-lamp player=A target=A self_break=no", "forbidden", "5.3"),
        ("action play=repair-lamp player=A target=B", "forbidden", "5.6"),
        ("action play=rockfall player=A at=8,0", "forbidden", "5.7"),
        ("action play=map player=A at=8,0 goal=8,0:stone-a:SW", "forbidden", "5.10"),
        ("action play=map player=A at=top played=map:6", "impossible", "5.11"),
        ("starter players=A,B,C,D last=A began=B turns=67", "impossible", "2.1"),
        ("turn players=A,B,C,D began=B turns=68", "impossible", "6.2"),
        ("turn players=A,B,C,D began=B pile=44", "impossible", "1.8"),
        ("turn players=A,B,C,D began=B turns=67", "answered", "6.2"),
        ("roles players=4 saboteurs=2", "impossible", "10.4"),
        ("end players=4 turns=10 agreed=yes", "forbidden", "6.3"),
        ("end players=4 pile=0 agreed=yes", "table-call", "6.3"),
        ("end players=4 turns=10 treasure=yes", "answered", "6.1"),
        ("talk of=map how=show", "forbidden", "5.9"),
        ("talk of=role how=show", "forbidden", "1.6"),
        ("talk of=discard how=show", "forbidden", "2.2"),
        ("talk of=hand how=show", "forbidden", "2.4"),
        ("tie totals=A:9,B:9,C:4", "answered", "9.1"),
        ("tie totals=A:17,B:3,C:2", "impossible", "10.3"),
    ],
)
def test_the_deciding_rule_stands_first(asked: str, verdict: str, first: str) -> None:
    answer = call("ask", "saboteur", *asked.split(), "--format", "json").json
    assert (answer["verdict"], answer["rules"][0]) == (verdict, f"SAB-{first}")
