"""A turn: a tunnel card is laid, or an alternative is reported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee import api
from referee.api import Player, Say
from referee.games.saboteur import keys
from referee.games.saboteur.model.board.cards import (
    Cell,
    PlacedCard,
    card_words,
    cell_words,
    read_card,
    shape_of,
)
from referee.games.saboteur.model.board.placement import Placement
from referee.games.saboteur.model.deal import refuse_early_end, setup_lines
from referee.games.saboteur.stages.answers import CardAtCell
from referee.games.saboteur.stages.cards import (
    BREAK,
    DISCARD,
    MAP,
    REPAIR,
    ROCKFALL,
    CardUsed,
    one_more,
    play_stage,
)
from referee.games.saboteur.state import State


class StarterChosen(api.Event[State], frozen=True):
    """The table named who begins the first round."""

    verbs = "begins starts"
    filler = "is first goes player starter"
    rule = keys.FIRST_STARTER
    tells_rule = True
    sheet_line = "laid"
    player: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        return self.allowed("{player} begins.", keys.NEXT_STARTER if state.past else self.rule)

    def apply(self, state: State) -> State:
        return state.in_round(starter=self.player)

    def tell(self, state: State) -> Mapping[str, Say]:
        return {api.SHARED: self.say("{player} begins")}


class CardLaid(CardUsed, frozen=True):
    """A tunnel card was laid; ``card`` as it lies, such as EW, or xEW for a dead end."""

    verbs = "lays"
    sheet_line = "laid"
    card: str
    at: Cell

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        now = state.now
        placed = PlacedCard(self.at, read_card(self.card))
        broken = now.broken.get(self.player, ())
        placement = Placement(placed, now.tunnel, state.goals, broken, now.laid)
        if refused := placement.refusal(book):
            return refused
        cell, goals = cell_words(self.at), tuple(cell_words(at) for at, _ in placement.reached())
        if not goals:
            said = "{player} lays {card} at {cell}."
            return self.allowed(said, *placement.rules(), cell=cell)
        rules = [*placement.rules(), keys.TURNED_UP]
        said = "{player} lays {card} at {cell}. The goal at {goals} is turned up."
        if len(goals) > 1:
            said = "{player} lays {card} at {cell}. The goals at {goals} are turned up."
            rules.append(keys.SEVERAL_GOALS)
        return self.allowed(said, *rules, cell=cell, goals=goals)

    def ends_in(self, ruling: api.Ruling) -> tuple[api.RuleRef, ...]:
        goals = (keys.TURNED_UP, keys.SEVERAL_GOALS)
        return tuple(rule for rule in ruling.rules if rule.rule_id in goals)

    def apply(self, state: State) -> State:
        now, card = state.now, read_card(self.card)
        laid = one_more(now.laid, shape_of(card))
        return self.used(state, tunnel=now.tunnel.lay(self.at, card), laid=laid)

    def tell(self, state: State) -> Mapping[str, int]:
        return {self.player: 1}


class EndAgreed(api.Event[State], frozen=True):
    """All players agreed that no card can be played any more."""

    rule = keys.EARLY_END
    sheet_line = "laid"

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if refused := refuse_early_end(state.now.draw_pile):
            return refused
        said = "All agree that no card can be played: the saboteurs win round {round}."
        return self.table_call(said, round=state.round)  # only the table knows the hands

    def apply(self, state: State) -> State:
        return state.in_round(end_agreed=True, is_over=True)

    def tell(self, state: State) -> Mapping[str, Say]:
        return {api.SHARED: Say("ended early")}


def _ask_starter(book: api.Rulebook, state: State) -> api.Prompt[State]:
    last = state.past[-1].last if state.past else None
    return api.Prompt(
        ask=Say("Who begins?" if state.past else "Who is the youngest? They begin."),
        answers=api.SomePlayer(state.players, state.players),
        event=StarterChosen,
        default=f"@{api.next_clockwise(state.players, last)}" if last else None,
        setup=(*((_COLLECTED,) if state.past else ()), *setup_lines(book, state.setup)),
    )


def _ask_lay(book: api.Rulebook, state: State) -> api.Prompt[State]:
    now, player = state.now, state.active_player
    ask, shapes = Say("{player}, play a card or discard.", player=player), []
    rules = [keys.ONE_OF_THREE, keys.SAME_WAY_UP, keys.SIDES_AGREE, keys.JOINED_TO_START]
    if broken := now.broken.get(player):
        ask = api.plural(
            len(broken),
            "{player}, play an action card or discard; your {tools} is broken.",
            "{player}, play an action card or discard; your {tools} are broken.",
            player=player,
            tools=broken,
        )
        rules.append(keys.BROKEN_TOOL)
    else:
        copies = book[keys.COPIES].items()
        shapes = [shape for shape, n in copies if now.laid.get(shape, 0) < n]
    is_set_up = bool(state.past) and state.past[-1].is_result_only  # with the question who begins
    return api.Prompt(
        ask=ask,
        answers=CardAtCell(now.tunnel, tuple(shapes)),
        event=lambda placed: CardLaid(player, card_words(placed.card), placed.at),
        rules=tuple(rules),
        context=(_on_table(state),),
        view="tunnel",
        setup=() if is_set_up else next_setup(book, state),
        notices=(DRAW_A_CARD, _USED_UP) if now.turns == state.draw_pile else (DRAW_A_CARD,),
    )


DRAW_A_CARD: Final = api.Notice(Say("After each turn, draw a card."), keys.ONE_OF_THREE, once=True)
_USED_UP: Final = api.Notice(
    Say("The draw pile is used up: nobody draws any more."), keys.EMPTY_PILE
)


def next_setup(book: api.Rulebook, state: State) -> tuple[Say | api.Notice, ...]:
    """Return the set-up of a later round before its first turn, and who begins if known."""
    if not state.past or state.now.turns:
        return ()
    past, starter = state.past[-1], state.now.starter
    lines = (_COLLECTED, *setup_lines(book, state.setup))
    if past.last:
        starter = starter or api.next_clockwise(state.players, past.last)
        said = "{player} begins, to the left of {last}, who used the last card."
        begins = Say(said, player=starter, last=past.last)
    elif past.is_result_only or starter is None:
        return lines
    else:
        begins = Say("{player} begins again: nobody used a card.", player=starter)
    return (*lines, api.Notice(begins, keys.NEXT_STARTER))


_COLLECTED: Final = api.Notice(
    Say("Collect and shuffle roles, goals and cards again; keep your gold."), keys.ROUNDS
)


def _on_table(state: State) -> Say:
    """Say how many cards are left to draw, and what is broken.

    Hands are listed when there is no card to draw: before that, every hand is full.
    """
    n, hands = state.now.draw_pile, state.now.hands
    broken = tuple(
        Say("{player} {tool}", player=player, tool=tool)
        for player in state.players
        for tool in state.now.broken.get(player, ())
    )
    if n and broken:
        return api.plural(
            n,
            "{n} card to draw. Broken: {broken}.",
            "{n} cards to draw. Broken: {broken}.",
            broken=broken,
        )
    if n:
        return api.plural(n, "{n} card to draw.", "{n} cards to draw.")
    each = tuple(Say("{player} {n}", player=player, n=n) for player, n in hands.items())
    if broken:
        return Say("No cards to draw. Hands: {each}. Broken: {broken}.", each=each, broken=broken)
    return Say("No cards to draw. Hands: {each}.", each=each)


def _ask_end(book: api.Rulebook, state: State) -> api.Prompt[State]:
    events = {"agreed": EndAgreed()}
    asked = "End the round? Everyone agrees that nothing can change, and the saboteurs win."
    return api.Prompt(
        ask=Say(asked),
        answers=api.choices(book, state, events),
        event=events.__getitem__,
        rules=(keys.EARLY_END,),
        default="agreed",
    )


STARTER: Final[api.Stage[State]] = api.Stage(
    id="setup.starter",
    title=Say("starter"),
    when=lambda state: (
        state.now.starter is None and not (state.is_played or state.now.is_result_only)
    ),
    ask=_ask_starter,
    events=(StarterChosen,),
)
END: Final = play_stage("end", _ask_end, EndAgreed, is_rare=True)
LAY: Final[api.Stage[State]] = api.Stage(
    id="turn.lay",
    title=Say("turn"),
    when=lambda state: not state.now.is_over,
    actor=lambda state: state.active_player,
    ask=_ask_lay,
    events=(CardLaid,),
    turn=keys.FIRST_STARTER,
    alternatives=(BREAK, REPAIR, ROCKFALL, MAP, DISCARD, END),
)
ALL_USED: Final[api.Consequence[State]] = api.Consequence(
    when=lambda state: (
        state.now.all_used and not state.now.is_over and not state.now.tunnel.reached()
    ),
    apply=lambda state: state.in_round(is_over=True),
    say=lambda state: Say(
        "All cards are used: the saboteurs win round {round}.", round=state.round
    ),
    rule=keys.CARDS_USED,
)
