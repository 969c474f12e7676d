"""Disputes about action cards: may this be played now, and on whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from referee.core.errors import RefereeError
from referee.core.question import Answer, Facts
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, impossible
from referee.core.say import Say, join_or
from referee.core.table import Player
from referee.games.saboteur import keys
from referee.games.saboteur.acting import (
    judge_breaking,
    judge_map,
    judge_repairing,
    judge_rockfall,
)
from referee.games.saboteur.board import Board, cannot_lie_so, round_over
from referee.games.saboteur.cells import read_cell
from referee.games.saboteur.tools import (
    MAP,
    REPAIRS,
    ROCKFALL,
    TOOLS,
    broken_card,
    mends,
    repair_card,
)


def answer_action(book: Rulebook, facts: Facts) -> Answer:
    """Rule on an action card. Cites: SAB-5.1 to SAB-5.10."""
    play = cast("str", facts.values["play"])
    player = cast("Player", facts.values["player"])
    broken = _broken(facts)
    board = Board.of(book, facts.values)
    refused = (
        cannot_lie_so(book, board)
        or _broken_too_often(book, facts, broken)
        or round_over(book, board)
    )
    if refused:
        return Answer.ruled(refused)
    if play in {ROCKFALL, MAP}:
        return Answer.ruled(_at_cell(book, facts, board, play, player))
    target = facts.values.get("target")
    if target is None:
        raise RefereeError(Say("Before whom is {play} played? Tell target=NAME.", play=play))
    return Answer.ruled(_on_player(book, facts, play, player, cast("Player", target), broken))


def _at_cell(book: Rulebook, facts: Facts, board: Board, play: str, player: Player) -> Ruling:
    if "at" not in facts.values:
        raise RefereeError(Say("Where is {play} played? Tell at=CELL, as in at=2,0.", play=play))
    cell = read_cell(cast("str", facts.values["at"]))
    if play == ROCKFALL:
        return judge_rockfall(book, board.tunnel, board.goals, player, cell)
    return judge_map(book, board.goals, board.up, player, cell)


def _on_player(  # noqa: PLR0913 - who plays what before whom, and what lies there
    book: Rulebook,
    facts: Facts,
    play: str,
    player: Player,
    target: Player,
    broken: Mapping[Player, tuple[str, ...]],
) -> Ruling:
    tool = next((tool for tool in TOOLS if broken_card(tool) == play), None)
    if tool:
        return judge_breaking(book, facts.options, player, target, tool, broken)
    card = next(kinds for kinds in REPAIRS if repair_card(kinds) == play)
    wanted = facts.values.get("mends")
    mended = cast("str", wanted) if wanted else _only_fitting(card, broken.get(target, ()))
    if mended is None:
        said = Say("What does it mend, {kinds}? Tell mends=KIND.", kinds=join_or(mends(card)))
        raise RefereeError(said)
    return judge_repairing(book, player, target, mended, card, broken)


def _only_fitting(card: str, lying: tuple[str, ...]) -> str | None:
    """Find the kind that a repair must mean: its only one, or the only one that is broken."""
    kinds = mends(card)
    fitting = [tool for tool in kinds if tool in lying]
    if len(fitting) > 1:
        return None
    return fitting[0] if fitting else kinds[0]


def _broken(facts: Facts) -> dict[Player, tuple[str, ...]]:
    broken: dict[Player, tuple[str, ...]] = {}
    for record in cast("tuple[Mapping[str, Any], ...]", facts.values.get("broken", ())):
        player = Player(record["player"])
        broken[player] = (*broken.get(player, ()), record["tool"])
    return broken


def _broken_too_often(
    book: Rulebook, facts: Facts, broken: Mapping[Player, tuple[str, ...]]
) -> Ruling | None:
    """Stop broken tools that cannot lie so: two of a kind before a player, more than there are."""
    for player, tools in broken.items():
        for tool in TOOLS:
            if tools.count(tool) > 1:
                said = Say("Two broken tools {tool} before {player}?", tool=tool, player=player)
                return impossible(said, keys.ONE_OF_EACH)
    for tool in TOOLS:
        n = sum(tool in tools for tools in broken.values())
        copies = book[keys.ACTION_CARDS][broken_card(tool)]
        is_one_more = facts.values["play"] == broken_card(tool)
        if n + is_one_more > copies:
            said = Say(
                "{n} cards {card}? The box holds {copies}.",
                n=n + is_one_more,
                card=broken_card(tool),
                copies=copies,
            )
            return impossible(said, keys.ACTIONS_LEFT, keys.ACTION_CARDS)
    return None
