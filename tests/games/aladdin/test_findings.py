"""What an audit says of a table that cannot be: sentences, lines, and what to count again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from referee.core.ruling import Verdict
from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.aladdin import GAME
from referee.games.aladdin.final import count_so_far
from referee.testing.play import random_player
from tests.cli.running import call
from tests.rooms import ROOMS

BOOK = load_rulebook("aladdin")
NAMES = ("Ana", "Bo", "Cy", "Di", "Eva")
FILE = """\
game: aladdin
players: [Ana, Bo, Cy]
options: {{{options}}}
{sorcerers}
holdings:
  Ana: {Ana}
  Bo:
    {Bo}
  Cy: {Cy}
"""
SOUND = {
    "options": "fourth_gem: purple",
    "sorcerers": "sorcerers: 2",
    "Ana": "{gems: {red: 2}}",
    "Bo": "gems: {red: 1, purple: 1}",
    "Cy": "{gems: {blue: 1}}",
}


CASES = """
Ana: {gems: {red: 40, green: 3}, talismans: {lone: 2}} | Bo: gems: {blue: 40}
  Impossible: That makes 86 cards; the box has 83.
  (ALA-9.1, ALA-1.1, ALA-1.2; lines 6, 8 and 9)
  No single number explains it.

Ana: {gems: {red: 3}, talismans: {lone: 40}} | Bo: talismans: {lone: 36}
  Impossible: That makes 76 cards that are not gems; the chests hold 75.
  (ALA-9.1, ALA-1.1; lines 6 and 8)
  No single number explains it.

Ana: {gems: {blue: 2}, talismans: {red: 1, purple: 3}}
  Forbidden: Ana has 1 talisman on red and no red gem: it lies alone. (ALA-9.3, ALA-6.4; line 6)
  Count again: Ana's red talismans (1; 0 fits).
  Forbidden: Ana has 3 talismans on purple and no purple gem: they lie alone.
  (ALA-9.3, ALA-6.4; line 6)
  Count again: Ana's purple talismans (3; 0 fits).

Ana: {gems: {blue: 2, purple: 0}, talismans: {purple: 4}}
  Forbidden: Ana has 4 talismans on purple and no purple gem: they lie alone.
  (ALA-9.3, ALA-6.4; line 6)
  Count again: Ana's purple gems (0; 1 fits).

Ana: {gems: {red: 9}, magic_ring: yes} | options: fourth_gem: purple, variant: none
  Forbidden: Ana has the Magic Ring, which is only in the variant.
  (ALA-9.4, ALA-8.1; lines 3 and 6)
  Count again: Ana's Magic Ring (yes; no fits), the house rule variant (none; my-precious fits).

Ana: {gems: {red: 9}, magic_ring: yes} | Cy: {magic_ring: yes}
  Impossible: Ana and Cy each have the Magic Ring; there is only one. (ALA-9.4; lines 6 and 9)
  Count again: Ana's Magic Ring (yes; no fits), Cy's (yes; no fits).
  Forbidden: Ana has the Magic Ring, which is only in the variant. (ALA-9.4, ALA-8.1; line 6)
  Count again: Ana's Magic Ring (yes; no fits).
  Forbidden: Cy has the Magic Ring, which is only in the variant. (ALA-9.4, ALA-8.1; line 9)
  Count again: Cy's Magic Ring (yes; no fits).

sorcerers: sorcerers: 4
  Impossible: A game ends with 1 to 3 Sorcerers out, not 4. (ALA-7.5, ALA-1.4; line 4)
  Count again: Sorcerers (4; 3 fits).

Ana: {gems: {red: 71}}
  Table call: That makes 74 cards; only a lamp card that does more than draw, steal and exchange
  explains more than 73. (ALA-9.2; lines 4, 6, 8 and 9)

Bo: gems: {red: 0} | Ana: {gems: {red: 1}, talismans: {red: 8}}
  Table call: That makes 2 gems of 3 dealt; only a lamp card that discards gems explains it.
  (ALA-9.6, ALA-1.2; lines 6 and 9)
"""


@pytest.mark.parametrize("case", CASES.strip().split("\n\n"))
def test_a_finding_speaks_of_the_file_and_names_what_to_count_again(
    case: str, tmp_path: Path
) -> None:
    changed, *shown = case.splitlines()
    lines = dict(each.split(": ", 1) for each in changed.split(" | "))
    path = tmp_path / "table.yaml"
    path.write_text(FILE.format_map({**SOUND, **lines}), encoding="utf-8")
    _, *said, _ = call("check", str(path)).out.split("\n\n")[0].splitlines()
    assert " ".join(said).split() == " ".join(shown).split()


def count_of(entries: Sequence[Mapping[str, Any]], sorcerers: int, variant: str) -> FinalCount:
    seating = tuple(map(Player, NAMES[: len(entries)]))
    setup = Setup(seating, options={"variant": (variant,)})
    return FinalCount(setup, dict(zip(seating, entries, strict=True)), {"sorcerers": sorcerers})


def test_a_table_call_has_no_corrections() -> None:
    count = count_of([{"gems": {"red": 40}}, {"gems": {"red": 41}}], 3, "none")
    (finding,) = GAME.final.audit(BOOK, count)
    assert (finding.verdict, finding.corrections) == (Verdict.TABLE_CALL, ())


@pytest.mark.parametrize("seats", range(2, 6))
def test_a_record_counts_every_treasure_card_at_every_moment(seats: int) -> None:
    room = ROOMS["aladdin"]
    for session in random_player(room, room.setup(seats, seed=seats), seats):
        if session.state.drawing is None and len(session.state.dealt) == seats:
            held = [own.cards for own in session.state.holdings.values()]
            evidence = count_so_far(session.state).evidence
            elsewhere = [cast("int", evidence[place]) for place in ("discarded", "undrawn")]
            assert sum((*held, *elsewhere)) == 83
