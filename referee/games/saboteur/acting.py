"""Rulings on action cards, on discarding, and on an early end."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden, impossible, table_call
from referee.core.say import Say, join_or, plural
from referee.core.table import Options, Player
from referee.games.saboteur import events as seen
from referee.games.saboteur import keys
from referee.games.saboteur.cards import card_words
from referee.games.saboteur.cells import START, Cell, cell_words
from referee.games.saboteur.last_card import with_end
from referee.games.saboteur.state import State
from referee.games.saboteur.tools import MAP, ROCKFALL, broken_card, mends, repair_card
from referee.games.saboteur.tunnel import Tunnel

Broken = Mapping[Player, tuple[str, ...]]


def no_card_left(book: Rulebook, played: Mapping[str, int], card: str) -> Ruling | None:
    """Stop an action card of which all copies were played. Cites: SAB-1.2, SAB-5.11."""
    copies = book[keys.ACTION_CARDS][card]
    if played.get(card, 0) < copies:
        return None
    said = plural(
        copies,
        "The box holds 1 card {card}, and it was played.",
        "The box holds {n} cards {card}, and all were played.",
        card=card,
    )
    return forbidden(said, keys.ACTIONS_LEFT, keys.ACTION_CARDS)


def judge_breaking(  # noqa: PLR0913 - who breaks what before whom, and what lies there
    book: Rulebook, options: Options, player: Player, target: Player, tool: str, broken: Broken
) -> Ruling:
    """Whether a broken tool may be laid before a player. Cites: SAB-5.1 to SAB-5.3."""
    lying = broken.get(target, ())
    if tool in lying:
        said = Say("{target} has a broken {tool} already.", target=target, tool=tool)
        return forbidden(said, keys.ONE_OF_EACH)
    if target == player and book.option(options, "self_break") == "no":
        said = Say("{player} breaks tools of others only, at this table.", player=player)
        return forbidden(said, keys.ON_ONESELF)
    own = (keys.ON_ONESELF,) if target == player else ()
    several = (keys.ONE_OF_EACH,) if lying else ()
    said = Say("{player} breaks {target}'s {tool}.", player=player, target=target, tool=tool)
    if own:
        said = Say("{player} breaks their own {tool}.", player=player, tool=tool)
    return allowed(said, keys.BROKEN_TOOL, *several, *own)


def judge_repairing(  # noqa: PLR0913 - who mends what before whom, and what lies there
    book: Rulebook, player: Player, target: Player, tool: str, card: str, broken: Broken
) -> Ruling:
    """Whether a repair may be played. Cites: SAB-5.4 to SAB-5.6."""
    kinds = mends(card)
    if tool not in kinds:
        said = Say("That repair shows {kinds}, not {tool}.", kinds=kinds, tool=tool)
        return impossible(said, keys.REPAIRING, keys.ACTION_CARDS)
    double = (keys.DOUBLE_REPAIR,) if len(kinds) > 1 else ()
    if tool not in broken.get(target, ()):
        said = Say("{target} has no broken {tool}.", target=target, tool=tool)
        return forbidden(said, keys.NOTHING_TO_REPAIR, *double)
    said = Say("{player} repairs {target}'s {tool}.", player=player, target=target, tool=tool)
    if target == player:
        said = Say("{player} repairs their own {tool}.", player=player, tool=tool)
    return allowed(said, keys.REPAIRING, *double)


def judge_rockfall(
    book: Rulebook, tunnel: Tunnel, goals: Sequence[Cell], player: Player, cell: Cell
) -> Ruling:
    """Whether a rockfall may hit that cell, and what it cuts off. Cites: SAB-5.7, SAB-5.8."""
    where = cell_words(cell)
    cites = book.cite(keys.ROCKFALL)
    if cell == START:
        return forbidden(Say("A rockfall never hits the start card."), *cites)
    if cell in goals:
        return forbidden(
            Say("A rockfall never hits a goal, such as at {cell}.", cell=where), *cites
        )
    if cell not in tunnel.cards:
        return forbidden(Say("No tunnel card lies at {cell}.", cell=where), *cites)
    card = card_words(tunnel.cards[cell])
    said = Say("{player} removes {card} at {cell}.", player=player, card=card, cell=where)
    after = tunnel.without(cell)
    laid = [at for at in after.cards if at not in goals]
    cut_off = [at for at in laid if after.is_loose(at) and not tunnel.is_loose(at)]
    if cut_off:
        said = plural(
            len(cut_off),
            "{said} 1 card is cut off.",
            "{said} {n} cards are cut off.",
            said=said,
        )
        return allowed(said, keys.ROCKFALL, keys.LOOSE_PARTS)
    return allowed(said, *cites)


def judge_map(
    book: Rulebook, goals: Sequence[Cell], up: Collection[Cell], player: Player, cell: Cell
) -> Ruling:
    """Whether a map may be played for that goal. Cites: SAB-5.9, SAB-5.10."""
    where = cell_words(cell)
    if cell not in goals:
        said = Say(
            "No goal lies at {cell}; goals lie at {goals}.", cell=where, goals=_listed(goals)
        )
        return impossible(said, keys.MAP, keys.TO_THE_GOALS)
    if cell in up:
        said = Say("The goal at {cell} is up: everyone sees it.", cell=where)
        return forbidden(said, keys.MAP_ON_OPEN_GOAL)
    said = Say("{player} alone looks at the goal at {cell}.", player=player, cell=where)
    return allowed(said, keys.MAP)


def _listed(cells: Sequence[Cell]) -> Say:
    return join_or([cell_words(cell) for cell in cells])


def judge_broken(book: Rulebook, state: State, event: seen.ToolBroken) -> Ruling:
    """Whether the tool may be broken where the session stands."""
    now = state.now
    card = broken_card(event.tool)
    ruling = judge_breaking(
        book, state.setup.options, event.player, event.target, event.tool, now.broken
    )
    return no_card_left(book, now.played, card) or with_end(book, state, event.player, ruling)


def judge_repaired(book: Rulebook, state: State, event: seen.ToolRepaired) -> Ruling:
    """Whether the tool may be repaired where the session stands."""
    now = state.now
    ruling = judge_repairing(book, event.player, event.target, event.tool, event.card, now.broken)
    if ruling.verdict.stops_play:
        return ruling
    card = repair_card(event.card)
    return no_card_left(book, now.played, card) or with_end(book, state, event.player, ruling)


def judge_fallen(book: Rulebook, state: State, event: seen.RockFell) -> Ruling:
    """Whether the rockfall may be played where the session stands."""
    now = state.now
    ruling = judge_rockfall(book, now.tunnel, state.goals, event.player, event.at)
    if ruling.verdict.stops_play:
        return ruling
    return no_card_left(book, now.played, ROCKFALL) or with_end(book, state, event.player, ruling)


def judge_looked(book: Rulebook, state: State, event: seen.GoalLookedAt) -> Ruling:
    """Whether the map may be played where the session stands."""
    now = state.now
    ruling = judge_map(book, state.goals, now.up, event.player, event.at)
    if ruling.verdict.stops_play:
        return ruling
    return no_card_left(book, now.played, MAP) or with_end(book, state, event.player, ruling)


def judge_discarded(book: Rulebook, state: State, event: seen.CardDiscarded) -> Ruling:
    """Discarding is always open to a player with a card. Cites: SAB-2.1 to SAB-2.3."""
    if not state.now.hands[event.player]:
        said = Say("{player} has no card left.", player=event.player)
        return forbidden(said, keys.DISCARDING)
    said = Say("{player} discards a card.", player=event.player)
    empty = () if state.now.draw_pile else (keys.EMPTY_PILE,)
    ruling = allowed(said, keys.DISCARDING, *empty)
    return with_end(book, state, event.player, ruling)


def judge_end_agreed(book: Rulebook, state: State, event: seen.EndAgreed) -> Ruling:
    """Only the table knows whether anything can change. Cites: SAB-6.3."""
    said = Say(
        "All agree that nothing can change: the saboteurs win round {round}.", round=state.round
    )
    return table_call(said, keys.EARLY_END)
