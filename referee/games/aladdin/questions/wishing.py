"""Disputes on lamp cards: which may be refused, and what one may do."""

from collections.abc import Mapping

from referee.api import (
    Answer,
    Choice,
    Facts,
    Field,
    Integer,
    Question,
    RefereeError,
    Results,
    Rulebook,
    Ruling,
    Say,
    Text,
    Verdict,
    allowed,
    impossible,
    table_call,
)
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import (
    ORNAMENTS,
    TALISMAN,
    TREASURES,
    Names,
    is_gem,
    names_at,
)
from referee.games.aladdin.model.dice import wrong_change
from referee.games.aladdin.model.holding import Holding
from referee.games.aladdin.model.readers import read_die
from referee.games.aladdin.model.taking import not_discarded, not_to_be_discarded, not_to_be_taken
from referee.games.aladdin.model.wishing import wrong_answer
from referee.games.aladdin.questions.taking import TAKEABLE, as_told, taking_untold
from referee.games.aladdin.questions.told import (
    DISCARDS,
    HOLDING,
    TAKES,
    called,
    cannot_be_held,
    told_card,
    told_holding,
    told_kinds,
)

ACCEPT, REFUSE, STOP = "accept", "refuse", "stop"
MOVE, SWAP, DISCARD, RECOVER, DIE = "move", "swap", "discard", "recover", "die"
OF_A_CARD = ("card", "answer")
OF_A_DIE = ("effect", "die", "becomes")
OF_A_MOVE = ("effect", "takes", "gems", "talismans", "ornaments", "discards")
UNKNOWN: Results = dict.fromkeys(("must_accept", "next_card", "protected"))


def _wish(book: Rulebook, facts: Facts) -> Answer:
    """Rule on the answer to a lamp card, or on what one is to do.

    Cites: ALA-1.3, ALA-4.1, ALA-4.3, ALA-4.5, ALA-4.7, ALA-9.1, ALA-9.5.
    """
    if "effect" not in facts.values:
        _needs(facts, OF_A_CARD, OF_A_CARD)
        return _answer_to_card(book, facts)
    effect = facts.word("effect")
    if effect == DIE:
        _needs(facts, OF_A_DIE, OF_A_DIE)
        before, after = read_die(facts.text("die")), read_die(facts.text("becomes"))
        told = allowed("A lamp card can change the die.", keys.CHANGED_DIE)
        return Answer.ruled(wrong_change(book, before, after) or told, UNKNOWN)
    _needs(facts, ("effect", "takes"), OF_A_MOVE)
    return _effect(book, effect, facts)


def _needs(facts: Facts, required: tuple[str, ...], may_have: tuple[str, ...]) -> None:
    """Refuse facts of two modes, and a mode without its facts. Raises RefereeError."""
    missing = tuple(name for name in required if name not in facts.values)
    stray = tuple(name for name in facts.values if name not in may_have)
    if missing:
        said = (
            "Missing: {names}. Write card=2 answer=refuse, effect=move takes=red, or effect=die"
            " die=b4 becomes=s2."
        )
        raise RefereeError(Say(said, names=missing))
    if stray:
        said = "Leave out {names}: this question is about {others}."
        raise RefereeError(Say(said, names=stray, others=required))


def _answer_to_card(book: Rulebook, facts: Facts) -> Answer:
    card, answer, last = facts.integer("card"), facts.word("answer"), book[keys.WISHES]
    if not 1 <= card <= last:
        said = "There are {last} lamp cards at most, not {n}."
        return Answer.ruled(impossible(said, keys.WISHES, last=last, n=card), UNKNOWN)
    wish_stop = book.option(facts.options, "wish_stop") == "yes"
    refused = wrong_answer(book, card, answer, wish_stop=wish_stop)
    results = {
        **UNKNOWN,
        "must_accept": card == last,
        "next_card": card + 1 if answer == REFUSE and not refused else None,
    }
    told = {
        ACCEPT: "Lamp card {n} is done at once, as far as it can be.",
        REFUSE: "Lamp card {n} goes under the deck, without effect; the next is drawn.",
        STOP: "House rule: after a refusal lamp card {n} need not be drawn.",
    }
    rules = (keys.STOPPING_WISHES,) if answer == STOP else (keys.WISHES, keys.LAMP_CARD_BACK)
    return Answer.ruled(refused or allowed(told[answer], *rules, n=card), results)


def _effect(book: Rulebook, effect: str, facts: Facts) -> Answer:
    names = names_at(book, facts.options)
    held = told_holding(names, facts)
    pile = told_kinds(names, facts, "discards", TREASURES) if "discards" in facts.values else None
    card = told_card(names, facts.text("takes"), TAKEABLE)
    refused = cannot_be_held(book, names, held, pile)
    if refused:
        return Answer.ruled(refused, UNKNOWN)
    if effect == RECOVER:
        ruling, is_protected = _recovering(names, pile, card), None
    elif effect == DISCARD:
        ruling = _discarding(names, held, card)
        is_protected = {Verdict.ALLOWED: False, Verdict.FORBIDDEN: True}.get(ruling.verdict)
    else:
        ruling = _moving(names, held, card)
        is_protected = {Verdict.ALLOWED: False, Verdict.FORBIDDEN: True}.get(ruling.verdict)
    return Answer.ruled(ruling, {**UNKNOWN, "protected": is_protected})


def _moving(names: Names, held: Holding | None, card: str) -> Ruling:
    refused = (
        taking_untold(keys.PROTECTED, names, card)
        if held is None
        else as_told(not_to_be_taken(keys.PROTECTED, names, held, card))
    )
    said = "A wish can steal or exchange the {card}."
    return refused or allowed(said, keys.PROTECTED, card=called(names, card))


def _discarding(names: Names, held: Holding | None, card: str) -> Ruling:
    if held is None and card in (*ORNAMENTS, TALISMAN):
        said = "Read the lamp card: the printed rules do not say whether it can discard a {card}."
        return table_call(said, keys.PROTECTED, card=called(names, card))
    if held is None and is_gem(card):
        held = Holding(gems={card: 1})
    refused = as_told(not_to_be_discarded(names, held or Holding(), card))
    said = "A wish can discard the {card}."
    return refused or allowed(said, keys.PROTECTED, card=called(names, card))


def _recovering(names: Names, pile: Mapping[str, int] | None, card: str) -> Ruling:
    if pile is None and card in TREASURES:
        said = "The ruling depends on whether the discard pile has a {card}."
        return table_call(said, keys.PROTECTED, card=called(names, card))
    refused = as_told(not_discarded(names, pile or {}, card))
    said = "A wish can take the {card} from the discard pile."
    return refused or allowed(said, keys.PROTECTED, card=called(names, card))


WISH = Question(
    name="wish",
    about=Say("May this wish be refused, and may it do that?"),
    fields=(
        Field(name="card", shape=Integer(), about=Say("the lamp card: 1, 2 or 3")),
        Field(
            name="answer",
            shape=Choice((ACCEPT, REFUSE, STOP)),
            about=Say("what the player who summoned the genie does; stop: it is not drawn"),
        ),
        Field(
            name="effect",
            shape=Choice((MOVE, SWAP, DISCARD, RECOVER, DIE)),
            about=Say("what a lamp card does"),
        ),
        TAKES,
        *HOLDING,
        DISCARDS,
        Field(name="die", shape=Text(like="b4", read=read_die), about=Say("the die it changes")),
        Field(
            name="becomes", shape=Text(like="s2", read=read_die), about=Say("what the die becomes")
        ),
    ),
    answer=_wish,
    example="card=2 answer=refuse",
)
