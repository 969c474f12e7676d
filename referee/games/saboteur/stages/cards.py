"""Action cards: breaking, repairing, rockfalls, maps, and cards put away."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee import api
from referee.api import Player, Say
from referee.games.saboteur import keys
from referee.games.saboteur.model.board.cards import START, Cell, card_words, cell_words, goal_name
from referee.games.saboteur.model.tools import MAP as MAP_CARD
from referee.games.saboteur.model.tools import (
    REPAIRS,
    TOOLS,
    broken_card,
    kinds_repaired,
    repair_card,
)
from referee.games.saboteur.model.tools import ROCKFALL as ROCKFALL_CARD
from referee.games.saboteur.stages.answers import (
    ToolOfPlayer,
    allowed_words,
    at_cell,
    repair_of_player,
    tool_and_player,
)
from referee.games.saboteur.state import State


class CardUsed(api.Event[State], frozen=True):
    """A player used a card of their hand."""

    rule = keys.ONE_OF_THREE
    player: Player

    def used(self, state: State, **changed: Any) -> State:
        """Return the state after the card is used and another drawn. Cites: SAB-2.1, SAB-2.3."""
        now, player = state.now, self.player
        draws = now.draw_pile > 0
        return state.in_round(
            draw_pile=now.draw_pile - draws,
            hands=now.hands if draws else {**now.hands, player: max(0, now.hands[player] - 1)},
            last=player,
            turns=now.turns + 1,
            **changed,
        )


def one_more(counts: Mapping[str, int], name: str) -> Mapping[str, int]:
    """Return the counts with one more of a name."""
    return {**counts, name: counts.get(name, 0) + 1}


class CardDiscarded(CardUsed, frozen=True, omit_defaults=True):
    """A player discarded a card, face down unless it was shown."""

    verbs = "discards throws"
    filler = "away one"
    sheet_line = "discarded"
    face_up: bool = False

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.face_up:
            return self.forbidden("Cards are discarded face down.", keys.DISCARDING)
        if not state.now.hands[self.player]:
            return self.forbidden("{player} has no card left.", keys.DISCARDING)
        empty = () if state.now.draw_pile else (keys.EMPTY_PILE,)
        return self.allowed("{player} discards a card.", keys.DISCARDING, *empty)

    def first_time(self, state: State) -> api.Notice:
        return api.Notice(Say("Discard face down, shown to nobody."), keys.DISCARDING)

    def apply(self, state: State) -> State:
        return self.used(state, discarded=state.now.discarded + 1)

    def tell(self, state: State) -> Mapping[str, int]:
        return {self.player: 1}


def play_prompt(
    state: State,
    word: str,
    answers: api.Answers[Any],
    event: Callable[[Any], api.Event[State]],
    *rules: api.RuleLike,
) -> api.Prompt[State]:
    """Return the prompt of a play other than laying, which is reported by its word."""
    ask = Say("{player} plays {word}", player=state.active_player, word=word)
    return api.Prompt(ask=ask, answers=answers, event=event, rules=rules)


def play_stage(
    word: str,
    ask: Callable[[api.Rulebook, State], api.Prompt[State]],
    event: type[api.Event[State]],
    *,
    is_rare: bool = False,
    also: tuple[str, ...] = (),
) -> api.Stage[State]:
    """Return the stage of a play that is reported by its word, or by a word of ``also``.

    If it ``is_rare``, three letters of the word must be typed, and it is not listed.
    """
    return api.Stage(
        id=f"turn.{word}",
        title=Say("turn"),
        actor=lambda state: state.active_player,
        ask=ask,
        events=(event,),
        letters=3 if is_rare else 1,
        is_listed=not is_rare,
        also=also,
    )


def _ask_discard(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = state.active_player
    events = {
        "done": CardDiscarded(player),
        "face up": CardDiscarded(player, face_up=True),
        "face-up": CardDiscarded(player, face_up=True),
    }
    answers = api.choices(book, state, events)
    return play_prompt(state, "discard", answers, events.__getitem__, keys.DISCARDING)


DISCARD = play_stage(
    "discard", _ask_discard, CardDiscarded, also=("discards", "pass", "passes", "skip")
)


class ActionPlayed(CardUsed, frozen=True):
    """An action card was played face up."""

    @property
    @abstractmethod
    def action(self) -> str:
        """The name of the action card."""
        raise NotImplementedError

    def cuts_off(self, state: State) -> tuple[Cell, ...] | None:
        """List the cells that it cuts off from the start; None if it never removes a card."""
        return None

    def refuse_spent_card(self, book: api.Rulebook, state: State) -> api.Ruling | None:
        """Refuse an action card of which all copies were played. Cites: SAB-1.2, SAB-5.11."""
        copies = book[keys.ACTION_CARDS][self.action]
        if state.now.played.get(self.action, 0) < copies:
            return None
        one, many = (
            "The only {card} card has been played.",
            "All {n} {card} cards have been played.",
        )
        said = api.plural(copies, one, many, card=self.action)
        return api.forbidden(said, keys.ACTIONS_LEFT, keys.ACTION_CARDS)

    def used(self, state: State, **changed: Any) -> State:
        played = one_more(state.now.played, self.action)
        return super().used(state, played=played, **changed)


class ToolBroken(ActionPlayed, frozen=True):
    """A broken tool was laid in front of a player."""

    verbs = "breaks"
    sheet_line = "tools"
    target: Player
    tool: str

    @property
    def action(self) -> str:
        return broken_card(self.tool)

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if refused := self.refuse_spent_card(book, state):
            return refused
        broken = state.now.broken.get(self.target, ())
        if self.tool in broken:
            return self.forbidden("{target} already has a broken {tool}.", keys.ONE_OF_EACH)
        is_own = self.target == self.player
        if is_own and book.option(state.setup.options, "self_break") == "no":
            said = "House rule: you cannot break your own tools."
            return self.forbidden(said, keys.ON_ONESELF)
        several = (keys.ONE_OF_EACH,) if broken else ()
        if is_own:
            said = "{player} breaks their own {tool}."
            return self.allowed(said, keys.BROKEN_TOOL, *several, keys.ON_ONESELF)
        return self.allowed("{player} breaks {target}'s {tool}.", keys.BROKEN_TOOL, *several)

    def apply(self, state: State) -> State:
        broken = state.now.broken
        before = broken.get(self.target, ())
        return self.used(state, broken={**broken, self.target: (*before, self.tool)})

    def tell(self, state: State) -> Mapping[str, Say]:
        if self.target == self.player:
            return {self.player: self.say("broke own {tool}")}
        return {self.player: self.say("broke {tool} of {player}", player=self.target)}


class ToolRepaired(ActionPlayed, frozen=True):
    """A broken tool was repaired; ``card`` is what the repair card shows, such as pickaxe-cart."""

    verbs = "repairs mends"
    sheet_line = "tools"
    target: Player
    tool: str
    card: str

    @property
    def action(self) -> str:
        return repair_card(self.card)

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        kinds = kinds_repaired(self.card)
        if self.tool not in kinds:
            said = "That repair shows {kinds}, not {tool}."
            return self.impossible(said, keys.REPAIRING, keys.ACTION_CARDS, kinds=kinds)
        double = (keys.DOUBLE_REPAIR,) if len(kinds) > 1 else ()
        broken = state.now.broken.get(self.target, ())
        if self.tool not in broken:
            tools = (self.tool,) if any(kind in broken for kind in kinds) else kinds
            said = "{target} has no broken {tools}."
            return self.forbidden(said, keys.NOTHING_TO_REPAIR, *double, tools=api.join_or(tools))
        is_own = self.target == self.player
        said = "{player} repairs their {tool}." if is_own else "{player} repairs {target}'s {tool}."
        if double:
            said = "{player} repairs {target}'s {tool} with {card}."
            if is_own:
                said = "{player} repairs their {tool} with {card}."
        return self.refuse_spent_card(book, state) or self.allowed(said, keys.REPAIRING, *double)

    def first_time(self, state: State) -> api.Notice:
        return api.Notice(Say("Discard the broken tool and the repair."), keys.REPAIRING)

    def apply(self, state: State) -> State:
        tools = list(state.now.broken.get(self.target, ()))
        if self.tool in tools:
            tools.remove(self.tool)
        return self.used(state, broken={**state.now.broken, self.target: tuple(tools)})

    def tell(self, state: State) -> Mapping[str, Say]:
        is_double = len(kinds_repaired(self.card)) > 1
        if self.target == self.player:
            said = "repaired own {tool} ({card})" if is_double else "repaired own {tool}"
        elif is_double:
            said = "repaired {tool} of {player} ({card})"
        else:
            said = "repaired {tool} of {player}"
        return {self.player: self.say(said, player=self.target)}


class RockFell(ActionPlayed, frozen=True):
    """A rockfall removed the card at a cell."""

    verbs = "removes"
    sheet_line = "looks"
    view = "tunnel"
    action = ROCKFALL_CARD
    at: Cell

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        """Rule on it, and say how many cards it cuts off. Cites: SAB-5.8."""
        if refused := self.refusal(book, state):
            return refused
        where, card = cell_words(self.at), card_words(state.now.tunnel.cards[self.at])
        cut_off = self.cuts_off(state)
        if not cut_off:
            said = "{player} removes {card} at {cell}."
            return self.allowed(said, keys.ROCKFALL, card=card, cell=where)
        parts = api.plural(
            len(cut_off),
            "{player} removes {card} at {cell}. {n} card is cut off.",
            "{player} removes {card} at {cell}. {n} cards are cut off.",
            player=self.player,
            card=card,
            cell=where,
        )
        return self.allowed(parts, keys.ROCKFALL, keys.LOOSE_PARTS)

    def refusal(self, book: api.Rulebook, state: State) -> api.Ruling | None:
        """Return the refusal, or None where it is allowed. Cites: SAB-5.7, SAB-5.11."""
        where = cell_words(self.at)
        if self.at == START:
            return self.forbidden("A rockfall never hits the start card.", keys.ROCKFALL)
        if self.at in state.goals:
            said = "A rockfall never hits a goal, such as at {cell}."
            return self.forbidden(said, keys.ROCKFALL, cell=where)
        if self.at not in state.now.tunnel.cards:
            return self.forbidden("There is no tunnel card at {cell}.", keys.ROCKFALL, cell=where)
        return self.refuse_spent_card(book, state)

    def cuts_off(self, state: State) -> tuple[Cell, ...]:
        tunnel, after = state.now.tunnel, state.now.tunnel.without(self.at)
        return tuple(
            at for at in sorted(after.cards) if after.is_loose(at) and not tunnel.is_loose(at)
        )

    def first_time(self, state: State) -> api.Notice:
        return api.Notice(Say("Discard the rockfall and the card that it removed."), keys.ROCKFALL)

    def apply(self, state: State) -> State:
        return self.used(state, tunnel=state.now.tunnel.without(self.at))

    def tell(self, state: State) -> Mapping[str, Say]:
        card = state.now.tunnel.cards.get(self.at)
        where = cell_words(self.at)
        if card is None:
            return {self.player: Say("rockfall {cell}", cell=where)}
        return {self.player: Say("rockfall {cell} ({card})", cell=where, card=card_words(card))}


class GoalLookedAt(ActionPlayed, frozen=True):
    """A player looked at a goal with a map; what it showed is not recorded."""

    verbs = "looks peeks"
    filler = "goal alone"
    sheet_line = "looks"
    action = MAP_CARD
    at: Cell

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        where = cell_words(self.at)
        if self.at not in state.goals:
            said = "There is no goal at {cell}. The goals are at {goals}."
            goals = tuple(map(cell_words, state.goals))
            return self.impossible(said, keys.MAP, keys.TO_THE_GOALS, cell=where, goals=goals)
        if self.at in state.now.up:
            said = "The goal at {cell} is already face up."
            return self.forbidden(said, keys.MAP_ON_OPEN_GOAL, cell=where)
        said = "{player} looks at the {goal} goal, alone."
        goal = api.identifier(goal_name(self.at, state.goals))
        return self.refuse_spent_card(book, state) or self.allowed(said, keys.MAP, goal=goal)

    def first_time(self, state: State) -> api.Notice:
        return api.Notice(Say("Put the goal back face down, and discard the map."), keys.MAP)

    def apply(self, state: State) -> State:
        return self.used(state, map_looks=(*state.now.map_looks, (self.player, self.at)))

    def tell(self, state: State) -> Mapping[str, Say]:
        return {self.player: Say("map {cell}", cell=cell_words(self.at))}


def _ask_break(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player, players = state.active_player, state.players

    def broken(named: ToolOfPlayer) -> ToolBroken:
        return ToolBroken(player, named.player, named.tool)

    def events() -> Iterator[tuple[str, api.Event[State]]]:
        named = (ToolOfPlayer(tool, target) for tool in TOOLS for target in players)
        return ((each.words, broken(each)) for each in named)

    answers = tool_and_player(players, allowed_words(book, state, events), player)
    rules = (keys.BROKEN_TOOL, keys.ONE_OF_EACH, keys.ON_ONESELF)
    return play_prompt(state, "break", answers, broken, *rules)


def _ask_repair(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player, broken = state.active_player, state.now.broken

    def repaired(named: ToolOfPlayer) -> ToolRepaired:
        return ToolRepaired(player, named.player, named.tool, named.card)

    def events() -> Iterator[tuple[str, api.Event[State]]]:
        named = (
            ToolOfPlayer(tool, target, card)
            for target, tools in broken.items()
            for tool in tools
            for card in REPAIRS
            if tool in kinds_repaired(card)
        )
        return ((each.words, repaired(each)) for each in named)

    answers = repair_of_player(broken, state.players, allowed_words(book, state, events), player)
    rules = (keys.REPAIRING, keys.DOUBLE_REPAIR, keys.NOTHING_TO_REPAIR)
    return play_prompt(state, "repair", answers, repaired, *rules)


def _ask_rockfall(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = state.active_player

    def offered() -> Iterator[str]:
        cells = sorted(state.now.tunnel.cards)
        return (cell_words(at) for at in cells if not RockFell(player, at).refusal(book, state))

    answers = at_cell(api.LazySequence(offered), state.goals)
    rules = (keys.ROCKFALL, keys.LOOSE_PARTS)
    return play_prompt(state, "rockfall", answers, lambda cell: RockFell(player, cell), *rules)


def _ask_map(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = state.active_player

    def events() -> Iterator[tuple[str, api.Event[State]]]:
        return ((goal_name(at, state.goals), GoalLookedAt(player, at)) for at in state.goals)

    answers = at_cell(allowed_words(book, state, events), state.goals)
    rules = (keys.MAP, keys.MAP_ON_OPEN_GOAL)
    return play_prompt(state, "map", answers, lambda cell: GoalLookedAt(player, cell), *rules)


BREAK = play_stage("break", _ask_break, ToolBroken, also=("broken", "breaks"))
REPAIR = play_stage("repair", _ask_repair, ToolRepaired, also=("repairs", "mend", "mends"))
ROCKFALL = play_stage("rockfall", _ask_rockfall, RockFell)
MAP = play_stage("map", _ask_map, GoalLookedAt)
