"""A round of which only the end is written down: who joined the treasure, roles, gold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from referee import api
from referee.api import Player, Say, depth
from referee.games.saboteur import keys
from referee.games.saboteur.model.deal import setup_lines
from referee.games.saboteur.stages.turn import DRAW_A_CARD, next_setup
from referee.games.saboteur.state import State

_THEY_WON: Final = r"(?i)^(?:the )?saboteurs (?:won|win)$"
_SAID: Final = (
    r"(?i)(?:it was )?(.+?)(?: of us)?"
    r"(?: (?:did|got there|(?:joined|found|reached) (?:it|the (?:gold|treasure))))?"
)


class DepthChosen(depth.DepthChosen[State], frozen=True):
    """From here on rounds are written as a whole, or from the next one on turn by turn."""

    def is_refused(self, state: State) -> bool:
        return self.by == depth.TURN and state.now.is_whole and state.round >= state.rounds

    def apply(self, state: State) -> State:
        """Forget what was broken and who used a card: in the rest of the round both can change."""
        chosen = api.replace(state, by=self.by)
        if self.by == depth.TURN or state.now.is_over or state.is_played:
            return chosen
        return chosen.in_round(is_whole=True, broken={}, last=None)


class RoundEnded(api.Event[State], frozen=True):
    """The cards of a round were played: who joined the treasure, or that nobody did."""

    rule = keys.TREASURE
    actor_field = ""
    tells_rule = True
    sheet_line = "laid"
    player: Player | None

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.player is None:
            said = "Nobody joined the treasure: the saboteurs win round {round}."
            return self.allowed(said, keys.CARDS_USED, keys.EARLY_END, round=state.round)
        said = "The treasure! {player} has joined it: the diggers win round {round}."
        return self.allowed(said, round=state.round)

    def apply(self, state: State) -> State:
        return state.in_round(is_over=True, joined=self.player, last=self.player)

    def tell(self, state: State) -> Mapping[str, Say]:
        if self.player is None:
            return {api.SHARED: Say("treasure not joined")}
        return {api.SHARED: self.say("treasure by {player}")}


class BrokenToolsTold(api.Event[State], frozen=True):
    """Who had a broken tool when the diggers won, where it costs a share."""

    verbs = "have has"
    filler = "a broken tool"
    rule = keys.BROKEN_GO_EMPTY
    actor_field = ""
    sheet_line = "tools"
    players: tuple[Player, ...]

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if state.now.joined in self.players:
            said = "{player} has joined the treasure, so no tool of {player} is broken."
            return self.forbidden(said, keys.BROKEN_TOOL, player=state.now.joined or "")
        if not self.players:
            return self.allowed("Nobody has a broken tool.")
        one, many = "{players} has a broken tool.", "{players} have a broken tool."
        return self.allowed(api.plural(len(self.players), one, many))

    def apply(self, state: State) -> State:
        return state.in_round(stated_broken=self.players)

    def tell(self, state: State) -> Mapping[str, Say]:
        return {player: Say("broken") for player in self.players}


class _Joined(api.SomePlayer, frozen=True):
    """Who joined the treasure, in a sentence, too."""

    def parse(self, words: str) -> Player | None:
        try:
            return super().parse(words)
        except api.BadAnswer:
            found = re.fullmatch(_SAID, re.sub(_THEY_WON, api.NOTHING, words.strip()))
            return super().parse(found[1] if found else words)


def _ask_treasure(book: api.Rulebook, state: State) -> api.Prompt[State]:
    return api.Prompt(
        ask=Say("Who joined the treasure?"),
        answers=_Joined(state.players, state.players, may_be_none=True),
        event=RoundEnded,
        rules=(keys.TREASURE, keys.CARDS_USED, keys.EARLY_END),
        detail=Say("(- if nobody did: the saboteurs win)"),
        context=(Say("Play the round with your cards."),),
        setup=tuple(each for each in _setup(book, state) if isinstance(each, api.Notice)),
        notices=(DRAW_A_CARD,),
    )


def _setup(book: api.Rulebook, state: State) -> tuple[Say | api.Notice, ...]:
    """Set up a round that is written as a whole from its beginning; nobody says who begins it."""
    if state.past or state.now.starter:
        return next_setup(book, state)
    return setup_lines(book, state.setup)


def _ask_broken(book: api.Rulebook, state: State) -> api.Prompt[State]:
    return api.Prompt(
        ask=Say("Who has a broken tool?"),
        answers=api.Ordering(state.players),
        event=lambda players: BrokenToolsTold(tuple(sorted(players, key=state.players.index))),
        detail=Say("(seats or names; - if nobody)"),
    )


def _lacks_broken(state: State) -> bool:
    now = state.now
    is_asked = now.is_whole and state.variant.broken_go_empty and now.joined is not None
    return is_asked and not state.is_played and now.stated_broken is None


TREASURE: Final[api.Stage[State]] = api.Stage(
    id="round.treasure",
    is_observed=True,
    title=Say("treasure"),
    when=lambda state: state.now.is_whole and not (state.now.is_over or state.is_played),
    ask=_ask_treasure,
    events=(RoundEnded,),
)
BROKEN: Final[api.Stage[State]] = api.Stage(
    id="round.broken",
    is_observed=True,
    title=Say("broken tools"),
    when=_lacks_broken,
    ask=_ask_broken,
    events=(BrokenToolsTold,),
)
DEPTH: Final[depth.Depth[State]] = depth.Depth(
    chosen=DepthChosen, now=lambda state: state.by, stages=(TREASURE, BROKEN)
)
