"""Disputes on taking cards: a theft, the Magic Ring."""

from referee.api import (
    Answer,
    Facts,
    Field,
    ListOf,
    Player,
    PlayerName,
    Question,
    Results,
    Rulebook,
    Ruling,
    Say,
    Verdict,
    allowed,
    forbidden,
    impossible,
    replace,
    table_call,
    unknown_players,
    wrong_number_of_players,
)
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import (
    CHEST_CARDS,
    MAGIC_RING,
    ORNAMENTS,
    SORCERER,
    TREASURES,
    Names,
    is_gem,
    names_at,
)
from referee.games.aladdin.model.holding import Holding
from referee.games.aladdin.model.taking import not_to_be_taken, wrong_ring_card
from referee.games.aladdin.questions.told import (
    DISCARDS,
    HOLDING,
    TAKES,
    called,
    cannot_be_held,
    takes_none,
    told_card,
    told_holding,
    told_kinds,
)

TAKEABLE = (*CHEST_CARDS, MAGIC_RING)


def as_told(ruling: Ruling | None) -> Ruling | None:
    """Call it impossible to take what is not among the cards told: they were told together."""
    if ruling and ruling.rules[0].rule_id in {keys.ON_RECORD, keys.EMPTY_DISCARD}:
        return replace(ruling, verdict=Verdict.IMPOSSIBLE)
    return ruling


def taking_untold(rule: str, names: Names, card: str) -> Ruling | None:
    """Rule on taking a card from somebody of whom nothing is told; None where it may be taken."""
    if card == SORCERER:
        return impossible("Nobody holds a Sorcerer.", keys.SORCERER)
    if is_gem(card):
        return None
    if card in ORNAMENTS:
        said = "The ruling depends on whether the {card} belongs to a complete set."
        return table_call(said, rule, keys.SETS, card=called(names, card))
    return not_to_be_taken(rule, names, Holding(), card)


def _steal(book: Rulebook, facts: Facts) -> Answer:
    """Tell whom the offender may choose, who chooses the card, and which cards may be taken.

    Cites: ALA-3.5, ALA-3.6, ALA-6.1, ALA-9.1, ALA-9.3.
    """
    names = names_at(book, facts.options)
    held, players = told_holding(names, facts), facts.players("players", None)
    offender, thief = facts.player("offender", None), facts.player("thief", None)
    results = _who_chooses(players, offender, thief)
    refused = (
        (players and wrong_number_of_players(book, len(players), keys.WRONG_RUB))
        or (players and unknown_players(keys.WRONG_RUB, players, *filter(None, (offender, thief))))
        or cannot_be_held(book, names, held)
    )
    if refused:
        return Answer.ruled(refused, dict.fromkeys(results))
    taken = None
    if held is not None:
        may_take = held.unprotected()
        told = (*held.gems, *held.ornaments)
        taken = tuple(called(names, card) for card in told if card in may_take)
        results = {**results, "may_take": tuple(map(str, taken))}
    deed = _deed(names, held, facts)
    if deed:
        return Answer.ruled(deed, results)
    rules = (keys.WRONG_RUB, keys.NOTHING_TO_STEAL)
    if taken is None:
        said = Say("The offender's cards were not given.")
    elif taken:
        said = Say("One of these can be stolen: {cards}.", cards=taken)
        rules = (keys.WRONG_RUB, keys.SETS)
    else:
        said = Say("Nothing can be stolen.")
    return Answer.answered(said, results, *rules)


def _deed(names: Names, held: Holding | None, facts: Facts) -> Ruling | None:
    """Rule on what the thief does, where that is told: on who steals, then on what."""
    offender, thief = facts.player("offender", None), facts.player("thief", None)
    if thief and thief == offender:
        said = "{player} must choose an opponent."
        return forbidden(said, keys.WRONG_RUB, player=thief)
    if "takes" in facts.values:
        return _theft(names, held, facts)
    if thief:
        said = "{player} may steal a card."
        return allowed(said, keys.WRONG_RUB, player=thief)
    return None


def _who_chooses(
    players: tuple[Player, ...] | None, offender: Player | None, thief: Player | None
) -> Results:
    """Tell who has a choice in a theft, as far as it is told; the cards are not known yet."""
    opponents = None
    if players and offender:
        opponents = tuple(player for player in players if player != offender)
    chooses_card = thief if thief != offender else None
    if opponents and len(opponents) == 1:
        chooses_card = opponents[0]
    return {
        "may_take": None,
        "opponents": opponents,
        "chooses_opponent": offender,
        "chooses_card": chooses_card,
    }


def _theft(names: Names, held: Holding | None, facts: Facts) -> Ruling:
    if takes_none(facts):
        said = "The opponent may also steal nothing."
        return allowed(said, keys.NOTHING_TO_STEAL, keys.WRONG_RUB)
    card = told_card(names, facts.text("takes"), TAKEABLE)
    refused = (
        taking_untold(keys.WRONG_RUB, names, card)
        if held is None
        else as_told(not_to_be_taken(keys.WRONG_RUB, names, held, card))
    )
    return refused or allowed("The {card} can be stolen.", keys.WRONG_RUB, card=called(names, card))


def _ring(book: Rulebook, facts: Facts) -> Answer:
    """Tell who has the Ring, who loses it, and what it brings. Cites: ALA-8.1, ALA-8.2, ALA-8.4."""
    names = names_at(book, facts.options)
    winner, owner = facts.player("winner"), facts.player("owner", None)
    pile = told_kinds(names, facts, "discards", TREASURES) if "discards" in facts.values else None
    there = tuple(card for card in TREASURES if pile and pile.get(card))
    results = {
        "holder": winner,
        "loses_it": owner if owner != winner else None,
        "may_take": None if pile is None else tuple(str(called(names, card)) for card in there),
        "must_take": False,
    }
    refused = cannot_be_held(book, names, None, pile)
    if facts.options.get("variant") == ("none",):
        refused = impossible("The Magic Ring is only in the variant.", keys.MAGIC_RING)
    if refused:
        return Answer.ruled(refused, dict.fromkeys(results))
    if "takes" in facts.values:
        return Answer.ruled(_ring_card(names, pile, facts), results)
    rules = (keys.RING_DIE, *((keys.EMPTY_DISCARD,) if pile is not None and not there else ()))
    has = "{player} has the Magic Ring, and may take a card of the discard pile."
    takes = "{player} takes the Magic Ring from {owner}, and may take a card of the discard pile."
    said = Say(has, player=winner)
    if results["loses_it"]:
        said = Say(takes, player=winner, owner=owner or "")
    empty = Say("The discard pile is empty: {player} takes no card.", player=winner)
    because = (empty,) if pile is not None and not there else ()
    return Answer.answered(said, results, *rules, because=because)


def _ring_card(names: Names, pile: dict[str, int] | None, facts: Facts) -> Ruling:
    if takes_none(facts):
        said = "The winner may take a card or leave it."
        return allowed(said, keys.RING_DIE)
    card = told_card(names, facts.text("takes"), CHEST_CARDS)
    if pile is None and card != SORCERER:
        said = "The ruling depends on whether the discard pile has a {card}."
        return table_call(said, keys.RING_DIE, card=called(names, card))
    refused = as_told(wrong_ring_card(names, pile or {}, card))
    return refused or allowed(
        "The winner may take the {card}.", keys.RING_DIE, card=called(names, card)
    )


STEAL = Question(
    name="steal",
    about=Say("What can be stolen after a wrong touch, and who chooses?"),
    fields=(
        *HOLDING,
        TAKES,
        Field(
            name="players",
            shape=ListOf(PlayerName(new=True)),
            about=Say("the players, in order of seating"),
        ),
        Field(
            name="offender",
            shape=PlayerName(),
            about=Say("who touched the lamp without a right to"),
        ),
        Field(name="thief", shape=PlayerName(), about=Say("the opponent who steals")),
    ),
    answer=_steal,
    example="gems=red:2,green:1 talismans=red:1 ornaments=silver:bracelet+ring+ring+necklace",
)
RING = Question(
    name="ring",
    about=Say("What does the winner of the Magic Ring get?"),
    fields=(
        Field(
            name="winner", shape=PlayerName(), about=Say("who wins the Magic Ring"), required=True
        ),
        Field(name="owner", shape=PlayerName(), about=Say("who had it before")),
        TAKES,
        DISCARDS,
    ),
    answer=_ring,
    example="winner=Ana owner=Bo takes=none discards=red:2",
)
