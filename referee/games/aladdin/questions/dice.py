"""Disputes on the setup and on dice: what everyone gets, chests opened, hands on the lamp."""

from collections.abc import Mapping
from typing import Any, cast

from referee.api import (
    Answer,
    Choice,
    Facts,
    Field,
    Integer,
    ListOf,
    MapOf,
    Player,
    PlayerName,
    Question,
    Record,
    Rulebook,
    RuleLike,
    Ruling,
    Say,
    impossible,
    plural,
    strangers_named,
    wrong_number_of_players,
)
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import METALS
from referee.games.aladdin.model.dice import (
    Die,
    cancelled_in,
    opener_of,
    shared_numbers,
    summons,
    wrong_die,
    wrong_hands,
)
from referee.games.aladdin.model.setup import handed_out


def _setup(book: Rulebook, facts: Facts) -> Answer:
    """Tell what everyone gets. Cites: ALA-1.2, ALA-1.3."""
    seats = facts.integer("players")
    refused = wrong_number_of_players(book, seats, keys.STARTING_EACH)
    if refused:
        return Answer.ruled(refused, dict.fromkeys(("dice", "starting_cards", "discard")))
    each, dice, discard = handed_out(book, seats)
    said = Say(
        "{dice} and {gems} each; {discard} starting gems begin the discard pile.",
        dice=plural(dice, "{n} die", "{n} dice"),
        gems=plural(each, "{n} starting gem", "{n} starting gems"),
        discard=discard,
    )
    results = {"dice": dice, "starting_cards": each, "discard": discard}
    return Answer.answered(said, results, keys.STARTING_EACH, keys.DICE_EACH)


def _dice_of(facts: Facts) -> dict[Player, tuple[Die, ...]]:
    told = cast("Mapping[str, tuple[Mapping[str, Any], ...]]", facts.values["dice"])
    return {
        Player(player): tuple(Die(each["chest"], each["number"]) for each in own)
        for player, own in told.items()
    }


def _no_such_dice(book: Rulebook, dice: Mapping[Player, tuple[Die, ...]]) -> Ruling | None:
    """Stop dice that no table can show. Cites: ALA-1.3, ALA-2.1."""
    refused = wrong_number_of_players(book, len(dice), keys.DICE_EACH)
    if refused:
        return refused
    due = book[keys.DICE_EACH][len(dice)]
    for player, own in dice.items():
        wrong = next(filter(None, (wrong_die(book, die) for die in own)), None)
        if wrong:
            return wrong
        if len(own) != due:
            one, many = "{player} sets {n} die, not {told}.", "{player} sets {n} dice, not {told}."
            said = plural(due, one, many, player=player, told=len(own))
            return impossible(said, keys.DICE_EACH)
        if len({die.chest for die in own}) < len(own):
            two = "{player}'s dice must lie on two different chests."
            return impossible(two, keys.SETTING, player=player)
    return None


def _chests(book: Rulebook, facts: Facts) -> Answer:
    """Tell who opens which chest, and which numbers are shared.

    Cites: ALA-3.1, ALA-5.1, ALA-5.2.
    """
    dice = _dice_of(facts)
    refused = _no_such_dice(book, dice)
    if refused:
        return Answer.ruled(refused, dict.fromkeys(("opens", "cancelled", "lamp")))
    openers = {chest: opener_of(dice, chest) for chest in METALS}
    cancelled = {chest: cancelled_in(dice, chest) for chest in METALS}
    shared = shared_numbers(dice)
    opened = tuple(
        Say("{chest} by {player}, up to {limit}", chest=chest, player=each.player, limit=each.limit)
        for chest, each in openers.items()
        if each
    )
    said = Say("Opened: {opened}.", opened=opened) if opened else Say("No chest is opened.")
    tied = (
        Say("In {chest} {players} cancel one another.", chest=chest, players=players)
        for chest, players in cancelled.items()
        if players
    )
    rub = (
        Say("{players} may touch the lamp, for {n}.", players=players, n=n)
        for n, players in shared.items()
    )
    results = {
        "opens": {chest: each and each._asdict() for chest, each in openers.items()},
        "cancelled": cancelled,
        "lamp": tuple({"number": n, "players": players} for n, players in shared.items()),
    }
    rules = (keys.OPENING, keys.DRAWING, keys.MAY_RUB)
    two = (keys.TWO_CHESTS, keys.OWN_DOUBLES) if book[keys.DICE_EACH][len(dice)] > 1 else ()
    return Answer.answered(said, results, *rules, *two, because=(*tied, *rub))


def _lamp(book: Rulebook, facts: Facts) -> Answer:
    """Tell who summons the genie, in order, and whose hands were wrong.

    Cites: ALA-3.1 to ALA-3.7.
    """
    dice, touched = _dice_of(facts), tuple(dict.fromkeys(facts.players("touched")))
    refused = _no_such_dice(book, dice) or strangers_named(keys.MAY_RUB, dice, *touched)
    if refused:
        return Answer.ruled(refused, {"summons": None, "wrong": None})
    to_other = book.option(facts.options, "two_matches") == "other"
    called = summons(dice, touched, to_other=to_other)
    wrong = wrong_hands(dice, touched)
    told = tuple(Say("{player} on {n}", player=each.player, n=each.number) for each in called)
    said = Say("The genie comes for {told}.", told=told) if told else Say("No genie comes.")
    if wrong:
        said = Say("{said} {players} had no right to touch the lamp.", said=said, players=wrong)
    rules: list[RuleLike] = [keys.MAY_RUB, keys.FIRST_HAND]
    rules += [keys.LOWER_FIRST, keys.ONE_SUMMONS] if len(shared_numbers(dice)) > 1 else []
    rules += [keys.OWN_DOUBLES] if book[keys.DICE_EACH][len(dice)] > 1 else []
    rules += [keys.WRONG_RUB] if wrong else []
    results = {"summons": tuple(each._asdict() for each in called), "wrong": wrong}
    return Answer.answered(said, results, *rules)


_DIE = Record(
    (
        Field(name="chest", shape=Choice(METALS), about=Say("the chest"), required=True),
        Field(name="number", shape=Integer(), about=Say("the number"), required=True),
    ),
    separators=(":",),
)
_DICE = Field(
    name="dice",
    shape=MapOf(PlayerName(new=True), ListOf(_DIE)),
    about=Say("the dice of each player, in order of seating"),
    required=True,
    as_facts=True,
)
_TOUCHED = Field(
    name="touched",
    shape=ListOf(PlayerName()),
    about=Say("the hands on the lamp, in their order"),
    required=True,
)
_PLAYERS = Field(name="players", shape=Integer(), about=Say("how many play"), required=True)

SETUP = Question(
    name="setup",
    about=Say("What does everyone get?"),
    fields=(_PLAYERS,),
    answer=_setup,
    example="players=4",
)
CHESTS = Question(
    name="chests",
    about=Say("Who opens which chest, and who may rub the lamp?"),
    fields=(_DICE,),
    answer=_chests,
    example="Maya=bronze:3 Margot=bronze:3 Maurice=bronze:5",
)
LAMP = Question(
    name="lamp",
    about=Say("Who summons the genie, and whose hand was wrong?"),
    fields=(_DICE, _TOUCHED),
    answer=_lamp,
    example="Maya=bronze:3 Margot=silver:3 Maurice=gold:5 touched=Margot,Maya",
)
