"""The dispute about action cards: may this one be played now, and on whom."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import TYPE_CHECKING, Final, cast

from referee import api
from referee.api import Player, Say
from referee.games.saboteur import keys
from referee.games.saboteur.model.board.cards import cell_words, read_cell
from referee.games.saboteur.model.gold import Variant
from referee.games.saboteur.model.tools import (
    ACTIONS,
    MAP,
    REPAIRS,
    ROCKFALL,
    TOOLS,
    action_named,
    broken_card,
    kind_meant,
    kinds_repaired,
    repair_card,
)
from referee.games.saboteur.questions.tunnel import (
    CELL,
    GOALS_GIVEN,
    GONE,
    LAID,
    Board,
    refuse_after_treasure,
    refuse_table,
)
from referee.games.saboteur.state import Round, State

if TYPE_CHECKING:  # other disputes need no course
    from referee.api import Course, Event
    from referee.games.saboteur.stages.cards import ActionPlayed


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


def count_broken(broken: Broken, tool: str) -> int:
    """Count the broken tools of a kind on the table.

    >>> count_broken({Player("Ana"): ("lamp", "cart"), Player("Bo"): ("lamp",)}, "lamp")
    2
    """
    return sum(tools.count(tool) for tools in broken.values())


def _refuse_twice_broken(broken: Broken) -> api.Ruling | None:
    """Refuse two broken tools of a kind in front of a player. Cites: SAB-5.2."""
    for player, tools in broken.items():
        for tool in TOOLS:
            if tools.count(tool) > 1:
                said = "There cannot be two broken-{tool} cards in front of {player}."
                return api.impossible(said, keys.ONE_OF_EACH, tool=tool, player=player)
    return None


def refuse_broken_tools(book: api.Rulebook, broken: Broken) -> api.Ruling | None:
    """Refuse two broken tools of a kind in front of a player, or more than the box has.

    If the kind is not given, it can be any. Cites: SAB-1.2, SAB-5.2, SAB-5.11.
    """
    if refused := _refuse_twice_broken(broken):
        return refused
    rules, left = (keys.ACTIONS_LEFT, keys.ACTION_CARDS), 0
    for tool in TOOLS:
        card, n = broken_card(tool), count_broken(broken, tool)
        copies = book[keys.ACTION_CARDS][card]
        if n > copies:
            said = "There cannot be {n} {card} cards: the box holds {copies}."
            return api.impossible(said, *rules, n=n, card=card, copies=copies)
        left += copies - n
    if sum(not tools for tools in broken.values()) > left:
        said = "{players} cannot all have a broken tool: the box holds too few such cards."
        return api.impossible(said, *rules, players=tuple(broken))
    return None


def _refuse_board(book: api.Rulebook, facts: api.Facts) -> api.Ruling | None:
    return refuse_table(book, Board.of(book, facts)) or _refuse_twice_broken(broken_given(facts))


def _position(book: api.Rulebook, facts: api.Facts) -> State:
    """Return a state with the facts given in which it is this player's turn."""
    board, broken, player = Board.of(book, facts), broken_given(facts), facts.player("player")
    seating = tuple(dict.fromkeys((player, facts.player("target", player), *broken)))
    return State(
        setup=api.Setup(seating, options=facts.options),
        rounds=1,
        goals=board.goals,
        hand=1,
        draw_pile=1,
        box={},
        variant=Variant.of(book, facts.options),
        now=Round(
            tunnel=board.tunnel,
            draw_pile=1,
            hands=dict.fromkeys(seating, 1),
            starter=player,
            broken=broken,
            up=board.up,
        ),
    )


def _event(_book: api.Rulebook, facts: api.Facts, state: State) -> ActionPlayed:
    """Return the event that play would judge. Raises RefereeError if a fact is missing."""
    from referee.games.saboteur.stages import cards

    play, player, at = facts.word("play"), facts.player("player"), facts.text("at", None)
    if play in {ROCKFALL, MAP}:
        if at is None:
            said = Say("Where is {play} played? Give at=CELL, as in at=2,0.", play=play)
            if play == MAP:
                said = Say("Which goal is looked at? Give at=GOAL, as in at={top}.", top="top")
            raise api.RefereeError(said)
        kind = cards.RockFell if play == ROCKFALL else cards.GoalLookedAt
        return kind(player, read_cell(at, state.goals))
    target = facts.player("target", None)
    if target is None:
        raise api.RefereeError(Say("Against whom is {play} played? Give target=NAME.", play=play))
    if tool := next((tool for tool in TOOLS if broken_card(tool) == play), None):
        return cards.ToolBroken(player, target, tool)
    card = next(kinds for kinds in REPAIRS if repair_card(kinds) == play)
    mended = facts.word("mends", None) or kind_meant(card, state.now.broken.get(target, ()))
    if mended is None:
        which, kinds = "Which does it repair, {kinds}? Give mends=KIND.", kinds_repaired(card)
        raise api.RefereeError(Say(which, kinds=api.join_or(kinds)))
    return cards.ToolRepaired(player, target, mended, card)


def _course() -> Course[State]:
    from referee.games.saboteur.stages import COURSE

    return COURSE


def _cells_cut_off(
    _book: api.Rulebook, state: State, event: Event[State]
) -> tuple[str, ...] | None:
    cells = cast("ActionPlayed", event).cuts_off(state)
    return None if cells is None else tuple(map(cell_words, cells))


def _shown_by_table(book: api.Rulebook, facts: api.Facts) -> dict[str, int]:
    """Count by name the action cards that the table shows to have been played."""
    broken = broken_given(facts)
    broken_cards = {broken_card(tool): count_broken(broken, tool) for tool in TOOLS}
    return {ROCKFALL: len(Board.of(book, facts).gone), **broken_cards}


def _played(book: api.Rulebook, facts: api.Facts) -> dict[str, int]:
    """Count the action cards played; if a number is not given, it is that shown by the table."""
    given, shown = facts.counts("played", {}), _shown_by_table(book, facts)
    return {card: given.get(card, shown.get(card, 0)) for card in ACTIONS}


def _refuse_played(book: api.Rulebook, facts: api.Facts) -> api.Ruling | None:
    """Refuse more action cards than there are, or fewer than the table shows. Cites: SAB-5.11."""
    rules, shown = (keys.ACTIONS_LEFT, keys.ACTION_CARDS), _shown_by_table(book, facts)
    for card, n in _played(book, facts).items():
        copies, there = book[keys.ACTION_CARDS][card], shown.get(card, 0)
        if n < there:
            one = "{n} {card} card cannot have been played: the table shows {lying}."
            many = "{n} {card} cards cannot have been played: the table shows {lying}."
            return api.impossible(api.plural(n, one, many, card=card, lying=there), *rules)
        used = n + (card == facts.word("play"))
        if used > copies:
            said = "There cannot be {n} {card} cards: the box holds {copies}."
            return api.impossible(said, *rules, n=used, card=card, copies=copies)
    return None


def _refuse_repairs(book: api.Rulebook, facts: api.Facts) -> api.Ruling | None:
    """Refuse repairs for which too few tools can have been broken. Cites: SAB-5.6, SAB-5.11.

    A broken tool lies on the table until a repair takes it away; a repair for two kinds has
    repaired one of them.
    """
    given, copies, play = facts.counts("played", {}), book[keys.ACTION_CARDS], facts.word("play")
    broken, played, left = broken_given(facts), _played(book, facts), {}
    for tool in TOOLS:
        card = broken_card(tool)
        used = given.get(card, copies[card] - (card == play))
        left[tool] = used - count_broken(broken, tool) - played[repair_card(tool)]
    doubles = (card for card in REPAIRS if "-" in card for _ in range(played[repair_card(card)]))
    chosen = product(*map(kinds_repaired, doubles))
    if any(all(repaired.count(tool) <= left[tool] for tool in TOOLS) for repaired in chosen):
        return None
    said = "So many repairs cannot have been played: too few tools were broken."
    return api.impossible(said, keys.NOTHING_TO_REPAIR, keys.ACTIONS_LEFT)


_TOOL_OF_PLAYER: Final = api.Record(
    (
        api.Field("player", api.PlayerName(new=True), Say("the player who has it"), required=True),
        api.Field("tool", api.Choice(TOOLS), Say("the tool"), required=True),
    ),
    separators=(":",),
)
_ACTION: Final = api.Choice(ACTIONS, action_named)
ACTION: Final = api.Question(
    name="action",
    about=Say("May this action card be played?"),
    fields=(
        api.Field("play", _ACTION, Say("the action card"), required=True),
        api.Field("player", api.PlayerName(new=True), Say("who plays it"), required=True),
        api.Field("target", api.PlayerName(new=True), Say("the player it is played on")),
        api.Field("mends", api.Choice(TOOLS), Say("which of two tools a repair is used for")),
        api.Field("at", CELL, Say("the cell of a rockfall, the goal of a map")),
        api.Field(
            "broken", api.ListOf(_TOOL_OF_PLAYER), Say("the broken tools in front of players")
        ),
        LAID,
        GOALS_GIVEN,
        GONE,
        api.Field(
            "played",
            api.MapOf(_ACTION, api.Integer()),
            Say("action cards already played in this round, this one not included"),
        ),
    ),
    answer=api.judging(
        position=_position,
        event=_event,
        checks=(
            _refuse_board,
            _refuse_played,
            _refuse_repairs,
            lambda book, facts: refuse_after_treasure(Board.of(book, facts)),
        ),
        results={"cuts_off": _cells_cut_off},
        course=_course,
    ),
    example="play=broken-lamp player=A target=B broken=B:cart",
)
