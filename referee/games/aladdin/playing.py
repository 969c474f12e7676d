"""Rulings on starting gems, dice, hands on the lamp, and thefts after a wrong rub."""

from __future__ import annotations

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden, impossible
from referee.core.say import Say, plural
from referee.games.aladdin import events as seen
from referee.games.aladdin import keys
from referee.games.aladdin.dice import Die, shared_numbers, summons, wrong_hands
from referee.games.aladdin.holding import Holding
from referee.games.aladdin.state import State
from referee.games.aladdin.treasures import GEMS, METALS, TALISMAN


def judge_dealt(book: Rulebook, state: State, event: seen.GemsDealt) -> Ruling:
    """Whether a player was dealt as many starting gems as everyone is. Cites: ALA-1.2, ALA-1.5."""
    strange = [gem for gem in event.gems if gem not in GEMS]
    if strange:
        return impossible(Say("{card} is no gem.", card=strange[0]), keys.KINDS)
    if event.player in state.dealt:
        said = Say("{player}'s starting gems are told already.", player=event.player)
        return forbidden(said, keys.STARTING_EACH)
    due = state.terms.gems_each
    if len(event.gems) != due:
        said = plural(
            due,
            "{n} starting gem each, not {told}.",
            "{n} starting gems each, not {told}.",
            told=len(event.gems),
        )
        return forbidden(said, keys.STARTING_EACH)
    gems = tuple(map(state.called, event.gems))
    said = Say("{player} starts with {gems}.", player=event.player, gems=gems)
    return allowed(said, keys.STARTING_EACH, keys.KINDS)


def judge_shown(book: Rulebook, state: State, event: seen.DiceShown) -> Ruling:
    """Whether dice can lie so. Cites: ALA-1.3, ALA-2.1."""
    wrong = next((wrong_die(book, die) for die in event.dice if wrong_die(book, die)), None)
    if wrong:
        return wrong
    if event.player in state.dice:
        said = Say("{player} has shown the dice already.", player=event.player)
        return forbidden(said, keys.SETTING)
    due = state.terms.dice_each
    if len(event.dice) != due:
        said = plural(
            due,
            "Everyone sets {n} die, not {told}.",
            "Everyone sets {n} dice, not {told}.",
            told=len(event.dice),
        )
        return forbidden(said, keys.DICE_EACH)
    if len({die.chest for die in event.dice}) < len(event.dice):
        said = Say("{player}'s dice must lie on two different chests.", player=event.player)
        return forbidden(said, keys.SETTING)
    dice = tuple(Say("{chest} {n}", chest=die.chest, n=die.number) for die in event.dice)
    said = Say("{player} shows {dice}.", player=event.player, dice=dice)
    return allowed(said, keys.SETTING)


def wrong_die(book: Rulebook, die: Die) -> Ruling | None:
    """Stop a die that no die can show, or that lies in no chest. Cites: ALA-1.3."""
    if die.chest not in METALS:
        return impossible(Say("No chest is {chest}.", chest=die.chest), keys.SETTING)
    faces = book[keys.FACES]
    if 1 <= die.number <= faces:
        return None
    said = Say("A die shows 1 to {faces}, not {n}.", faces=faces, n=die.number)
    return impossible(said, keys.FACES)


def judge_touched(book: Rulebook, state: State, event: seen.LampTouched) -> Ruling:
    """Sort the hands on the lamp: who summons, who had no right. Cites: ALA-3.1 to ALA-3.7."""
    if not event.hands:
        return allowed(Say("Nobody touches the lamp."), keys.MAY_RUB)
    dice = state.dice_in_order
    called = summons(dice, event.hands, to_other=state.terms.match_to_other)
    wrong = wrong_hands(dice, event.hands)
    parts = [
        Say("{player} summons the genie on {n}.", player=summon.player, n=summon.number)
        for summon in called
    ]
    if wrong:
        parts.append(
            Say(
                "{players} had no right to touch it."
                if len(wrong) == 1
                else "{players} had no right to touch it, and pay in this order.",
                players=wrong,
            )
        )
    said = parts[0] if parts else Say("Nobody summons the genie.")
    for part in parts[1:]:
        said = Say("{said} {more}", said=said, more=part)
    several = len(shared_numbers(dice)) > 1
    rules = [
        keys.MAY_RUB,
        keys.FIRST_HAND,
        *((keys.LOWER_FIRST, keys.ONE_SUMMONS) if several else ()),
    ]
    rules += [keys.WRONG_RUB] if wrong else []
    if state.terms.dice_each > 1:
        rules.append(keys.OWN_DOUBLES)
    return allowed(said, *rules)


def judge_chosen(book: Rulebook, state: State, event: seen.OpponentChosen) -> Ruling:
    """Whether the player may choose this opponent. Cites: ALA-3.5, ALA-3.6."""
    if event.opponent == event.player:
        said = Say("{player} must choose somebody else.", player=event.player)
        return forbidden(said, keys.WRONG_RUB)
    said = Say("{player} chooses {opponent}.", player=event.player, opponent=event.opponent)
    if state.holdings[event.player].unprotected():
        return allowed(said, keys.WRONG_RUB)
    said = Say("{said} There is nothing to steal.", said=said)
    return allowed(said, keys.WRONG_RUB, keys.NOTHING_TO_STEAL)


def judge_stolen(book: Rulebook, state: State, event: seen.CardStolen) -> Ruling:
    """Whether the card may be stolen after a wrong rub. Cites: ALA-3.5, ALA-6.1, ALA-6.4."""
    held = state.holdings[event.victim]
    refused = not_to_be_taken(book, state, held, event.card, keys.WRONG_RUB)
    if refused:
        return refused
    said = Say(
        "{thief} steals {card} from {victim}.",
        thief=event.thief,
        card=state.called(event.card),
        victim=event.victim,
    )
    alone = left_alone(held, event.card)
    if alone:
        said = Say("{said} {alone}", said=said, alone=alone)
    return allowed(said, keys.WRONG_RUB, *((keys.LEFT_ALONE,) if alone else ()))


def left_alone(held: Holding, card: str) -> Say | None:
    """Tell talismans that lie alone once this gem is gone. Cites: ALA-6.4."""
    n = held.talismans.get(card, 0)
    if not n or held.gem(card) != 1:
        return None
    return plural(n, "Its talisman lies alone now.", "Its {n} talismans lie alone now.")


def not_to_be_taken(
    book: Rulebook, state: State, held: Holding, card: str, rule: str
) -> Ruling | None:
    """Stop the taking of a card that is protected, or not there.

    Cites: ALA-3.5, ALA-4.3, ALA-6.1.
    """
    if card in held.unprotected():
        return None
    name = state.called(card)
    if card == TALISMAN:
        said = Say("A talisman is never taken.")
        return forbidden(said, rule)
    if held.ornaments.get(card, 0):
        said = Say("{card} belongs to a complete set.", card=name)
        return forbidden(said, rule, keys.SETS)
    said = Say("By the record there is no {card} to take.", card=name)
    return forbidden(said, keys.ON_RECORD)


def judge_nothing_stolen(book: Rulebook, state: State, event: seen.NothingStolen) -> Ruling:
    """The opponent need not steal. Cites: ALA-3.6."""
    said = Say("{thief} takes nothing from {victim}.", thief=event.thief, victim=event.victim)
    return allowed(said, keys.NOTHING_TO_STEAL)
