"""Disputes about the setup, the roles, and what may be said and shown."""

from __future__ import annotations

from typing import Final

from referee.api import (
    Answer,
    Choice,
    Facts,
    Field,
    Integer,
    ListOf,
    PlayerName,
    Question,
    Rulebook,
    Ruling,
    Say,
    Seats,
    allowed,
    forbidden,
    impossible,
    plural,
    wrong_number_of_players,
)
from referee.games.saboteur import keys
from referee.games.saboteur.model.roles import (
    DIGGER,
    SABOTEUR,
    cards_to_draw,
    saboteurs_possible,
)


def _setup(book: Rulebook, facts: Facts) -> Answer:
    """Tell what is shuffled and dealt. Cites: SAB-1.6 to SAB-1.8."""
    seats = facts.seats("players")
    if refused := wrong_number_of_players(book, seats, keys.SABOTEURS):
        unknown = ("saboteurs", "diggers", "hand", "draw_pile")
        return Answer.ruled(refused, dict.fromkeys(unknown))
    saboteurs, diggers = book[keys.SABOTEURS][seats], book[keys.DIGGERS][seats]
    hand, pile = book[keys.HAND][seats], cards_to_draw(book, seats)
    said = Say(
        "Shuffle {saboteurs} and {diggers}; one of these cards is left over. "
        "Deal {hand} cards each; {pile} are the draw pile.",
        saboteurs=plural(saboteurs, "{n} saboteur", "{n} saboteurs"),
        diggers=plural(diggers, "{n} digger", "{n} diggers"),
        hand=hand,
        pile=pile,
    )
    results = {"saboteurs": saboteurs, "diggers": diggers, "hand": hand, "draw_pile": pile}
    return Answer.answered(said, results, keys.SABOTEURS, keys.HAND, keys.DRAW_PILE)


def _roles(book: Rulebook, facts: Facts) -> Answer:
    """Tell how many saboteurs can be in play, and what the card left over can be.

    Cites: SAB-1.6, SAB-10.4.
    """
    unknown = {"saboteurs": None, "left_over": None}
    seats, left = facts.seats("players"), facts.word("left", None)
    if refused := wrong_number_of_players(book, seats, keys.SABOTEURS):
        return Answer.ruled(refused, unknown)
    least, most = saboteurs_possible(book, seats)
    over = {n: DIGGER if n == most else SABOTEUR for n in range(least, most + 1)}
    saboteurs, diggers = facts.integer("saboteurs", 0), facts.integer("diggers", 0)
    fitting = [
        n
        for n, card in over.items()
        if n >= saboteurs and seats - n >= diggers and left in {None, card}
    ]
    if not fitting:
        none_fits = impossible(
            "No deal for {seats} players fits: {least} or {most} of them are saboteurs.",
            keys.ROLES_DEALT,
            keys.SABOTEURS,
            seats=seats,
            least=least,
            most=most,
        )
        return Answer.ruled(none_fits, unknown)
    cards = {over[n] for n in fitting}
    results = {
        "saboteurs": tuple(fitting),
        "left_over": tuple(card for card in (SABOTEUR, DIGGER) if card in cards),
    }
    said = plural(fitting[0], "{n} saboteur is in play.", "{n} saboteurs are in play.")
    if len(fitting) > 1:
        said = Say("{least} or {most} saboteurs are in play.", least=least, most=most)
    return Answer.answered(said, results, keys.ROLES_DEALT, keys.SABOTEURS)


def _talk(book: Rulebook, facts: Facts) -> Answer:
    """Tell what may be said, and what may be shown. Cites: SAB-1.6, SAB-2.2, SAB-2.4, SAB-5.9."""
    return Answer.ruled(may_tell(facts.word("of"), facts.word("how")))


def may_tell(of: str, how: str) -> Ruling:
    """Rule on saying or showing something. Cites: SAB-1.6, SAB-2.2, SAB-2.4, SAB-5.9."""
    if how == SAY:
        return allowed("You can say it, true or not. It proves nothing.", keys.TALK_IS_FREE)
    said, rule = _SHOWN[of]
    return forbidden(said, rule, keys.TALK_IS_FREE)


SAY, SHOW = "say", "show"
_SHOWN: Final[dict[str, tuple[str, str]]] = {
    "hand": ("Nobody shows cards of their hand.", keys.TALK_IS_FREE),
    "role": ("Nobody shows their role before the round is over.", keys.SABOTEURS.rule_id),
    "map": ("What a map shows is for the player alone who used it.", keys.MAP),
    "discard": ("A discarded card lies face down; nobody sees it.", keys.DISCARDING),
}
PLAYERS: Final = Field(
    name="players",
    shape=ListOf(PlayerName(new=True)),
    about=Say("the players clockwise"),
    required=True,
)
SEATS: Final = Field(name="players", shape=Seats(), about=Say("how many play"), required=True)
SETUP: Final = Question(
    name="setup",
    about=Say("What is shuffled and dealt?"),
    fields=(SEATS,),
    answer=_setup,
    example="players=7",
)
ROLES: Final = Question(
    name="roles",
    about=Say("Can these roles have been dealt, and what is left over?"),
    fields=(
        SEATS,
        Field(name="saboteurs", shape=Integer(), about=Say("saboteurs turned up so far")),
        Field(name="diggers", shape=Integer(), about=Say("diggers turned up so far")),
        Field(name="left", shape=Choice((SABOTEUR, DIGGER)), about=Say("the card left over")),
    ),
    answer=_roles,
    example="players=5 saboteurs=2",
)
TALK: Final = Question(
    name="talk",
    about=Say("May this be said, or shown?"),
    fields=(
        Field(name="of", shape=Choice(tuple(_SHOWN)), about=Say("of what"), required=True),
        Field(name="how", shape=Choice((SAY, SHOW)), about=Say("say or show"), required=True),
    ),
    answer=_talk,
    example="of=map how=show",
)
