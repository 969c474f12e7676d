"""What lies on a table, as the facts of a dispute give it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee import api
from referee.api import Player, Say
from referee.games.saboteur import keys
from referee.games.saboteur.model.deal import DIGGER, SABOTEUR, cards_to_draw, saboteurs_possible
from referee.games.saboteur.model.tools import TOOLS, broken_card


def _setup(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Say what is shuffled and dealt. Cites: SAB-1.6 to SAB-1.8."""
    seats = facts.seats("players")
    if refused := api.wrong_number_of_players(book, seats, keys.SABOTEURS):
        unknown = ("saboteurs", "diggers", "hand", "draw_pile")
        return api.Answer.ruled(refused, dict.fromkeys(unknown))
    saboteurs, diggers = book[keys.SABOTEURS][seats], book[keys.DIGGERS][seats]
    hand, pile = book[keys.HAND][seats], cards_to_draw(book, seats)
    said = Say(
        "Shuffle {saboteurs} and {diggers}; one of these cards is left over. "
        "Deal {hand} cards each; {pile} are the draw pile.",
        saboteurs=api.plural(saboteurs, "{n} saboteur", "{n} saboteurs"),
        diggers=api.plural(diggers, "{n} digger", "{n} diggers"),
        hand=hand,
        pile=pile,
    )
    results = {"saboteurs": saboteurs, "diggers": diggers, "hand": hand, "draw_pile": pile}
    return api.Answer.answered(said, results, keys.SABOTEURS, keys.HAND, keys.DRAW_PILE)


def _roles(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Say how many saboteurs can be in play, and what the card left over can be.

    Cites: SAB-1.6, SAB-10.4.
    """
    unknown = {"saboteurs": None, "left_over": None}
    seats, left = facts.seats("players"), facts.word("left", None)
    if refused := api.wrong_number_of_players(book, seats, keys.SABOTEURS):
        return api.Answer.ruled(refused, unknown)
    least, most = saboteurs_possible(book, seats)
    over = {n: DIGGER if n == most else SABOTEUR for n in range(least, most + 1)}
    saboteurs, diggers = facts.integer("saboteurs", 0), facts.integer("diggers", 0)
    fitting = [
        n
        for n, card in over.items()
        if n >= saboteurs and seats - n >= diggers and left in {None, card}
    ]
    if not fitting:
        none_fits = api.impossible(
            "No deal for {seats} players fits: {least} or {most} of them are saboteurs.",
            keys.ROLES_DEALT,
            keys.SABOTEURS,
            seats=seats,
            least=least,
            most=most,
        )
        return api.Answer.ruled(none_fits, unknown)
    cards = [over[n] for n in fitting]
    left_over = tuple(card for card in (SABOTEUR, DIGGER) if card in cards)
    results = {"saboteurs": tuple(fitting), "left_over": left_over}
    said = api.plural(fitting[0], "{n} saboteur is in play.", "{n} saboteurs are in play.")
    if len(fitting) > 1:
        said = Say("{least} or {most} saboteurs are in play.", least=least, most=most)
    return api.Answer.answered(said, results, keys.ROLES_DEALT, keys.SABOTEURS)


def _talk(_book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Say what may be said, and what may be shown. Cites: SAB-1.6, SAB-2.2, SAB-2.4, SAB-5.9."""
    if facts.word("how") == SAY:
        said = "You can say it, true or not. It proves nothing."
        return api.Answer.ruled(api.allowed(said, keys.TALK_IS_FREE))
    said, rule = _SHOWN[facts.word("of")]
    return api.Answer.ruled(api.forbidden(said, rule, keys.TALK_IS_FREE))


SAY, SHOW = "say", "show"
_SHOWN: Final[dict[str, tuple[str, str]]] = {
    "hand": ("Nobody shows cards of their hand.", keys.TALK_IS_FREE),
    "role": ("Nobody shows their role before the round is over.", keys.SABOTEURS.rule_id),
    "map": ("What a map shows is for the player alone who used it.", keys.MAP),
    "discard": ("A discarded card lies face down; nobody sees it.", keys.DISCARDING),
}
PLAYERS: Final = api.Field(
    "players", api.ListOf(api.PlayerName(new=True)), Say("the players clockwise"), required=True
)
SEATS: Final = api.Field("players", api.Seats(), Say("how many play"), required=True)
SETUP: Final = api.Question(
    name="setup",
    about=Say("What is shuffled and dealt?"),
    fields=(SEATS,),
    answer=_setup,
    example="players=7",
)
ROLES: Final = api.Question(
    name="roles",
    about=Say("Can these roles have been dealt, and what is left over?"),
    fields=(
        SEATS,
        api.Field("saboteurs", api.Integer(), Say("saboteurs turned up so far")),
        api.Field("diggers", api.Integer(), Say("diggers turned up so far")),
        api.Field("left", api.Choice((SABOTEUR, DIGGER)), Say("the card left over")),
    ),
    answer=_roles,
    example="players=5 saboteurs=2",
)
TALK: Final = api.Question(
    name="talk",
    about=Say("May this be said, or shown?"),
    fields=(
        api.Field("of", api.Choice(tuple(_SHOWN)), Say("of what"), required=True),
        api.Field("how", api.Choice((SAY, SHOW)), Say("say or show"), required=True),
    ),
    answer=_talk,
    example="of=map how=show",
)


Broken = Mapping[Player, tuple[str, ...]]
"""For each player with a broken tool the kinds, as far as they are reported."""


def broken_given(facts: api.Facts) -> Broken:
    """Read who has a broken tool, and of which kinds."""
    broken: dict[Player, tuple[str, ...]] = {}
    for record in facts.records("broken", ()):
        player = Player(record["player"])
        tools = (record["tool"],) if "tool" in record else ()
        broken[player] = (*broken.get(player, ()), *tools)
    return broken


def lying(broken: Broken, tool: str) -> int:
    """Count the broken tools of a kind that lie on the table.

    >>> lying({Player("Ana"): ("lamp", "cart"), Player("Bo"): ("lamp",)}, "lamp")
    2
    """
    return sum(tools.count(tool) for tools in broken.values())


def twice_broken(broken: Broken) -> api.Ruling | None:
    """Refuse two broken tools of a kind in front of a player. Cites: SAB-5.2."""
    for player, tools in broken.items():
        for tool in TOOLS:
            if tools.count(tool) > 1:
                said = "There cannot be two broken-{tool} cards in front of {player}."
                return api.impossible(said, keys.ONE_OF_EACH, tool=tool, player=player)
    return None


def too_many_broken(book: api.Rulebook, broken: Broken) -> api.Ruling | None:
    """Refuse more broken tools than the box has, of a kind or in all. Cites: SAB-1.2, SAB-5.11.

    Where the kind is not given it is one of any kind.
    """
    rules, left = (keys.ACTIONS_LEFT, keys.ACTION_CARDS), 0
    for tool in TOOLS:
        card, n = broken_card(tool), lying(broken, tool)
        copies = book[keys.ACTION_CARDS][card]
        if n > copies:
            said = "There cannot be {n} {card} cards: the box holds {copies}."
            return api.impossible(said, *rules, n=n, card=card, copies=copies)
        left += copies - n
    if sum(not tools for tools in broken.values()) > left:
        said = "{players} cannot all have a broken tool: the box holds too few such cards."
        return api.impossible(said, *rules, players=tuple(broken))
    return None


_TOOL: Final = api.Choice(TOOLS)
_WHOSE: Final = Say("the player who has it")
TOOL_OF_PLAYER: Final = api.Record(
    (
        api.Field("player", api.PlayerName(new=True), _WHOSE, required=True),
        api.Field("tool", _TOOL, Say("the tool"), required=True),
    ),
    separators=(":",),
)
PLAYER_WITH_TOOL: Final = api.Record(
    (
        api.Field("player", api.PlayerName(), _WHOSE, required=True),
        api.Field("tool", _TOOL, Say("the tool, where it is known")),
    ),
    separators=(":",),
)
"""Who has a broken tool is enough; of which kind it is may be added."""
