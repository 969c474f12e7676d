"""Disputes about the setup, and about who begins the next round."""

from __future__ import annotations

from typing import Final

from referee.api import (
    Answer,
    Facts,
    Field,
    Integer,
    ListOf,
    PlayerName,
    Question,
    Rulebook,
    Say,
    next_clockwise,
    plural,
    strangers_named,
    wrong_number_of_players,
)
from referee.games.saboteur import keys
from referee.games.saboteur.model.roles import cards_to_draw


def _setup(book: Rulebook, facts: Facts) -> Answer:
    """Tell what is shuffled and dealt. Cites: SAB-1.6 to SAB-1.8."""
    seats = facts.integer("players")
    if refused := wrong_number_of_players(book, seats, keys.SABOTEURS):
        unknown = ("saboteurs", "diggers", "hand", "draw_pile")
        return Answer.ruled(refused, dict.fromkeys(unknown))
    saboteurs, diggers = book[keys.SABOTEURS][seats], book[keys.DIGGERS][seats]
    hand, pile = book[keys.HAND][seats], cards_to_draw(book, seats)
    said = Say(
        "{saboteurs} and {diggers} are shuffled, one card is left over; "
        "{hand} cards each, {pile} in the draw pile.",
        saboteurs=plural(saboteurs, "{n} saboteur", "{n} saboteurs"),
        diggers=plural(diggers, "{n} digger", "{n} diggers"),
        hand=hand,
        pile=pile,
    )
    results = {"saboteurs": saboteurs, "diggers": diggers, "hand": hand, "draw_pile": pile}
    return Answer.answered(said, results, keys.SABOTEURS, keys.HAND, keys.DRAW_PILE)


def _starter(book: Rulebook, facts: Facts) -> Answer:
    """Tell who begins the next round. Cites: SAB-6.5."""
    players, last = facts.players("players"), facts.player("last")
    refused = wrong_number_of_players(book, len(players), keys.SABOTEURS) or strangers_named(
        keys.NEXT_STARTER, players, last
    )
    if refused:
        return Answer.ruled(refused, {"starter": None})
    starter = next_clockwise(players, last)
    said = Say("{starter} begins, to the left of {last}.", starter=starter, last=last)
    return Answer.answered(said, {"starter": starter}, keys.NEXT_STARTER)


PLAYERS: Final = Field(
    name="players",
    shape=ListOf(PlayerName(new=True)),
    about=Say("the players clockwise"),
    required=True,
)
SETUP: Final = Question(
    name="setup",
    about=Say("What is shuffled and dealt?"),
    fields=(Field(name="players", shape=Integer(), about=Say("how many play"), required=True),),
    answer=_setup,
    example="players=7",
)
STARTER: Final = Question(
    name="starter",
    about=Say("Who begins the next round?"),
    fields=(
        PLAYERS,
        Field(name="last", shape=PlayerName(), about=Say("who used the last card"), required=True),
    ),
    answer=_starter,
    example="players=A,B,C last=B",
)
