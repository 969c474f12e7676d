"""How a round ends: goals and roles are turned up; or only its result is recorded."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from referee import api
from referee.api import Player, Say, depth
from referee.games.saboteur import keys
from referee.games.saboteur.model.board.cards import (
    NORTH,
    SIDE_NAMES,
    Cell,
    card_words,
    cell_words,
    goal_name,
)
from referee.games.saboteur.model.board.tunnel import (
    GOALS,
    STONES,
    TREASURE,
    goal_words,
    leads,
    lies_as,
)
from referee.games.saboteur.model.deal import (
    DIGGER,
    SABOTEUR,
    SELFISH,
    fits_a_deal,
    has_selfish,
    role_words,
    roles_left,
    saboteurs_possible,
    setup_lines,
)
from referee.games.saboteur.stages.turn import DRAW_A_CARD, next_setup
from referee.games.saboteur.state import State, next_round

STONE: Final = "stone"


class GoalTurnedUp(api.Event[State], frozen=True):
    """A goal was turned up, and what it shows."""

    rule = keys.TURNED_UP
    sheet_line = "laid"
    view = "tunnel"
    at: Cell
    shows: str

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        now, cell = state.now, cell_words(self.at)
        sides = dict(now.tunnel.reached())
        if self.at not in state.goals or self.shows not in GOALS:
            return self.impossible("There is no goal at {cell}.", keys.TO_THE_GOALS, cell=cell)
        if self.shows in now.up.values():
            said = "The {goal} is already face up; there is only one."
            return self.impossible(said, keys.START_AND_GOALS, goal=self.shows)
        if self.at not in sides:
            return self.forbidden("Nothing has reached the goal at {cell}.", cell=cell)
        if self.shows == TREASURE:
            said = "The treasure! {player} has joined it: the diggers win round {round}."
            rules = (keys.TURNED_UP, keys.TREASURE)
            return self.allowed(said, *rules, player=now.last or "", round=state.round)
        card = lies_as(self.shows, sides[self.at])
        rules = (keys.TURNED_UP, keys.HOW_A_STONE_LIES)
        if now.tunnel.fits(self.at, card):
            return self.allowed("It is a stone and lies as {card}.", *rules, card=card_words(card))
        said = "It is a stone and lies as {card}. It need not fit its other neighbours."
        return self.allowed(said, *rules, keys.STONE_MISFITS, card=card_words(card))

    def ends_in(self, ruling: api.Ruling) -> tuple[api.RuleRef, ...]:
        return tuple(rule for rule in ruling.rules if rule.rule_id != keys.TURNED_UP)

    def apply(self, state: State) -> State:
        """Turn it so that it fits the tunnel that reached it. Cites: SAB-4.3."""
        now = state.now
        card = lies_as(self.shows, dict(now.tunnel.reached()).get(self.at, NORTH))
        up = {**now.up, self.at: self.shows}
        return state.in_round(tunnel=now.tunnel.lay(self.at, card), up=up)

    def tell(self, state: State) -> Mapping[str, Say]:
        cell, player = cell_words(self.at), state.now.last
        if player is None:
            return {api.SHARED: self.say("{shows} at {cell}", cell=cell)}
        return {api.SHARED: self.say("{shows} at {cell} by {player}", cell=cell, player=player)}


def _ask_goal(book: api.Rulebook, state: State) -> api.Prompt[State]:
    """Ask for the first goal that is reached; of others that are, the answer begins with a name."""
    (cell, side), *others = state.now.tunnel.reached()
    events = {goal: GoalTurnedUp(cell, goal) for goal in GOALS}
    terms = goal_words(side)
    offered = api.choices(book, state, events, terms).offered
    name = goal_name(cell, state.goals)
    words = {
        goal: (*term.english, *(f"{name} {word}" for word in term.english))
        for goal, term in terms.items()
    }
    if not any(stone in offered for stone in STONES):  # any stone is refused, so which is no matter
        words[STONES[0]] += (STONE,)
    for at, from_side in others:  # the table chooses which goal to turn up first
        other = goal_name(at, state.goals)
        for goal, term in goal_words(from_side).items():
            answer = f"{other} {goal}"
            events[answer] = GoalTurnedUp(at, goal)
            words[answer] = tuple(f"{other} {word}" for word in term.english)
    ways_on = [_way_on(stone, side) for stone in STONES if stone in offered]
    return api.Prompt(
        ask=Say(
            "{player}, turn up the {goal} goal, reached from the {side}. What does it show?",
            player=state.now.last or "",
            goal=api.identifier(name),
            side=SIDE_NAMES[side],
        ),
        answers=api.OneOf(tuple(events), offered, api.Vocabulary(**words)),
        event=events.__getitem__,
        rules=(keys.TURNED_UP, keys.HOW_A_STONE_LIES, keys.START_AND_GOALS),
        context=(api.join(ways_on, ", "),) if ways_on else (),
    )


def _is_won(state: State) -> bool:
    """Whether the treasure is up: the diggers have won, no other goal matters. Cites: SAB-6.1."""
    return TREASURE in state.now.up.values()


def _way_on(stone: str, side: int) -> Say:
    """Say where the tunnel continues through a stone reached from a side. Cites: SAB-4.3."""
    way, card = api.identifier(leads(stone, side)), card_words(lies_as(stone, side))
    return Say("{stone} leads {way} ({card})", stone=stone, way=way, card=card)


GOAL: Final[api.Stage[State]] = api.Stage(
    id="goal.shows",
    is_observed=True,
    title=Say("goal"),
    when=lambda state: (
        not (state.is_played or state.now.end_agreed or state.now.is_result_only or _is_won(state))
        and bool(state.now.tunnel.reached())
    ),
    actor=lambda state: state.now.last,
    ask=_ask_goal,
    events=(GoalTurnedUp,),
)
TREASURE_UP: Final[api.Consequence[State]] = api.Consequence(
    when=lambda state: _is_won(state) and not state.now.is_over,
    apply=lambda state: state.in_round(is_over=True),
    rule=keys.TREASURE,
)


# Roles


class RoleTurnedUp(api.Event[State], frozen=True):
    """A player turned up their dwarf card."""

    rule = keys.ROLES_UP
    sheet_line = "role"
    player: Player
    role: str

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        options, seats, role = state.setup.options, len(state.players), role_words(self.role)
        before, known = state.now.roles.values(), tuple(self._roles_after(state).values())
        if not roles_left(book, options, before)[self.role]:
            return self.impossible("The box holds no more {role} cards.", keys.DWARVES)
        if fits_a_deal(book, options, seats, before) and not fits_a_deal(
            book, options, seats, known
        ):
            return self._refuse_deal(book, state, known)
        if len(known) < seats:
            return self.allowed("{player} is {role}.", role=role)
        saboteurs = known.count(SABOTEUR)
        least, most = saboteurs_possible(book, seats)
        if not least <= saboteurs <= most:  # the table has overruled a wrong deal
            wrong = api.plural(
                saboteurs,
                "{player} is {role}. That makes {n} saboteur; "
                "with {seats} players there are {least} or {most}.",
                "{player} is {role}. That makes {n} saboteurs; "
                "with {seats} players there are {least} or {most}.",
                player=self.player,
                role=role,
                seats=seats,
                least=least,
                most=most,
            )
            return self.allowed(wrong, keys.ROLES_UP, keys.ROLES_DEALT)
        over = role_words(DIGGER if saboteurs == most else SABOTEUR)
        return self.allowed(
            "{player} is {role}. The card left over is {over}.", role=role, over=over
        )

    def _refuse_deal(self, book: api.Rulebook, state: State, known: Sequence[str]) -> api.Ruling:
        """Refuse roles that no deal has together. Cites: SAB-8.2, SAB-10.4."""
        seats, saboteurs = len(state.players), known.count(SABOTEUR)
        least, most = saboteurs_possible(book, seats)
        without = {**state.setup.options, "selfish_dwarf": ("no",)}
        as_digger = [DIGGER if role == SELFISH else role for role in known]
        if fits_a_deal(book, without, seats, as_digger):
            said = "Then nobody is the selfish dwarf, who is always shuffled in."
            return self.forbidden(said, keys.ROLES_DEALT, keys.SELFISH_NUGGETS)
        return self.forbidden(
            "That makes {saboteurs} and {diggers}. "
            "With {seats} players, {least} or {most} are saboteurs.",
            keys.ROLES_DEALT,
            keys.SABOTEURS,
            saboteurs=api.plural(saboteurs, "{n} saboteur", "{n} saboteurs"),
            diggers=api.plural(len(known) - saboteurs, "{n} digger", "{n} diggers"),
            seats=seats,
            least=least,
            most=most,
        )

    def apply(self, state: State) -> State:
        return state.in_round(roles=self._roles_after(state))

    def tell(self, state: State) -> Mapping[str, Say]:
        cells: dict[str, Say] = {self.player: self.say("{role}")}
        is_last = len(self._roles_after(state)) == len(state.players)
        if is_last and self.player not in state.now.roles:
            cells[api.SHARED] = Say("diggers won") if state.now.connector else Say("saboteurs won")
        return cells

    def _roles_after(self, state: State) -> Mapping[Player, str]:
        return {**state.now.roles, self.player: self.role}


def _next_hidden(state: State) -> Player | None:
    return next((player for player in state.players if player not in state.now.roles), None)


_ROLES: Final = api.Vocabulary(digger=("digger", "miner"), saboteur="saboteur", selfish="selfish")


def _ask_role(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = _next_hidden(state) or state.players[0]
    selfish = (SELFISH,) if has_selfish(book, state.setup.options) else ()
    events = {role: RoleTurnedUp(player, role) for role in (DIGGER, SABOTEUR, *selfish)}
    answers = api.choices(book, state, events, _ROLES)
    return api.Prompt(
        ask=Say("{player}, show your role.", player=player),
        answers=answers,
        event=events.__getitem__,
        rules=(keys.ROLES_UP, keys.ROLES_DEALT),
        default=answers.offered[0] if len(answers.offered) == 1 else None,
        notices=() if state.now.roles else (_ROLES_UP,),
    )


_ROLES_UP: Final = api.Notice(
    Say("All dwarf cards are turned up, the one left over too."), keys.ROLES_UP
)


ROLE: Final[api.Stage[State]] = api.Stage(
    id="round.role",
    run="roles",
    is_observed=True,
    title=Say("roles"),
    when=lambda state: _next_hidden(state) is not None,
    actor=_next_hidden,
    ask=_ask_role,
    events=(RoleTurnedUp,),
)
NO_GOLD: Final[api.Consequence[State]] = api.Consequence(
    when=lambda state: (
        state.are_roles_up
        and state.now.connector is None
        and SABOTEUR not in state.now.roles.values()
    ),
    apply=next_round,
    say=lambda state: Say("No saboteur was in play: nobody gets gold."),
    rule=keys.NO_SABOTEUR,
)
NO_SHARER: Final[api.Consequence[State]] = api.Consequence(
    when=lambda state: (
        state.are_roles_up and state.now.connector is not None and not state.payout.takers
    ),
    apply=next_round,
    say=lambda state: Say("Nobody is left to share: nobody gets gold."),
    rule=keys.BROKEN_GO_EMPTY,
)


# Rounds of which only the result is recorded

_SABOTEURS_WON: Final = r"(?i)^(?:the )?saboteurs (?:won|win)$"
_NAME_IN_SENTENCE: Final = (
    r"(?i)(?:it was )?(.+?)(?: of us)?"
    r"(?: (?:did|got there|(?:joined|found|reached) (?:it|the (?:gold|treasure))))?"
)


class DepthChosen(depth.DepthChosen[State], frozen=True):
    """From now on only results are recorded, or from the next round on every turn."""

    def is_refused(self, state: State) -> bool:
        return self.by == depth.TURN and state.now.is_result_only and state.round >= state.rounds

    def apply(self, state: State) -> State:
        """Forget broken tools and the last player: the rest of the round can change both."""
        chosen = api.replace(state, by=self.by)
        if self.by == depth.TURN or state.now.is_over or state.is_played:
            return chosen
        return chosen.in_round(is_result_only=True, broken={}, last=None)


class RoundEnded(api.Event[State], frozen=True):
    """All cards of a round were played, and somebody joined the treasure, or nobody did."""

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
    """Who had a broken tool when the diggers won, if that costs a share."""

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
    """The player who joined the treasure, by name or in a sentence such as “it was Bo”."""

    def parse(self, words: str) -> Player | None:
        try:
            return super().parse(words)
        except api.BadAnswer:
            text = re.sub(_SABOTEURS_WON, api.NOTHING, words.strip())
            found = re.fullmatch(_NAME_IN_SENTENCE, text)
            return super().parse(found[1] if found else words)


def _ask_treasure(book: api.Rulebook, state: State) -> api.Prompt[State]:
    """Ask who joined the treasure, after the lines of the set-up: who begins is not asked."""
    is_next = state.past or state.now.starter
    lines = next_setup(book, state) if is_next else setup_lines(book, state.setup)
    return api.Prompt(
        ask=Say("Who joined the treasure?"),
        answers=_Joined(state.players, state.players, may_be_none=True),
        event=RoundEnded,
        rules=(keys.TREASURE, keys.CARDS_USED, keys.EARLY_END),
        detail=Say("(- if nobody did: the saboteurs win)"),
        context=(Say("Play the round with your cards."),),
        setup=tuple(each for each in lines if isinstance(each, api.Notice)),
        notices=(DRAW_A_CARD,),
    )


def _ask_broken(book: api.Rulebook, state: State) -> api.Prompt[State]:
    return api.Prompt(
        ask=Say("Who has a broken tool?"),
        answers=api.Ordering(state.players),
        event=lambda players: BrokenToolsTold(tuple(sorted(players, key=state.players.index))),
        detail=Say("(seats or names; - if nobody)"),
    )


def _is_broken_asked(state: State) -> bool:
    now = state.now
    is_asked = now.is_result_only and state.variant.broken_go_empty and now.joined is not None
    return is_asked and not state.is_played and now.stated_broken is None


WHO_JOINED: Final[api.Stage[State]] = api.Stage(
    id="round.treasure",
    is_observed=True,
    title=Say("treasure"),
    when=lambda state: state.now.is_result_only and not (state.now.is_over or state.is_played),
    ask=_ask_treasure,
    events=(RoundEnded,),
)
BROKEN: Final[api.Stage[State]] = api.Stage(
    id="round.broken",
    is_observed=True,
    title=Say("broken tools"),
    when=_is_broken_asked,
    ask=_ask_broken,
    events=(BrokenToolsTold,),
)
DEPTH: Final[depth.Depth[State]] = depth.Depth(
    chosen=DepthChosen, now=lambda state: state.by, stages=(WHO_JOINED, BROKEN)
)
