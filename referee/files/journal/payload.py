"""The payload of a code: an evening as one JSON object and a line for each answer.

docs/code.md describes it for authors of another reader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, json

from referee.core.game import Game
from referee.core.rulebook import Numbers, Rulebook
from referee.core.say import BadAnswer, Say
from referee.core.table import ROUND, TURN, Options, Player, Setup
from referee.files.documents.rulebook import kept_numbers
from referee.files.journal.errors import JournalBroken
from referee.files.journal.header import (
    FORMAT,
    Head,
    RulesInForce,
    Stored,
    StoredTable,
    rules_as_stored,
    rules_in_force,
)

BY_ROUND: Final = "/by round"
_NO_PATH: Final = Path()


class PayloadHead(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The first line: the table, and what is on the paper but in no answer.

    Without names ``seats`` is the number of players. ``constants`` are those that differ from the
    rulebook of version ``rules``; after ``holdings``, a typed file, there are no other lines.
    """

    game: str
    rules: int
    text: str
    players: tuple[Player, ...] = ()
    seats: int = 0
    aside: dict[str, Player] = {}
    options: Options = {}
    numbers: dict[str, Numbers] = {}
    texts: dict[str, str] = {}
    constants: dict[str, dict[str, Stored]] = {}
    begun: str = ""
    ended: str = ""
    place: str = ""
    corrections: int = 0
    holdings: dict[str, Any] | None = None

    @property
    def seat_count(self) -> int:
        """How many play, with or without names."""
        return len(self.players) or self.seats

    def table(self, players: Sequence[Player], aside: Mapping[str, Player], by: str) -> Setup:
        """Return the table with people of these names."""
        return Setup(
            seating=tuple(players),
            roles=aside,
            options=self.options,
            numbers=self.numbers,
            texts=self.texts,
            by=by,
        )


class Payload(Struct, frozen=True):
    """The content of a code: the head and the other lines."""

    head: PayloadHead
    lines: tuple[str, ...] = ()

    @property
    def by(self) -> str:
        """How the table wrote at first: by the turn, or by the round."""
        return ROUND if self.lines[:1] == (BY_ROUND,) else TURN

    @property
    def entries(self) -> int:
        """How many answers there are; marks begin with a slash, a number with ``#``."""
        lines = self.lines[1:] if self.by == ROUND else self.lines
        return sum(line.startswith("/by ") or line[:1] not in {"/", "#"} for line in lines)


def write_payload(payload: Payload) -> bytes:
    r"""Write a payload as bytes.

    >>> write_payload(Payload(PayloadHead(game="fair", rules=1, text="4e", seats=2), ("@1",)))
    b'{"game":"fair","rules":1,"text":"4e","seats":2}\n@1\n'
    """
    lines = (json.encode(payload.head), *(line.encode() for line in payload.lines))
    return b"".join(line + b"\n" for line in lines)


def read_payload(raw: bytes) -> Payload:
    r"""Read the bytes of a payload. Raises BadAnswer.

    >>> read_payload(b'{"game":"fair","rules":1,"text":"4e","seats":2}\n@1\n').lines
    ('@1',)
    """
    first, end, rest = raw.partition(b"\n")
    try:
        head = json.decode(first, type=PayloadHead)
        lines = tuple(rest.decode().split("\n"))
    except (ValueError, RecursionError) as error:  # msgspec's errors are ValueErrors
        raise BadAnswer(Say("The code cannot be read: {detail}.", detail=str(error))) from None
    if not end or lines[-1]:
        raise BadAnswer(Say("The last line of the code is cut short."))
    if not all(map(str.strip, lines[:-1])):
        raise BadAnswer(Say("A line of the code is empty."))
    if head.holdings is None and bool(head.players) == bool(head.seats):
        raise BadAnswer(Say("The code does not say who played."))
    if head.holdings is not None and (head.players or head.seats or len(lines) > 1):
        raise BadAnswer(Say("Behind holdings a code has nothing more."))
    return Payload(head, lines[:-1])


def differing_constants(
    book: Rulebook, setup: Setup, today: Rulebook
) -> dict[str, dict[str, Stored]] | None:
    """Return the constants of ``book`` that differ from the known rulebook of its version.

    None if this program does not know that version.
    """
    known = known_rules(book.version, today)
    if known is None:
        return None
    of_table = {name for _, name, _ in book.table_numbers() if name in setup.numbers}
    differing: dict[str, dict[str, Stored]] = {}
    for rule_id, own in rules_as_stored(book).constants.items():
        known_here = known.constants.get(rule_id, {})
        others = {
            name: value
            for name, value in own.items()
            if name not in of_table and known_here.get(name) != value
        }
        if others:
            differing[rule_id] = others
    return differing


def known_rules(version: int, today: Rulebook) -> RulesInForce | None:
    """Return the numbers and options of a version of the rulebook; None if it is not kept."""
    if version == today.version:
        return rules_as_stored(today)
    kept = kept_numbers(today.game).get(str(version))
    if kept is None:
        return None
    return RulesInForce(version=version, digest="", **kept)


def rules_of(head: PayloadHead, known: RulesInForce, game: Game, today: Rulebook) -> Rulebook:
    """Return the rulebook that a payload was scored by. Raises BadAnswer."""
    constants = {rule_id: {**own} for rule_id, own in known.constants.items()}
    for rule_id, own in head.constants.items():
        constants.setdefault(rule_id, {}).update(own)
    rules = RulesInForce(
        version=head.rules, digest=head.text, constants=constants, switches=known.switches
    )
    table = StoredTable(seating=head.players, options=head.options)
    stored = Head(referee=FORMAT, game=game.id, setup=table, rulebook=rules, at=head.begun)
    try:
        return rules_in_force(_NO_PATH, stored, today).with_table_numbers(head.numbers)
    except JournalBroken as broken:
        raise BadAnswer(broken.what) from None
