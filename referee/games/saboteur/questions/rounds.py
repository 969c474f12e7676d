"""Disputes about a round: setup, roles, talk, then turns, hands, its end and who begins next."""

from __future__ import annotations

from typing import Any, Final

from referee import api
from referee.api import Player, Say
from referee.games.saboteur import keys
from referee.games.saboteur.model.deal import (
    DIGGER,
    SABOTEUR,
    cards_in_round,
    cards_to_draw,
    next_player,
    refuse_early_end,
    saboteurs_possible,
)


def _setup(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Return what is shuffled and dealt. Cites: SAB-1.6 to SAB-1.8."""
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
    """Return how many saboteurs can be in play, and what the card left over can be.

    Cites: SAB-1.6, SAB-10.4.
    """
    unknown, rules = {"saboteurs": None, "left_over": None}, (keys.ROLES_DEALT, keys.SABOTEURS)
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
        none_fits = "No deal for {seats} players fits: {least} or {most} of them are saboteurs."
        refused = api.impossible(none_fits, *rules, seats=seats, least=least, most=most)
        return api.Answer.ruled(refused, unknown)
    cards = [over[n] for n in fitting]
    left_over = tuple(card for card in (SABOTEUR, DIGGER) if card in cards)
    results = {"saboteurs": tuple(fitting), "left_over": left_over}
    said = api.plural(fitting[0], "{n} saboteur is in play.", "{n} saboteurs are in play.")
    if len(fitting) > 1:
        said = Say("{least} or {most} saboteurs are in play.", least=least, most=most)
    return api.Answer.answered(said, results, *rules)


def _talk(_book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Rule on saying or showing something. Cites: SAB-1.6, SAB-2.2, SAB-2.4, SAB-5.9."""
    if facts.word("how") == SAY:
        said = "You can say it, true or not. It proves nothing."
        return api.Answer.ruled(api.allowed(said, keys.TALK_IS_FREE))
    said, rule = _NOT_SHOWN[facts.word("of")]
    return api.Answer.ruled(api.forbidden(said, rule, keys.TALK_IS_FREE))


SAY, SHOW = "say", "show"
_NOT_SHOWN: Final[dict[str, tuple[str, str]]] = {
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
        api.Field("of", api.Choice(tuple(_NOT_SHOWN)), Say("of what"), required=True),
        api.Field("how", api.Choice((SAY, SHOW)), Say("say or show"), required=True),
    ),
    answer=_talk,
    example="of=map how=show",
)


# The numbers of a round: turns, hands, its end and the next starter


class _CardsUsed(api.Struct, frozen=True):
    """How many cards of a round were used, and how many are left to draw; None is unknown."""

    cards: int
    """How many a round has."""
    to_draw: int
    """How many are left to draw after the deal."""
    turns: int | None
    pile: int | None

    @classmethod
    def of(cls, book: api.Rulebook, seats: int, facts: api.Facts) -> _CardsUsed:
        """Read the facts; compute turns or pile from the other if it follows. Cites: SAB-1.8."""
        to_draw = cards_to_draw(book, seats)
        turns, pile = facts.integer("turns", None), facts.integer("pile", None)
        if turns is None and pile:
            turns = to_draw - pile
        if pile is None and turns is not None:
            pile = max(0, to_draw - turns)
        return cls(cards_in_round(book), to_draw, turns, pile)

    def refuse_numbers(self) -> api.Ruling | None:
        """Refuse more cards than there are, or numbers that disagree. Cites: SAB-1.8, SAB-6.2."""
        if self.turns is not None and self.turns > self.cards:
            said = "{n} cards cannot have been used: a round has {cards}."
            return api.impossible(said, keys.CARDS_USED, n=self.turns, cards=self.cards)
        if self.pile is not None and self.pile > self.to_draw:
            said = "There cannot be {n} cards to draw: after the deal there are {pile}."
            return api.impossible(said, keys.DRAW_PILE, n=self.pile, pile=self.to_draw)
        if self.turns is None or self.pile == max(0, self.to_draw - self.turns):
            return None
        said = "Cards used: {turns}. That leaves {left} to draw, not {pile}."
        facts = {"turns": self.turns, "left": max(0, self.to_draw - self.turns)}
        return api.impossible(Say(said, pile=self.pile or 0, **facts), keys.DRAW_PILE)


def _refuse_table(
    book: api.Rulebook, rule: str, players: tuple[Player, ...], *named: Player | None
) -> api.Ruling | None:
    known = [name for name in named if name is not None]
    return api.wrong_number_of_players(book, len(players), keys.SABOTEURS) or api.unknown_players(
        rule, players, *known
    )


def _refuse_last(
    players: tuple[Player, ...], began: Player | None, turns: int | None, last: Player | None
) -> api.Ruling | None:
    """Refuse a last card used by a player whose turn it was not. Cites: SAB-2.1."""
    if turns is None or last is None or (turns and began is None):
        return None
    if turns and began and next_player(players, began, turns - 1) == last:
        return None
    said = "{last} did not use card {turns} of a round that {began} began."
    if not turns:
        said = "Nobody has used a card yet, so {last} cannot have used the last one."
    return api.impossible(said, keys.ONE_OF_THREE, last=last, turns=turns, began=began or "")


def _turn(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Return whose turn it is. Cites: SAB-1.10, SAB-2.1, SAB-2.3, SAB-6.2."""
    players, began = facts.players("players"), facts.player("began", None)
    last = facts.player("last", None)
    unknown: dict[str, Any] = dict.fromkeys(("player", "turn", "draw_pile", "hand", "draws"))
    if refused := _refuse_table(book, keys.ONE_OF_THREE, players, began, last):
        return api.Answer.ruled(refused, unknown)
    used = _CardsUsed.of(book, len(players), facts)
    if refused := used.refuse_numbers() or _refuse_last(players, began, used.turns, last):
        return api.Answer.ruled(refused, unknown)
    if last is None and (began is None or used.pile is None):
        said = "Who used the last card? Or report who began, and turns or pile."
        raise api.RefereeError(Say(said))
    if began is None and last and used.turns:
        began = next_player(players, last, 1 - used.turns)
    known = unknown | {"draw_pile": used.pile}
    if used.pile is not None:
        known["draws"] = used.pile > 0
    if used.turns == used.cards:
        said = "All cards are used: it is nobody's turn."
        return api.Answer.answered(Say(said), known, keys.CARDS_USED)
    if began is not None and used.turns is not None:
        player = next_player(players, began, used.turns)
        hand = _hands_at(book, players, began, used.turns)[player]
        known |= {"player": player, "turn": used.turns + 1, "hand": hand}
    elif last is not None:
        known["player"] = api.next_clockwise(players, last)
    return _turn_answer(known)


def _turn_answer(known: dict[str, Any]) -> api.Answer:
    """Return the answer that says whose turn it is, and whether that player draws."""
    rules = [keys.ONE_OF_THREE, keys.FIRST_STARTER]
    if known["player"] is None:
        said = "Nobody draws any more; report turns to know whose turn it is."
        return api.Answer.answered(Say(said), known, keys.EMPTY_PILE, *rules)
    said = "It is {player}'s turn."
    if known["draws"]:
        said = "It is {player}'s turn, with a card to draw after it."
    elif known["draws"] is not None:
        said = "It is {player}'s turn, with no cards left to draw."
        rules.append(keys.EMPTY_PILE)
    return api.Answer.answered(Say(said, player=known["player"]), known, *rules)


def _hands_at(
    book: api.Rulebook, players: tuple[Player, ...], began: Player, turns: int
) -> dict[Player, int]:
    """Count everybody's cards before a turn: each card used is replaced while there are any.

    Cites: SAB-2.1, SAB-2.3.
    """
    seats, order = len(players), api.clockwise_from(players, began)
    undrawn = [order[turn % seats] for turn in range(cards_to_draw(book, seats), turns)]
    return {player: book[keys.HAND][seats] - undrawn.count(player) for player in players}


def _hands(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Return how many cards everybody should hold, and who does not. Cites: SAB-1.7, SAB-2.1."""
    players, began = facts.players("players"), facts.player("began")
    holds = facts.counts("holds", {})
    unknown: dict[str, Any] = dict.fromkeys(("hands", "draw_pile", "wrong"))
    if refused := _refuse_table(book, keys.ONE_OF_THREE, players, began, *map(Player, holds)):
        return api.Answer.ruled(refused, unknown)
    used = _CardsUsed.of(book, len(players), facts)
    if refused := used.refuse_numbers():
        return api.Answer.ruled(refused, unknown)
    if used.pile is None:
        raise api.RefereeError(Say("How many cards were used? Report turns or pile."))
    if used.turns is None:
        unknown_hands = Say("Nobody draws any more; report turns to know the hands.")
        return api.Answer.answered(unknown_hands, unknown | {"draw_pile": 0}, keys.EMPTY_PILE)
    hands = _hands_at(book, players, began, used.turns)
    wrong = tuple(who for who in players if holds.get(who, hands[who]) != hands[who])
    each = tuple(Say("{player} {n}", player=player, n=n) for player, n in hands.items())
    errors = [_wrong_hand_words(who, holds[who] - hands[who]) for who in wrong]
    said = api.join([Say("Hands: {each}.", each=each), *errors], " ")
    because = tuple(Say("{player} should hold {n}.", player=who, n=hands[who]) for who in wrong)
    results = {"hands": hands, "draw_pile": used.pile, "wrong": wrong}
    rules = (keys.HAND, keys.ONE_OF_THREE, *((keys.EMPTY_PILE,) if not used.pile else ()))
    return api.Answer.answered(said, results, *rules, because=because)


def _wrong_hand_words(player: Player, more: int) -> Say:
    said = "{player} holds {n} too many." if more > 0 else "{player} holds {n} too few."
    return Say(said, player=player, n=abs(more))


def _end(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Return whether a round is over, and who has won it. Cites: SAB-6.1 to SAB-6.3."""
    seats = facts.seats("players")
    results: dict[str, Any] = {"over": None, "won": None, "cards_left": None}
    if refused := api.wrong_number_of_players(book, seats, keys.SABOTEURS):
        return api.Answer.ruled(refused, results)
    used = _CardsUsed.of(book, seats, facts)
    if refused := used.refuse_numbers():
        return api.Answer.ruled(refused, results)
    if used.turns is not None:
        results["cards_left"] = used.cards - used.turns
    if facts.yes("treasure", None):
        said = Say("The treasure is face up: the round is over, and the diggers have won it.")
        results |= {"over": True, "won": "diggers"}
        return api.Answer.answered(said, results, keys.TREASURE)
    if used.turns == used.cards:
        said = Say("All cards are used: the round is over, and the saboteurs have won it.")
        results |= {"over": True, "won": "saboteurs"}
        return api.Answer.answered(said, results, keys.CARDS_USED)
    if facts.yes("agreed", None):
        return _early_end_answer(used, results)
    said = Say("The round continues.")
    return api.Answer.answered(said, results | {"over": False}, keys.CARDS_USED, keys.TREASURE)


def _early_end_answer(used: _CardsUsed, results: dict[str, Any]) -> api.Answer:
    """Rule on an end of the round that all players agree on. Cites: SAB-6.3."""
    if used.pile is None:
        raise api.RefereeError(Say("Are there cards to draw? Report pile or turns."))
    if ruling := refuse_early_end(used.pile):
        return api.Answer.ruled(ruling, results)
    said = (
        "The table decides: if all agree that no card can be played, the saboteurs win the round."
    )
    return api.Answer.ruled(api.table_call(said, keys.EARLY_END), results | {"won": "saboteurs"})


def _starter(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Return who begins the next round. Cites: SAB-6.5."""
    players, turns = facts.players("players"), facts.integer("turns", None)
    began, last = facts.player("began", None), facts.player("last", None)
    if refused := _refuse_table(book, keys.NEXT_STARTER, players, began, last):
        return api.Answer.ruled(refused, {"starter": None})
    used = _CardsUsed.of(book, len(players), facts)
    if refused := used.refuse_numbers() or _refuse_last(players, began, turns, last):
        return api.Answer.ruled(refused, {"starter": None})
    if last is None:
        if began is None or turns is None:
            raise api.RefereeError(Say("Who used the last card? Report last, or began and turns."))
        if not turns:
            said = Say("Nobody used a card, so {starter} begins again.", starter=began)
            return api.Answer.answered(said, {"starter": began}, keys.NEXT_STARTER)
        last = next_player(players, began, turns - 1)
    starter = api.next_clockwise(players, last)
    said = Say("{starter} begins, to the left of {last}.", starter=starter, last=last)
    return api.Answer.answered(said, {"starter": starter}, keys.NEXT_STARTER)


BEGAN: Final = api.Field("began", api.PlayerName(), Say("who began the round"))
TURNS: Final = api.Field(
    "turns", api.Integer(), Say("cards used in the round so far, discards too")
)
PILE: Final = api.Field("pile", api.Integer(), Say("cards left to draw"))
LAST: Final = api.Field("last", api.PlayerName(), Say("who used the last card"))
STARTER: Final = api.Question(
    name="starter",
    about=Say("Who begins the next round?"),
    fields=(PLAYERS, LAST, BEGAN, TURNS),
    answer=_starter,
    example="players=A,B,C last=B",
)
TURN: Final = api.Question(
    name="turn",
    about=Say("Whose turn is it?"),
    fields=(PLAYERS, BEGAN, TURNS, PILE, LAST),
    answer=_turn,
    example="players=A,B,C,D began=B turns=13",
)
HANDS: Final = api.Question(
    name="hands",
    about=Say("How many cards should everybody hold?"),
    fields=(
        PLAYERS,
        api.Field("began", BEGAN.shape, BEGAN.about, required=True),
        TURNS,
        PILE,
        api.Field(
            "holds", api.MapOf(api.PlayerName(), api.Integer()), Say("how many cards players hold")
        ),
    ),
    answer=_hands,
    example="players=A,B,C,D began=B turns=45 holds=B:6,C:6",
)
_TREASURE_WORDS: Final = {
    **dict.fromkeys(("missing", "hidden", "not found", "unfound"), "no"),
    **dict.fromkeys(("found", "up"), "yes"),
}


def _read_whether_up(words: str) -> str:
    return _TREASURE_WORDS.get(" ".join(words.casefold().split()), words)


END: Final = api.Question(
    name="end",
    about=Say("Is the round over, and who has won it?"),
    fields=(
        SEATS,
        TURNS,
        PILE,
        api.Field("treasure", api.Boolean(_read_whether_up), Say("whether the treasure is up")),
        api.Field(
            "agreed", api.Boolean(), Say("whether all agree that no card can be played any more")
        ),
    ),
    answer=_end,
    example="players=4 turns=10 agreed=yes",
)
