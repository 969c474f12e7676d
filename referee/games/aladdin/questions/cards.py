"""Disputes on cards that change hands: a theft, the Magic Ring's card, and lamp cards."""

from collections.abc import Mapping
from typing import Any

from referee import api
from referee.api import Player, Say
from referee.games.aladdin import keys
from referee.games.aladdin.model import cards
from referee.games.aladdin.model.dice import refuse_change
from referee.games.aladdin.model.holding import (
    Holding,
    refuse_discarding,
    refuse_not_in_pile,
    refuse_ring_card,
    refuse_taking,
)
from referee.games.aladdin.model.readers import read_die
from referee.games.aladdin.questions.given import (
    DISCARDS,
    HOLDING,
    TAKES,
    card_said,
    given_card,
    given_holding,
    given_pile,
    refuse_holding,
    takes_none,
)

TAKEABLE = (*cards.CHEST_CARDS, cards.MAGIC_RING)


def as_impossible(ruling: api.Ruling | None) -> api.Ruling | None:
    """Make a refusal impossible if the card taken is not among those given: it cites the record."""
    if ruling and keys.ON_RECORD in {rule.rule_id for rule in ruling.rules}:
        return api.replace(ruling, verdict=api.Verdict.IMPOSSIBLE)
    return ruling


def _judge_taking(
    rule: str, names: cards.Names, held: Holding | None, card: str, said: str
) -> api.Ruling:
    """Rule on taking a card from a holding, if known; ``said`` is the reason if allowed."""
    if held is None and card == cards.SORCERER:
        return api.impossible("Nobody holds a Sorcerer.", keys.SORCERER)
    if held is None and card in cards.ORNAMENTS:
        depends = "The ruling depends on whether the {card} belongs to a complete set."
        return api.table_call(depends, rule, keys.SETS, card=card_said(names, card))
    if held is None and card in cards.GEMS:
        held = Holding(gems={card: 1})
    refused = refuse_taking(rule, names, held or Holding(), card)
    return as_impossible(refused) or api.allowed(said, rule, card=card_said(names, card))


def _steal(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Name the possible thieves, the player who chooses the card, and the cards to choose from.

    Cites: ALA-3.5, ALA-3.6, ALA-6.1, ALA-9.1, ALA-9.3.
    """
    names = cards.names_at(book, facts.options)
    held, players = given_holding(names, facts), facts.players("players", None)
    offender, thief = facts.player("offender", None), facts.player("thief", None)
    results = _who_chooses(players, offender, thief)
    refused = (
        (players and api.wrong_number_of_players(book, len(players), keys.WRONG_RUB))
        or (
            players
            and api.unknown_players(keys.WRONG_RUB, players, *filter(None, (offender, thief)))
        )
        or refuse_holding(book, names, held)
    )
    if refused:
        return api.Answer.ruled(refused, dict.fromkeys(results))
    taken = None
    if held is not None:
        may_take = held.unprotected()
        owned = (*held.gems, *held.ornaments)
        taken = tuple(card_said(names, card) for card in owned if card in may_take)
        results = {**results, "may_take": tuple(map(str, taken))}
    if deed := _judge_theft(names, held, facts):
        return api.Answer.ruled(deed, results)
    rules = (keys.WRONG_RUB, keys.NOTHING_TO_STEAL)
    if taken is None:
        said = Say("The offender's cards were not given.")
    elif taken:
        said = Say("One of these can be stolen: {cards}.", cards=taken)
        rules = (keys.WRONG_RUB, keys.SETS)
    else:
        said = Say("Nothing can be stolen.")
    return api.Answer.answered(said, results, *rules)


def _judge_theft(names: cards.Names, held: Holding | None, facts: api.Facts) -> api.Ruling | None:
    """Rule on the thief, then on the card that is stolen; None if neither is given."""
    offender, thief = facts.player("offender", None), facts.player("thief", None)
    if thief and thief == offender:
        said = "{player} must choose an opponent."
        return api.forbidden(said, keys.WRONG_RUB, player=thief)
    if "takes" not in facts.values:
        said = "{player} may steal a card."
        return api.allowed(said, keys.WRONG_RUB, player=thief) if thief else None
    if takes_none(facts):
        said = "The opponent may also steal nothing."
        return api.allowed(said, keys.NOTHING_TO_STEAL, keys.WRONG_RUB)
    card = given_card(names, facts.text("takes"), TAKEABLE)
    return _judge_taking(keys.WRONG_RUB, names, held, card, "The {card} can be stolen.")


def _who_chooses(
    players: tuple[Player, ...] | None, offender: Player | None, thief: Player | None
) -> Mapping[str, Any]:
    """Return the results of a theft that depend on players, as far as they are known."""
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


def _ring(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Name the Ring's holder, its loser, and cards to take. Cites: ALA-8.1, ALA-8.2, ALA-8.4."""
    names = cards.names_at(book, facts.options)
    winner, owner = facts.player("winner"), facts.player("owner", None)
    pile = given_pile(names, facts)
    there = tuple(card for card in cards.TREASURES if pile and pile.get(card))
    results = {
        "holder": winner,
        "loses_it": owner if owner != winner else None,
        "may_take": None if pile is None else tuple(str(card_said(names, card)) for card in there),
        "must_take": False,
    }
    refused = refuse_holding(book, names, None, pile)
    if facts.options.get("variant") == ("none",):
        refused = api.impossible("The Magic Ring is only in the variant.", keys.MAGIC_RING)
    if refused:
        return api.Answer.ruled(refused, dict.fromkeys(results))
    if "takes" in facts.values:
        return api.Answer.ruled(_judge_ring(names, pile, facts), results)
    has = "{player} has the Magic Ring, and may take a card of the discard pile."
    takes = "{player} takes the Magic Ring from {owner}, and may take a card of the discard pile."
    said = Say(has, player=winner)
    if results["loses_it"]:
        said = Say(takes, player=winner, owner=owner or "")
    if pile is None or there:
        return api.Answer.answered(said, results, keys.RING_DIE)
    because = (Say("The discard pile is empty: {player} takes no card.", player=winner),)
    rules = (keys.RING_DIE, keys.EMPTY_DISCARD)
    return api.Answer.answered(said, results, *rules, because=because)


def _judge_ring(names: cards.Names, pile: dict[str, int] | None, facts: api.Facts) -> api.Ruling:
    if takes_none(facts):
        said = "The winner may take a card or leave it."
        return api.allowed(said, keys.RING_DIE)
    card = given_card(names, facts.text("takes"), cards.CHEST_CARDS)
    if pile is None and card != cards.SORCERER:
        said = "The ruling depends on whether the discard pile has a {card}."
        return api.table_call(said, keys.RING_DIE, card=card_said(names, card))
    refused = as_impossible(refuse_ring_card(names, pile or {}, card))
    return refused or api.allowed(
        "The winner may take the {card}.", keys.RING_DIE, card=card_said(names, card)
    )


STEAL = api.Question(
    name="steal",
    about=Say("What can be stolen after a wrong touch, and who chooses?"),
    fields=(
        *HOLDING,
        TAKES,
        api.Field(
            "players", api.ListOf(api.PlayerName(new=True)), Say("the players, in order of seating")
        ),
        api.Field("offender", api.PlayerName(), Say("who touched the lamp without the right to")),
        api.Field("thief", api.PlayerName(), Say("the opponent who steals")),
    ),
    answer=_steal,
    example="gems=red:2,green:1 talismans=red:1 ornaments=silver:bracelet+ring+ring+necklace",
)
RING = api.Question(
    name="ring",
    about=Say("What does the winner of the Magic Ring get?"),
    fields=(
        api.Field("winner", api.PlayerName(), Say("who wins the Magic Ring"), required=True),
        api.Field("owner", api.PlayerName(), Say("who had it before")),
        TAKES,
        DISCARDS,
    ),
    answer=_ring,
    example="winner=Ana owner=Bo takes=none discards=red:2",
)


ACCEPT, REFUSE, STOP = "accept", "refuse", "stop"
MOVE, SWAP, DISCARD, RECOVER, DIE = "move", "swap", "discard", "recover", "die"
OF_A_CARD = ("card", "answer")
OF_A_DIE = ("effect", "die", "becomes")
OF_A_MOVE = ("effect", "takes", "gems", "talismans", "ornaments", "discards")
WISH_RESULTS: Mapping[str, Any] = dict.fromkeys(("must_accept", "next_card", "protected"))


def _wish(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Rule on the answer to a lamp card, or on the effect of one.

    Cites: ALA-1.3, ALA-4.1, ALA-4.3, ALA-4.5, ALA-4.7, ALA-9.1, ALA-9.5.
    """
    if "effect" not in facts.values:
        _require_facts(facts, OF_A_CARD, OF_A_CARD)
        return _answer_to_card(book, facts)
    effect = facts.word("effect")
    if effect == DIE:
        _require_facts(facts, OF_A_DIE, OF_A_DIE)
        before, after = read_die(facts.text("die")), read_die(facts.text("becomes"))
        changed = api.allowed("A lamp card can change the die.", keys.CHANGED_DIE)
        return api.Answer.ruled(refuse_change(book, before, after) or changed, WISH_RESULTS)
    _require_facts(facts, ("effect", "takes"), OF_A_MOVE)
    return _judge_effect(book, effect, facts)


def _require_facts(facts: api.Facts, required: tuple[str, ...], may_have: tuple[str, ...]) -> None:
    """Raise RefereeError for missing facts, and for facts of another mode of the question."""
    missing = tuple(name for name in required if name not in facts.values)
    stray = tuple(name for name in facts.values if name not in may_have)
    if missing:
        said = (
            "Missing: {names}. Write card=2 answer=refuse, effect=move takes=red, or effect=die"
            " die=b4 becomes=s2."
        )
        raise api.RefereeError(Say(said, names=missing))
    if stray:
        said = "Leave out {names}: this question is about {others}."
        raise api.RefereeError(Say(said, names=stray, others=required))


def _answer_to_card(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    from referee.games.aladdin.stages.wishes import refuse_answer  # no other dispute asks a stage

    card, answer, last = facts.integer("card"), facts.word("answer"), book[keys.WISHES]
    if not 1 <= card <= last:
        said = "There are {last} lamp cards at most, not {n}."
        return api.Answer.ruled(api.impossible(said, keys.WISHES, last=last, n=card), WISH_RESULTS)
    wish_stop = book.option(facts.options, "wish_stop") == "yes"
    refused = refuse_answer(book, card, answer, wish_stop=wish_stop)
    results = {
        **WISH_RESULTS,
        "must_accept": card == last,
        "next_card": card + 1 if answer == REFUSE and not refused else None,
    }
    outcome = {
        ACCEPT: "Do what lamp card {n} says now, as far as possible.",
        REFUSE: "Lamp card {n} goes under the deck, without effect; the next is drawn.",
        STOP: "House rule: after a refusal lamp card {n} need not be drawn.",
    }
    rules = (keys.STOPPING_WISHES,) if answer == STOP else (keys.WISHES, keys.LAMP_CARD_BACK)
    return api.Answer.ruled(refused or api.allowed(outcome[answer], *rules, n=card), results)


def _judge_effect(book: api.Rulebook, effect: str, facts: api.Facts) -> api.Answer:
    names = cards.names_at(book, facts.options)
    held = given_holding(names, facts)
    pile = given_pile(names, facts)
    card = given_card(names, facts.text("takes"), TAKEABLE)
    if refused := refuse_holding(book, names, held, pile):
        return api.Answer.ruled(refused, WISH_RESULTS)
    if effect == RECOVER:
        return api.Answer.ruled(_judge_recovering(names, pile, card), WISH_RESULTS)
    if effect == DISCARD:
        ruling = _judge_discarding(names, held, card)
    else:
        said = "A wish can steal or exchange the {card}."
        ruling = _judge_taking(keys.PROTECTED, names, held, card, said)
    is_protected = {api.Verdict.ALLOWED: False, api.Verdict.FORBIDDEN: True}.get(ruling.verdict)
    return api.Answer.ruled(ruling, {**WISH_RESULTS, "protected": is_protected})


def _judge_discarding(names: cards.Names, held: Holding | None, card: str) -> api.Ruling:
    if held is None and card in (*cards.ORNAMENTS, cards.TALISMAN):
        said = "Read the lamp card: the printed rules do not say whether it can discard a {card}."
        return api.table_call(said, keys.PROTECTED, card=card_said(names, card))
    if held is None and card in cards.GEMS:
        held = Holding(gems={card: 1})
    refused = as_impossible(refuse_discarding(names, held or Holding(), card))
    said = "A wish can discard the {card}."
    return refused or api.allowed(said, keys.PROTECTED, card=card_said(names, card))


def _judge_recovering(names: cards.Names, pile: Mapping[str, int] | None, card: str) -> api.Ruling:
    if pile is None and card in cards.TREASURES:
        said = "The ruling depends on whether the discard pile has a {card}."
        return api.table_call(said, keys.PROTECTED, card=card_said(names, card))
    refused = as_impossible(refuse_not_in_pile(names, pile or {}, card))
    said = "A wish can take the {card} from the discard pile."
    return refused or api.allowed(said, keys.PROTECTED, card=card_said(names, card))


WISH = api.Question(
    name="wish",
    about=Say("May this wish be refused, and may it do that?"),
    fields=(
        api.Field("card", api.Integer(), Say("the lamp card: 1, 2 or 3")),
        api.Field(
            "answer",
            api.Choice((ACCEPT, REFUSE, STOP)),
            Say("what the player who summoned the genie does; stop: it is not drawn"),
        ),
        api.Field(
            "effect", api.Choice((MOVE, SWAP, DISCARD, RECOVER, DIE)), Say("what a lamp card does")
        ),
        TAKES,
        *HOLDING,
        DISCARDS,
        api.Field("die", api.Text(like="b4", read=read_die), Say("the die it changes")),
        api.Field("becomes", api.Text(like="s2", read=read_die), Say("what the die becomes")),
    ),
    answer=_wish,
    example="card=2 answer=refuse",
)
