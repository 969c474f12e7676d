"""Disputes on the setup and on dice: what everyone gets, chests opened, hands on the lamp."""

from collections.abc import Mapping
from typing import cast

from referee.api import (
    Answer,
    Facts,
    Field,
    Integer,
    ListOf,
    MapOf,
    Player,
    PlayerName,
    Question,
    Rulebook,
    RuleLike,
    Ruling,
    Say,
    Seats,
    Text,
    Verdict,
    allowed,
    plural,
    unknown_players,
    wrong_number_of_players,
)
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import METALS
from referee.games.aladdin.model.contradictions import more_than_the_box
from referee.games.aladdin.model.dice import (
    Die,
    cancelled_in,
    lapsed_numbers,
    late_hands,
    opener_of,
    shared_numbers,
    summons,
    wrong_dice,
    wrong_hands,
)
from referee.games.aladdin.model.readers import read_dice
from referee.games.aladdin.model.setup import handed_out, wrong_deal


def _setup(book: Rulebook, facts: Facts) -> Answer:
    """Tell what everyone gets. Cites: ALA-1.2, ALA-1.3."""
    seats, dealt = facts.seats("players"), facts.integer("dealt", None)
    refused = wrong_number_of_players(book, seats, keys.STARTING_EACH)
    refused = refused or more_than_the_box(book, dealt or 0, 0)
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
    if dealt is not None:
        right = plural(dealt, "{n} starting gem is right.", "{n} starting gems are right.")
        told = allowed(right, keys.STARTING_EACH)
        return Answer.ruled(wrong_deal(book, seats, dealt) or told, results)
    return Answer.answered(said, results, keys.STARTING_EACH, keys.DICE_EACH)


def _dice_of(facts: Facts) -> dict[Player, tuple[Die, ...]]:
    told = cast("Mapping[str, tuple[str, ...]]", facts.values["dice"])
    return {
        Player(player): tuple(die for words in own for die in read_dice(words))
        for player, own in told.items()
    }


def _no_such_dice(book: Rulebook, dice: Mapping[Player, tuple[Die, ...]]) -> Ruling | None:
    """Stop dice that no table shows, then those that the rules forbid. Cites: ALA-1.3, ALA-2.1."""
    refused = wrong_number_of_players(book, len(dice), keys.DICE_EACH)
    if refused:
        return refused
    found = [wrong_dice(book, len(dice), player, own) for player, own in dice.items()]
    wrong = [each for each in found if each]
    return next((each for each in wrong if each.verdict is Verdict.IMPOSSIBLE), None) or next(
        iter(wrong), None
    )


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
        Say("{players} show {n} and must touch the lamp.", players=players, n=n)
        for n, players in shared.items()
    )
    results = {
        "opens": {chest: each and each._asdict() for chest, each in openers.items()},
        "cancelled": cancelled,
        "lamp": tuple({"number": n, "players": players} for n, players in shared.items()),
    }
    rules = (keys.OPENING, keys.DRAWING, keys.MUST_RUB)
    two = (keys.TWO_CHESTS, keys.OWN_DOUBLES) if book[keys.DICE_EACH][len(dice)] > 1 else ()
    return Answer.answered(said, results, *rules, *two, because=(*tied, *rub))


def _lamp(book: Rulebook, facts: Facts) -> Answer:
    """Tell who summons the genie, in order, and whose hands were wrong.

    Cites: ALA-3.1 to ALA-3.7.
    """
    dice, touched = _dice_of(facts), tuple(dict.fromkeys(facts.players("touched")))
    strange = unknown_players(keys.MUST_RUB, dice, *touched)
    refused = _no_such_dice(book, dice)
    if strange and not (refused and refused.verdict is Verdict.IMPOSSIBLE):
        refused = strange
    if refused:
        return Answer.ruled(refused, dict.fromkeys(("summons", "wrong", "late")))
    to_other = book.option(facts.options, "two_matches") == "other"
    called, shared = summons(dice, touched, to_other=to_other), shared_numbers(dice)
    wrong, late = wrong_hands(dice, touched), late_hands(dice, touched, called)
    told = tuple(Say("{player} on {n}", player=each.player, n=each.number) for each in called)
    said = Say("The genie comes for {told}.", told=told) if told else Say("No genie comes.")
    because = [
        Say("{players} show {n} and must touch the lamp.", players=players, n=n)
        for n, players in shared.items()
        if not any(player in touched for player in players)
    ]
    if wrong:
        because.append(Say("{players} had no right to touch the lamp.", players=wrong))
    if late:
        because.append(Say("{players} touched the lamp too late.", players=late))
    because += [
        Say("The number {n} lapses: nobody summons on it.", n=n)
        for n in lapsed_numbers(dice, touched, called)
    ]
    rules: list[RuleLike] = [keys.MUST_RUB, keys.FIRST_HAND]
    rules += [keys.LOWER_FIRST, keys.ONE_SUMMONS] if len(shared) > 1 else []
    rules += [keys.OWN_DOUBLES] if book[keys.DICE_EACH][len(dice)] > 1 else []
    rules += [keys.WRONG_RUB] if wrong else []
    results = {
        "summons": tuple(each._asdict() for each in called),
        "wrong": wrong,
        "late": late,
    }
    return Answer.answered(said, results, *rules, because=tuple(because))


_DICE = Field(
    name="dice",
    shape=MapOf(PlayerName(new=True), ListOf(Text(like="b4", read=read_dice))),
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
_PLAYERS = Field(name="players", shape=Seats(), about=Say("how many play"), required=True)
_DEALT = Field(name="dealt", shape=Integer(), about=Say("how many gems one player is dealt"))

SETUP = Question(
    name="setup",
    about=Say("What does everyone get?"),
    fields=(_PLAYERS, _DEALT),
    answer=_setup,
    example="players=4",
)
CHESTS = Question(
    name="chests",
    about=Say("Who opens which chest, and who must touch the lamp?"),
    fields=(_DICE,),
    answer=_chests,
    example="Maya=b3 Margot=b3 Maurice=b5",
)
LAMP = Question(
    name="lamp",
    about=Say("Who summons the genie, and whose hand was wrong?"),
    fields=(_DICE, _TOUCHED),
    answer=_lamp,
    example="Maya=b3 Margot=s3 Maurice=g5 touched=Margot,Maya",
)
