"""From where a session stands to the next thing the referee asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from referee.core.answers import NONE, OneOf, SomePlayer
from referee.core.errors import BadAnswer
from referee.core.phrase import CustomAnswer, LazySequence, parse_pair, player_named
from referee.core.rulebook import Rulebook
from referee.core.say import Say, join_or, plural
from referee.core.step import Step
from referee.core.table import Player
from referee.core.words import halfwidth, match_key, prefix_matches
from referee.games.colorful_treasure import events as seen
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.asked import field_line, holding_line, open_line, step
from referee.games.colorful_treasure.cards import (
    DIAMOND,
    FACES,
    LIKE,
    SECRETS,
    Card,
    in_order,
    kinds_of,
    one_of_many,
    read_card,
    read_cards,
    words_in,
)
from referee.games.colorful_treasure.field import can_lie, pairs_that_can_lie
from referee.games.colorful_treasure.flipping import leave_of
from referee.games.colorful_treasure.setting_up import setup_lines
from referee.games.colorful_treasure.state import State
from referee.games.colorful_treasure.takes import legal_takes
from referee.games.colorful_treasure.tiles import (
    EFFECTS,
    EXTRA_KIND,
    NO_SECRETS,
    TILES,
    read_tile,
    read_tiles,
)
from referee.games.colorful_treasure.turn import Phase, phase
from referee.games.colorful_treasure.using import with_tiles

STOP, DONE, BOTH = "stop", "done", "secrets"


def next_step(book: Rulebook, state: State) -> Step[seen.Event] | None:
    """Say what is asked next; None when the game is over."""
    now = phase(state)
    return None if now is Phase.OVER else _STEPS[now](book, state)


def _start(book: Rulebook, state: State) -> Step[seen.Event]:
    players = state.players
    return step(
        book,
        state,
        "setup.start",
        Say("Who begins (abroad most recently)?"),
        SomePlayer(players, players),
        lambda player: seen.StartPlayerNamed(player or players[0]),
        keys.START_PLAYER,
        enter=f"@{players[0]}",
        lines=setup_lines(book, state.setup),
    )


def _tiles(book: Rulebook, state: State) -> Step[seen.Event]:
    due = book[keys.TILES]
    listed = (Say("The effects of the tiles:"), *_numbered(TILES))
    offered = LazySequence(lambda: [", ".join(tiles) for tiles in combinations(TILES, due)])
    return step(
        book,
        state,
        "setup.tiles",
        plural(due, "Which effect lies up?", "Which {n} effects lie up?"),
        CustomAnswer(offered, read_tiles, Say("numbers or names, such as 1 3 6 7 10")),
        seen.TilesLaidOut,
        keys.TILES,
        lines=listed,
    )


def _numbered(tiles: Sequence[str]) -> tuple[Say, ...]:
    """List tiles with their numbers and effects, one in a line."""
    return tuple(
        Say("{n} {tile}: {effect}", n=f"{n:>2}", tile=tile, effect=EFFECTS[tile])
        for n, tile in enumerate(tiles, start=1)
    )


def _flip(book: Rulebook, state: State) -> Step[seen.Event]:
    player, field = state.active, state.field
    due = min(state.terms.flips, field.face_down)

    def offered() -> list[str]:
        if due == 1:
            return [card.short for card in can_lie(field)]
        short = {card: card.short for card in can_lie(field)}
        return [f"{short[one]} {short[other]}" for one, other in pairs_that_can_lie(field)]

    example = "such as 3r 5k" if due > 1 else "such as 3r"
    return step(
        book,
        state,
        "turn.flip",
        plural(due, "{player} flips which card?", "{player} flips which {n} cards?", player=player),
        CustomAnswer(
            LazySequence(offered),
            _cards_or_none,
            Say("wonder and face, {example}", example=example),
        ),
        lambda cards: seen.CardsFlipped(player, cards),
        keys.FLIPPED,
        keys.STILL_THERE,
        lines=(field_line(state),),
        besides=with_tiles(book, state),
    )


def _cards_or_none(words: str) -> tuple[Card, ...]:
    """Read cards that are flipped at the same time: their order tells nothing."""
    return () if match_key(words) == NONE else in_order(read_cards(words))


def _more(book: Rulebook, state: State) -> Step[seen.Event]:
    player, field = state.active, state.field
    is_fourth = len(field.shown) >= state.terms.flips + state.terms.thirds
    stopping = step(
        book,
        state,
        "turn.stop",
        Say("{player} flips no further card.", player=player),
        OneOf((DONE,), (DONE,)),
        lambda _: seen.FlippingStopped(player),
        keys.THIRD,
    )
    return step(
        book,
        state,
        "turn.more",
        Say(
            "{player} flips a fourth card?" if is_fourth else "{player} flips a third card?",
            player=player,
        ),
        CustomAnswer(
            LazySequence(lambda: [card.short for card in can_lie(field)]),
            read_card,
            Say("wonder and face, such as {like}", like=LIKE),
        ),
        lambda card: seen.AnotherFlipped(player, card),
        keys.FOURTH if is_fourth else keys.THIRD,
        keys.STILL_THERE,
        enter=STOP,
        lines=(open_line(state),),
        besides=(stopping, *with_tiles(book, state)),
    )


def _take(book: Rulebook, state: State) -> Step[seen.Event]:
    player, shown = state.active, state.field.shown
    legal = legal_takes([card.face for card in shown], leave_of(book, state))
    offered = tuple(map(_take_words, legal))
    return step(
        book,
        state,
        "turn.take",
        Say("{player} takes?", player=player),
        CustomAnswer(
            offered, lambda words: _taken(words, shown), join_or(offered), is_numbered=True
        ),
        lambda cards: seen.CardsTaken(player, cards),
        keys.SECRETS_FIRST,
        keys.ONE_KIND,
        *(rule for tile, rule in _RULES_OF_TAKING.items() if tile in state.own.tiles),
        enter=offered[0] if len(offered) == 1 else None,
        lines=(open_line(state),),
        besides=with_tiles(book, state),
    )


_RULES_OF_TAKING: Final[Mapping[str, Any]] = {
    NO_SECRETS: keys.NO_SECRETS,
    EXTRA_KIND: keys.EXTRA_KIND,
}
"""The rules of tiles that change what is taken."""


def _take_words(kinds: tuple[str, ...]) -> str:
    """Word a take as it may be typed."""
    return BOTH if kinds == SECRETS else " ".join(kinds) or NONE


def _taken(words: str, shown: tuple[Card, ...]) -> tuple[Card, ...]:
    """Read kinds of the cards that show, or single cards. Raises BadAnswer."""
    if match_key(words) == NONE:
        return ()
    if any(sign.isdigit() for sign in halfwidth(words)):
        return in_order(read_cards(words))
    there = kinds_of(card.face for card in shown)
    kinds = [kind for word in words_in(words) for kind in _kinds(word, there)]
    return in_order(card for card in shown if card.face in kinds)


def _kinds(word: str, there: tuple[str, ...]) -> tuple[str, ...]:
    """Read a kind that shows, or the word for all secret treasures. Raises BadAnswer."""
    found = prefix_matches(one_of_many(word), (*FACES, BOTH))
    kinds = SECRETS if found == (BOTH,) else found if len(found) == 1 else ()
    shown = tuple(kind for kind in kinds if kind in there)
    if not shown:
        raise BadAnswer(Say("“{word}” is none of {kinds}.", word=word, kinds=there or (NONE,)))
    return shown


def _plunder(book: Rulebook, state: State) -> Step[seen.Event]:
    player, loot = state.active, state.loot()
    named = player_named(state.players)
    offered = [
        f"@{victim} {card.short if card else DIAMOND}"
        for victim, cards in loot.items()
        for card in cards
    ]

    def read(words: str) -> tuple[Player, Card | None] | None:
        if match_key(words) == NONE:
            return None
        return _whose(words, state) or parse_pair(words, named, _loot)

    def event(read: tuple[Player, Card | None] | None) -> seen.Event:
        if read is None:
            return seen.NothingPlundered(player)
        victim, card = read
        if card is None:
            return seen.DiamondPlundered(player, victim)
        return seen.CardPlundered(player, victim, card)

    return step(
        book,
        state,
        "turn.plunder",
        Say("{player} plunders what from whom?", player=player),
        CustomAnswer(tuple(offered) or (NONE,), read, _loot_form(loot)),
        event,
        keys.PAIR,
        keys.LOOT,
        keys.NEVER_LOOT,
        lines=tuple(holding_line(state, victim) for victim in loot),
    )


def _loot(words: str) -> Card | None:
    """Read a card, or the word for a diamond, which gives None. Raises BadAnswer."""
    if match_key(words) and DIAMOND.startswith(match_key(words)):
        return None
    return read_card(words)


def _whose(words: str, state: State) -> tuple[Player, Card | None] | None:
    """Read loot without a name where it can be one player's only: a card, or the one diamond."""
    try:
        loot = _loot(words)
    except BadAnswer:
        return None
    owners = [
        player
        for player, held in state.holdings.items()
        if player != state.active and (loot in held.cards if loot else held.diamonds)
    ]
    return (owners[0], loot) if len(owners) == 1 else None


def _loot_form(loot: Mapping[Player, tuple[Card | None, ...]]) -> Say:
    """Show how loot is typed: a card, which is one player's only, or whose diamond."""
    cards = [card.short for own in loot.values() for card in own if card]
    diamonds = [f"{player} {DIAMOND}" for player, own in loot.items() if None in own]
    return join_or([*cards[:1], *diamonds[:1]] or [NONE])


def _pick(book: Rulebook, state: State) -> Step[seen.Event]:
    player, colour, tiles = state.active, state.claims()[0], state.tiles or ()

    def read(words: str) -> str:
        return NONE if match_key(words) == NONE else read_tile(words, tiles)

    def event(tile: str) -> seen.Event:
        if tile == NONE:
            return seen.TileDeclined(player, colour)
        return seen.TilePicked(player, colour, tile)

    return step(
        book,
        state,
        "turn.tile",
        Say(
            "{player} has a third {colour} gem and picks which tile?", player=player, colour=colour
        ),
        CustomAnswer((*tiles, NONE), read, Say("a number, a name, or none")),
        event,
        keys.THIRD_GEM,
        keys.THIRD_AGAIN,
        keys.SEVERAL_COLOURS,
        keys.PICKED,
        lines=(Say("The tiles that are left:"), *_numbered(tiles)),
        besides=with_tiles(book, state),
    )


def _end(book: Rulebook, state: State) -> Step[seen.Event]:
    player = state.active
    return step(
        book,
        state,
        "turn.end",
        Say("Is {player}'s turn over?", player=player),
        OneOf((DONE,), (DONE,)),
        lambda _: seen.TurnEnded(player),
        keys.USING,
        enter=DONE,
        besides=with_tiles(book, state),
    )


_STEPS: Final[Mapping[Phase, Callable[[Rulebook, State], Step[seen.Event]]]] = {
    Phase.START: _start,
    Phase.TILES: _tiles,
    Phase.FLIP: _flip,
    Phase.MORE: _more,
    Phase.TAKE: _take,
    Phase.PLUNDER: _plunder,
    Phase.TILE: _pick,
    Phase.END: _end,
}
