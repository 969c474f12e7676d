"""The answers to the disputes of this room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from msgspec.structs import replace

from referee.core.errors import BadAnswer, RefereeError
from referee.core.no_such_table import strangers_named, wrong_number_of_players
from referee.core.question import Answer, Facts
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, impossible
from referee.core.say import Say, plural
from referee.core.table import Player
from referee.core.words import match_key, parse_count, prefix_matches
from referee.games.aladdin import keys
from referee.games.aladdin.dice import (
    Die,
    cancelled_in,
    opener_of,
    shared_numbers,
    summons,
    wrong_hands,
)
from referee.games.aladdin.exploring import Drawing, Drawn
from referee.games.aladdin.form import holding_of
from referee.games.aladdin.playing import wrong_die
from referee.games.aladdin.state import handed_out
from referee.games.aladdin.treasures import BRONZE, GEMS, LONE, METALS, RED, SORCERER, Names, is_gem

SORCERER_SIGN = "s"


def answer_setup(book: Rulebook, facts: Facts) -> Answer:
    """Tell what everyone gets. Cites: ALA-1.2, ALA-1.3."""
    seats = cast("int", facts.values["players"])
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
    answer = {"dice": dice, "starting_cards": each, "discard": discard}
    return Answer.answered(said, answer, keys.STARTING_EACH, keys.DICE_EACH)


def dice_of(facts: Facts) -> dict[Player, tuple[Die, ...]]:
    """Take up the dice of each player."""
    told = cast("Mapping[str, tuple[Mapping[str, Any], ...]]", facts.values["dice"])
    return {
        Player(player): tuple(Die(each["chest"], each["number"]) for each in own)
        for player, own in told.items()
    }


def no_such_dice(book: Rulebook, dice: Mapping[Player, tuple[Die, ...]]) -> Ruling | None:
    """Stop dice that no table can show. Cites: ALA-1.3, ALA-2.1."""
    seats = len(dice)
    refused = wrong_number_of_players(book, seats, keys.DICE_EACH)
    if refused:
        return refused
    due = book[keys.DICE_EACH][seats]
    for player, own in dice.items():
        wrong = next((each for die in own if (each := wrong_die(book, die))), None)
        if wrong:
            return wrong
        if len(own) != due:
            said = plural(
                due,
                "{player} sets {n} die, not {told}.",
                "{player} sets {n} dice, not {told}.",
                player=player,
                told=len(own),
            )
            return impossible(said, keys.DICE_EACH)
        if len({die.chest for die in own}) < len(own):
            said = Say("{player}'s dice must lie on two different chests.", player=player)
            return impossible(said, keys.SETTING)
    return None


def answer_chests(book: Rulebook, facts: Facts) -> Answer:
    """Tell who opens which chest, and which numbers are shared.

    Cites: ALA-3.1, ALA-5.1, ALA-5.2.
    """
    dice = dice_of(facts)
    refused = no_such_dice(book, dice)
    if refused:
        return Answer.ruled(refused, dict.fromkeys(("opens", "cancelled", "lamp")))
    openers = {chest: opener_of(dice, chest) for chest in METALS}
    shared = shared_numbers(dice)
    opened = tuple(
        Say("{chest} by {player}, up to {limit}", chest=chest, player=each.player, limit=each.limit)
        for chest, each in openers.items()
        if each
    )
    said = Say("Opened: {opened}.", opened=opened) if opened else Say("No chest is opened.")
    cancelled = {chest: cancelled_in(dice, chest) for chest in METALS}
    because = tuple(
        Say("In {chest} {players} cancel one another.", chest=chest, players=players)
        for chest, players in cancelled.items()
        if players
    )
    rub = tuple(
        Say("{players} may touch the lamp, for {n}.", players=players, n=n)
        for n, players in shared.items()
    )
    answer = {
        "opens": {
            chest: {"player": each.player, "limit": each.limit} if each else None
            for chest, each in openers.items()
        },
        "cancelled": cancelled,
        "lamp": tuple({"number": n, "players": players} for n, players in shared.items()),
    }
    rules = (keys.OPENING, keys.DRAWING, keys.MAY_RUB)
    two = (keys.TWO_CHESTS, keys.OWN_DOUBLES) if book[keys.DICE_EACH][len(dice)] > 1 else ()
    return Answer.answered(said, answer, *rules, *two, because=(*because, *rub))


def answer_lamp(book: Rulebook, facts: Facts) -> Answer:
    """Tell who summons the genie, in order, and whose hands were wrong.

    Cites: ALA-3.1 to ALA-3.7.
    """
    dice = dice_of(facts)
    touched = tuple(dict.fromkeys(cast("tuple[Player, ...]", facts.values["touched"])))
    refused = no_such_dice(book, dice) or strangers_named(book, keys.MAY_RUB, dice, *touched)
    if refused:
        return Answer.ruled(refused, {"summons": None, "wrong": None})
    to_other = book.option(facts.options, "two_matches") == "other"
    called = summons(dice, touched, to_other=to_other)
    wrong = wrong_hands(dice, touched)
    told = tuple(Say("{player} on {n}", player=each.player, n=each.number) for each in called)
    said = Say("The genie comes for {told}.", told=told) if told else Say("No genie comes.")
    if wrong:
        said = Say("{said} {players} had no right to touch the lamp.", said=said, players=wrong)
    rules = [keys.MAY_RUB, keys.FIRST_HAND]
    rules += [keys.LOWER_FIRST, keys.ONE_SUMMONS] if len(shared_numbers(dice)) > 1 else []
    rules += [keys.OWN_DOUBLES] if book[keys.DICE_EACH][len(dice)] > 1 else []
    rules += [keys.WRONG_RUB] if wrong else []
    answer = {
        "summons": tuple({"player": each.player, "number": each.number} for each in called),
        "wrong": wrong,
    }
    return Answer.answered(said, answer, *rules)


def read_scorpions(words: str) -> int | None:
    """Read the scorpions of a card; None for the Sorcerer. Raises BadAnswer.

    >>> read_scorpions("2"), read_scorpions("S")
    (2, None)
    """
    if match_key(words) == SORCERER_SIGN:
        return None
    number = parse_count(words)
    if number is None:
        raise BadAnswer(
            Say("“{words}” is neither a number of scorpions nor S for the Sorcerer.", words=words)
        )
    return number


def answer_draw(book: Rulebook, facts: Facts) -> Answer:
    """Tell whether a drawing is a bust, what is kept, and what it brings.

    Cites: ALA-5.2 to ALA-5.4, ALA-8.2, ALA-8.3.
    """
    die = cast("int", facts.values["die"])
    read = [read_scorpions(each) for each in cast("tuple[str, ...]", facts.values["scorpions"])]
    cards = tuple(Drawn(SORCERER if n is None else RED, n or 0) for n in read)
    drawing = Drawing(Player(""), BRONZE, die, cards)
    unknown = dict.fromkeys(("bust", "kept", "may_draw", "closes_cave", "ring"))
    refused = wrong_die(book, Die(BRONZE, die)) or _no_such_draw(book, drawing)
    if refused:
        return Answer.ruled(refused, unknown)
    told = len(drawing.cards)
    drawing = _up_to_bust(drawing)
    has_ring = book.option(facts.options, "variant") == "my-precious"
    counts = book.option(facts.options, "ring_counts_sorcerer") == "yes"
    ring = has_ring and drawing.wins_ring(book[keys.RING_DIE], counts_sorcerer=counts)
    answer = {
        "bust": drawing.is_bust,
        "kept": 0 if drawing.is_bust else len(drawing.treasures),
        "may_draw": drawing.left,
        "closes_cave": drawing.brings_sorcerer,
        "ring": ring,
    }
    scorpions = plural(drawing.scorpions, "{n} scorpion", "{n} scorpions")
    said = Say("{scorpions} with a die of {die}: no bust.", scorpions=scorpions, die=die)
    if drawing.is_bust:
        said = Say(
            "{scorpions} with a die of {die}: a bust, all is discarded.",
            scorpions=scorpions,
            die=die,
        )
    rules = [keys.SCORPIONS, keys.DRAWING]
    if drawing.brings_sorcerer:
        said = Say("{said} The game ends after this turn.", said=said)
        rules.append(keys.SORCERER)
    after = (
        (Say("Card {n} was the last: after a bust none is drawn.", n=len(drawing.cards)),)
        if len(drawing.cards) < told
        else ()
    )
    if has_ring:
        rules += [keys.RING_DIE.rule_id, keys.RING_AND_SORCERER]
    return Answer.answered(said, answer, *rules, because=after)


def _no_such_draw(book: Rulebook, drawing: Drawing) -> Ruling | None:
    """Stop more draws than the die allows, and a second Sorcerer."""
    if len(drawing.cards) > drawing.limit:
        said = Say("A die of {die} draws no {n} cards.", die=drawing.limit, n=len(drawing.cards))
        return impossible(said, keys.DRAWING)
    sorcerers = sum(card.card == SORCERER for card in drawing.cards)
    if sorcerers > 1:
        said = Say("{n} Sorcerers in one chest? There is one.", n=sorcerers)
        return impossible(said, keys.BELOW_SORCERER)
    return None


def _up_to_bust(drawing: Drawing) -> Drawing:
    """Leave away what was drawn after a bust: the drawing was over then. Cites: ALA-5.3."""
    for n in range(len(drawing.cards)):
        so_far = replace(drawing, cards=drawing.cards[: n + 1])
        if so_far.is_bust:
            return so_far
    return drawing


def _by_kind(names: Names, facts: Facts, field: str) -> dict[str, int]:
    """Read the kinds of a map: the table's names, ours, or beginnings. Raises RefereeError."""
    known = dict(names.readable(GEMS))
    if field == "talismans":
        known[LONE] = LONE
    counts: dict[str, int] = {}
    for word, n in cast("Mapping[str, int]", facts.values.get(field, {})).items():
        found = {known[name] for name in prefix_matches(word, known)}
        if len(found) != 1:
            said = Say("“{word}” is no gem; gems are {gems}.", word=word, gems=names.gems)
            raise RefereeError(said)
        kind = found.pop()
        counts[kind] = counts.get(kind, 0) + n
    return counts


def answer_steal(book: Rulebook, facts: Facts) -> Answer:
    """List what an opponent may take after a wrong rub, each kind once, in the order told.

    Cites: ALA-3.5, ALA-3.6, ALA-6.1, ALA-9.3.
    """
    names = Names(book, facts.options)
    counts = {field: _by_kind(names, facts, field) for field in ("gems", "talismans")}
    held = holding_of(names, {**facts.values, **counts})
    bare = next((kind for kind in GEMS if held.talismans.get(kind) and not held.gem(kind)), None)
    if bare:
        said = Say("A talisman on {kind} without a gem lies alone.", kind=names.of(bare))
        cites = book.cite(keys.TALISMAN_ON_GEM)
        return Answer.ruled(impossible(said, *cites), {"may_take": None})
    taken = tuple(
        Say("{kind} gem", kind=names.of(card)) if is_gem(card) else Say("{card}", card=card)
        for card in (*held.gems, *held.ornaments)
        if card in held.unprotected()
    )
    said = Say("May be taken: {cards}.", cards=taken) if taken else Say("Nothing may be taken.")
    rules = (keys.WRONG_RUB, keys.SETS) if taken else (keys.WRONG_RUB, keys.NOTHING_TO_STEAL)
    return Answer.answered(said, {"may_take": tuple(map(str, taken))}, *rules)
