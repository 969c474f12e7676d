"""Dice in the chests: who may rub the lamp, who summons the genie, who opens which chest."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from referee.api import Example, Player, Rulebook, Ruling, Say, forbidden, impossible, plural
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import METALS


class Die(NamedTuple):
    """A die on a chest, and the number it shows."""

    chest: str
    number: int

    @property
    def short(self) -> str:
        """The die as briefly as it can be typed, such as ``b4``."""
        return f"{self.chest[:1]}{self.number}"

    @property
    def said(self) -> Say:
        """The die in short in English, and in full in other languages."""
        return Say("{kind}{n}", kind=Example(self.chest[:1], self.chest), n=self.number)


Dice: TypeAlias = Mapping[Player, Sequence[Die]]
"""The dice of each player, players in order of seating."""


def refuse_die(book: Rulebook, die: Die) -> Ruling | None:
    """Refuse a number that no die shows, or an unknown chest. Cites: ALA-1.3, ALA-2.1."""
    if die.chest not in METALS:
        return impossible("There is no {chest} chest.", keys.SETTING, chest=die.chest)
    faces = book[keys.FACES]
    if 1 <= die.number <= faces:
        return None
    said = "A die shows 1 to {faces}, not {n}."
    return impossible(said, keys.FACES, faces=faces, n=die.number)


def refuse_dice(book: Rulebook, seats: int, player: Player, dice: Sequence[Die]) -> Ruling | None:
    """Refuse impossible dice, too many or few, and two on one chest. Cites: ALA-1.3, ALA-2.1."""
    if wrong := next(filter(None, (refuse_die(book, die) for die in dice)), None):
        return wrong
    due = book[keys.DICE_EACH][seats]
    if len(dice) != due:
        one, many = "{player} sets {n} die, not {told}.", "{player} sets {n} dice, not {told}."
        return forbidden(plural(due, one, many, player=player, told=len(dice)), keys.DICE_EACH)
    if len({die.chest for die in dice}) < len(dice):
        said = "{player}'s dice must lie on two different chests."
        return forbidden(said, keys.SETTING, player=player)
    return None


def refuse_change(book: Rulebook, before: Die, after: Die) -> Ruling | None:
    """Refuse a change of a die into an impossible one, or into itself. Cites: ALA-1.3, ALA-4.7."""
    wrong = refuse_die(book, before) or refuse_die(book, after)
    if wrong or before != after:
        return wrong
    return forbidden("The die already shows this chest and number.", keys.CHANGED_DIE)


class Opener(NamedTuple):
    """Who opens a chest, and how many cards may be drawn from it."""

    player: Player
    limit: int


class Summons(NamedTuple):
    """Who summons the genie, and by which number."""

    player: Player
    number: int


def opener_of(dice: Dice, chest: str) -> Opener | None:
    """Return the opener of a chest: the lowest die that nobody shares; None if it stays shut.

    Cites: ALA-5.1.

    >>> dice = {Player("A"): [Die("gold", 3)], Player("B"): [Die("gold", 3)],
    ...     Player("C"): [Die("gold", 5)]}
    >>> opener_of(dice, "gold")
    Opener(player='C', limit=5)
    """
    numbers = _numbers_in(dice, chest)
    alone = [Opener(players[0], n) for n, players in numbers.items() if len(players) == 1]
    return min(alone, key=lambda opener: opener.limit, default=None)


def cancelled_in(dice: Dice, chest: str) -> tuple[Player, ...]:
    """List players whose dice cancel one another in a chest, by seating. Cites: ALA-5.1."""
    numbers = _numbers_in(dice, chest)
    tied = {player for players in numbers.values() if len(players) > 1 for player in players}
    return tuple(player for player in dice if player in tied)


def cancelled_lines(dice: Dice) -> tuple[Say, ...]:
    """Return as text in which chests dice cancel one another. Cites: ALA-5.1."""
    cancelled = ((chest, cancelled_in(dice, chest)) for chest in METALS)
    said = "In {chest} {players} cancel one another."
    return tuple(Say(said, chest=chest, players=players) for chest, players in cancelled if players)


def _numbers_in(dice: Dice, chest: str) -> dict[int, list[Player]]:
    numbers: dict[int, list[Player]] = {}
    for player, own in dice.items():
        for die in own:
            if die.chest == chest:
                numbers.setdefault(die.number, []).append(player)
    return numbers


def shared_numbers(dice: Dice) -> dict[int, tuple[Player, ...]]:
    """Map numbers that several show, lowest first, to these players. Cites: ALA-3.1, ALA-3.2."""
    shown: dict[int, list[Player]] = {}
    for player, own in dice.items():
        for number in {die.number for die in own}:
            shown.setdefault(number, []).append(player)
    return {n: tuple(shown[n]) for n in sorted(shown) if len(shown[n]) > 1}


def must_touch(number: int, players: tuple[Player, ...]) -> Say:
    """Return as text that players show a number and must touch the lamp. Cites: ALA-3.1."""
    return Say("{players} show {n} and must touch the lamp.", players=players, n=number)


def wrong_hands(dice: Dice, touched: Sequence[Player]) -> tuple[Player, ...]:
    """List players who wrongly touched the lamp, in order of seating. Cites: ALA-3.5."""
    entitled = {player for players in shared_numbers(dice).values() for player in players}
    return tuple(player for player in dice if player in touched and player not in entitled)


def late_hands(
    dice: Dice, touched: Sequence[Player], calls: Sequence[Summons]
) -> tuple[Player, ...]:
    """List the players who rightly touched the lamp and summon nobody: too late, or lapsed.

    They are in order of seating. Cites: ALA-3.3, ALA-3.7.
    """
    others = {*wrong_hands(dice, touched), *(each.player for each in calls)}
    return tuple(player for player in dice if player in touched and player not in others)


def lapsed_numbers(
    dice: Dice, touched: Sequence[Player], calls: Sequence[Summons]
) -> tuple[int, ...]:
    """List shared numbers with a hand on the lamp, but no genie. Cites: ALA-3.7."""
    summoned = {each.number for each in calls}
    return tuple(
        number
        for number, players in shared_numbers(dice).items()
        if number not in summoned and any(player in touched for player in players)
    )


def summons(dice: Dice, touched: Sequence[Player], *, to_other: bool) -> tuple[Summons, ...]:
    """Return the summonses in order: one for each shared number, lowest first.

    Nobody summons twice: a second number lapses, or with ``to_other`` goes to another hand.
    Cites: ALA-3.3, ALA-3.4, ALA-3.7.

    >>> dice = {Player("A"): [Die("gold", 3)], Player("B"): [Die("silver", 3)]}
    >>> summons(dice, ["B", "A"], to_other=False)
    (Summons(player='B', number=3),)
    """
    calls: dict[Player, int] = {}
    for number, players in shared_numbers(dice).items():
        hands = [player for player in touched if player in players]
        if to_other:
            hands = [player for player in hands if player not in calls]
        if hands:
            calls.setdefault(hands[0], number)
    return tuple(Summons(player, number) for player, number in calls.items())
