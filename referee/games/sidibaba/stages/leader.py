"""The Leader's events: which may be played when, and where the Leader token goes."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from referee import api
from referee.api import Say
from referee.api.reading import halfwidth, match_key, parse_count, prefix_matches
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.maze import Square, read_square
from referee.games.sidibaba.model.ways import leader_ends, legal_squares, refuse_landslide
from referee.games.sidibaba.stages.base import Report, during, is_running
from referee.games.sidibaba.stages.losses import catch_party, met_cells
from referee.games.sidibaba.state import (
    CHEST,
    COMBINATION,
    EVENTS_UNDER_WAY,
    ILLUSION,
    PADLOCK,
    LeaderMoving,
    Looting,
    Pending,
    State,
    Telling,
    Thieving,
    Trading,
)

MOVEMENT, THIEF, LANDSLIDE = "movement", "thief", "landslide"
SCHEHERAZADE, MERCHANT = "scheherazade", "merchant"
EVENT_RULES: Final[dict[str, Any]] = {
    MOVEMENT: keys.MOVEMENT,
    ILLUSION: keys.ILLUSION,
    PADLOCK: keys.PADLOCK,
    THIEF: keys.THIEF,
    COMBINATION: keys.COMBINATION,
    LANDSLIDE: keys.LANDSLIDE,
    SCHEHERAZADE: keys.SCHEHERAZADE,
    MERCHANT: keys.MERCHANT,
}
"""The events of the Leader, as the rules list them, and the rule of each."""
PLAYABLE: Final = tuple(EVENT_RULES)
ALSO_TO_MOVE: Final = (ILLUSION, PADLOCK, COMBINATION, LANDSLIDE)
"""Those that may be played to move the Leader token instead. Cites: SID-6.3."""
ON_LOOT: Final = (ILLUSION, PADLOCK, COMBINATION)
"""Those that are played on what has just been found."""
TO_MOVE: Final = "move"
OFF_MAP: Final = "off"
MOST_ARROWS: Final = 9
"""More than any event shows; no source says how many there are."""
_HOW_MANY_ARROWS: Final = Say(
    "How many arrows, up to {most}? Such as movement 3.", most=MOST_ARROWS
)


class EventPlayed(Report, frozen=True):
    """The Leader played an event: for its effect, or to move.

    ``arrows`` are those of a movement; ``square`` is where a landslide fell, None without a maze.
    """

    verbs = "plays"
    filler = "event leader moves squares square"
    rule = keys.EVENTS
    tells_rule = True
    event: str
    to_move: bool = False
    arrows: int = 0
    square: Square | None = None

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.event not in PLAYABLE:
            return self.impossible("There is no event {event}.")
        if refused := self._refuse_now(state):
            return refused
        if self._is_movement:
            return self._judge_move(state)
        if self.event in ON_LOOT:
            return self._judge_on_loot(state)
        if self.event == LANDSLIDE:
            return self._judge_landslide(state)
        return self.allowed(self._begun_words(state), EVENT_RULES[self.event])

    @property
    def _is_movement(self) -> bool:
        return self.to_move or self.event == MOVEMENT

    def _judge_move(self, state: State) -> api.Ruling:
        one = "{leader} plays a movement event: the Leader moves {n} square."
        many = "{leader} plays a movement event: the Leader moves {n} squares."
        if self.to_move:
            one = "{leader} plays {event} to move: the Leader moves {n} square."
            many = "{leader} plays {event} to move: the Leader moves {n} squares."
        facts = {"leader": state.leader_name, "event": self.event}
        squares = api.plural(self._squares(state), one, many, **facts)
        rule = keys.TWO_SQUARES if self.to_move else keys.MOVEMENT
        return self.allowed(squares, rule, keys.MOVEMENT)

    def _refuse_now(self, state: State) -> api.Ruling | None:
        """Refuse what cannot be played now, wherever the party is. Cites: SID-6.1."""
        if not state.events_held:
            return self.forbidden("{leader} has no event left.", leader=state.leader_name)
        if self.to_move and self.event not in ALSO_TO_MOVE:
            return self.forbidden("{event} is not played to move.", keys.TWO_SQUARES)
        if self.event == MOVEMENT and not self.arrows:
            return self.impossible("How many arrows? A movement has at least one.", keys.MOVEMENT)
        if self.arrows > MOST_ARROWS:
            return self.impossible(_HOW_MANY_ARROWS, keys.MOVEMENT)
        if state.pending_of(*EVENTS_UNDER_WAY):
            return self.forbidden("The event before is not finished.")
        return None

    def _judge_on_loot(self, state: State) -> api.Ruling:
        rule, looting = EVENT_RULES[self.event], state.pending_of(Looting)
        if looting is None:
            said = "Nothing has just been found, or its tokens are already drawn."
            return self.forbidden(said, keys.ON_WHAT_WAS_FOUND, rule)
        if looting.found != CHEST and self.event != COMBINATION:
            return self.forbidden("Play {event} on a chest, not on the Treasure.", rule)
        if self.event == ILLUSION:
            return self.allowed("An illusion: take the chest off the map.", rule)
        if looting.lock:
            said = "It is locked; another lock waits until this one is open."
            return self.forbidden(said, keys.ON_WHAT_WAS_FOUND, rule)
        said = "A {event}: it is locked. {player} rolls first."
        return self.allowed(said, rule, player=state.front)

    def _judge_landslide(self, state: State) -> api.Ruling:
        if state.maze is None or state.party is None:
            said = "A landslide. Lay the token; the Treasure and an exit can still be reached."
            return self.allowed(said, keys.LANDSLIDE)
        if self.square is None:
            return self.impossible("On which square does it fall?", keys.LANDSLIDE)
        if self.square not in state.maze:
            return self.impossible("The maze has no such square.", keys.LANDSLIDE, keys.MAZE)
        maze = state.maze.without_loot(state.emptied)
        if refuse_landslide(maze, self.square, state.party, leader=state.leader, slid=state.slid):
            return self.forbidden("A landslide cannot fall there.", keys.LANDSLIDE)
        said = "A landslide. The Treasure and an exit can still be reached."
        return self.allowed(said, keys.LANDSLIDE)

    def _begun_words(self, state: State) -> Say:
        begun = _what_begins(state, self.event)
        if self.event == THIEF:
            said = "A thief among {players}." if begun else "A thief finds nothing on {players}."
            return Say(said, players=state.order[: state.variant.thief])
        if self.event == SCHEHERAZADE:
            return Say("Scheherazade: {player} rolls first.", player=state.front)
        lays = Say("A merchant: the Leader lays out a token of each.")
        return lays if begun else Say("A merchant finds nothing to trade.")

    def _squares(self, state: State) -> int:
        return state.variant.two_squares if self.to_move else self.arrows

    def apply(self, state: State) -> State:
        state = api.replace(state, events_held=max(0, state.events_held - 1))
        if self._is_movement:
            return state.begun(LeaderMoving(self._squares(state)))
        if self.event in ON_LOOT:
            looting = state.pending_of(Looting)
            if looting is None:
                return state
            locked = Looting(looting.found, state.order, self.event)
            return state.instead(looting, None if self.event == ILLUSION else locked)
        if self.event == LANDSLIDE:
            slid = (self.square,) if self.square else ()
            return api.replace(state, slid=(*state.slid, *slid))
        return state.begun(_what_begins(state, self.event))

    def tell(self, state: State) -> api.SheetCells:
        said = self.say("{event}")
        if self.to_move:
            said = self.say("{event} to move")
        elif self.event == MOVEMENT:
            said = self.say("{event} {arrows}")
        return {api.SHARED: said}


def _what_begins(state: State, event: str) -> Pending | None:
    """Return what the event begins, from the front; None if nobody has a token for it."""
    if event == THIEF:
        among = state.order[: state.variant.thief]
        return Thieving(among) if any(state.holdings[who].count for who in among) else None
    if event == SCHEHERAZADE:
        return Telling(state.order)
    to_lay = tuple(player for player in state.order if state.holdings[player].count)
    return Trading(to_lay, state.order) if to_lay else None


class LeaderMoved(Report, frozen=True):
    """The Leader token moved, to this square if there is a maze; None is off the map."""

    rule = keys.MOVEMENT
    square: Square | None = None
    reaches: bool = False
    """Whether it reaches the party; given if there is no maze."""

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if state.maze is not None:
            if self.square is None and state.leader is not None:
                return self.forbidden("The Leader token does not leave the maze.")
            if self.square is not None and self.square not in state.maze:
                return self.impossible("The maze has no such square.", keys.MAZE)
            squares = state.current(LeaderMoving).squares
            if self.square not in _possible_ends(state):
                one = "The Leader token moves {n} square, and cannot end there."
                many = "The Leader token moves {n} squares, and cannot end there."
                return self.forbidden(api.plural(squares, one, many), keys.MOVEMENT)
        if not self._catches(state):
            return self.allowed("The Leader does not reach the party.")
        return self.allowed("The Leader reaches the party.", keys.MOVEMENT, keys.CAUGHT)

    def _catches(self, state: State) -> bool:
        return self.reaches or (self.square is not None and self.square == state.party)

    def apply(self, state: State) -> State:
        moved = api.replace(state.done(LeaderMoving), leader=self.square, may_meet=True)
        return catch_party(moved) if self._catches(state) else moved

    def tell(self, state: State) -> api.SheetCells:
        return met_cells(state, self.apply(state))


def _possible_ends(state: State) -> dict[Square | None, int]:
    """Return where the Leader token may end its move, as the maze has it. Cites: SID-6.2."""
    if state.maze is None or state.party is None:
        return {}
    squares = state.current(LeaderMoving).squares
    return leader_ends(state.maze, state.leader, squares, state.party, state.slid)


_WORDS_BEHIND: Final = r"(?i)(?<=\bcombination) lock\b|(?<=\d) squares?$"
"""Words that may follow the name of an event: *combination lock*, *movement 3 squares*."""


def read_event_played(words: str) -> EventPlayed:
    """Read an event of the Leader and how it is played. Raises BadAnswer.

    >>> read_event_played("mov 3 squares").arrows, read_event_played("illusion move").to_move
    (3, True)
    >>> str(read_event_played("landslide 4,2").square)
    '4,2'
    """
    name, _, how = re.sub(_WORDS_BEHIND, "", halfwidth(words)).partition(" ")
    found = prefix_matches(name, PLAYABLE)
    if len(found) != 1:
        if found:
            could = "“{word}” could be {events}. Which one?"
            raise api.BadAnswer(Say(could, word=name, events=api.join_or(found)))
        said = "Not understood: “{word}”. Choose from {events}."
        raise api.BadAnswer(Say(said, word=name, events=PLAYABLE))
    event, how = found[0], how.strip()
    if event == MOVEMENT:
        arrows = parse_count(how)
        if arrows is None or arrows > MOST_ARROWS:
            raise api.BadAnswer(_HOW_MANY_ARROWS)
        return EventPlayed(event, arrows=arrows)
    if how and TO_MOVE.startswith(match_key(how)):
        return EventPlayed(event, to_move=True)
    if event == LANDSLIDE and how:
        return EventPlayed(event, square=read_square(how))
    if how:
        said = "“{how}” does not go with {event}. Write {event} alone, or {event} {move}."
        raise api.BadAnswer(Say(said, how=how, event=event, move=TO_MOVE))
    return EventPlayed(event)


def read_place(words: str) -> Square | None:
    """Read a square, or ``off`` for off the map. Raises BadAnswer.

    >>> read_place("off") is None, str(read_place("2,3"))
    (True, '2,3')
    """
    return None if match_key(words) in (OFF_MAP, api.NOTHING) else read_square(words)


def _ask_event(book: api.Rulebook, state: State) -> api.Prompt[State]:
    def offered() -> Iterator[str]:
        """List how each allowed event may be typed."""
        if not state.events_held:
            return
        words = (
            *(f"{MOVEMENT} {n}" for n in range(1, MOST_ARROWS + 1)),
            *(f"{name} {TO_MOVE}" for name in ALSO_TO_MOVE),
            *(THIEF, SCHEHERAZADE, MERCHANT, ILLUSION, PADLOCK, COMBINATION, LANDSLIDE),
        )
        for each in words:
            if not read_event_played(each).judge(book, state).verdict.stops_play:
                yield each
        if state.maze and state.party and not state.pending_of(*EVENTS_UNDER_WAY):
            maze = state.maze.without_loot(state.emptied)
            squares = legal_squares(maze, state.party, leader=state.leader, slid=state.slid)
            yield from (f"{LANDSLIDE} {square}" for square in squares)

    def event(played: EventPlayed) -> EventPlayed:
        return played if state.maze else api.replace(played, square=None)

    return api.Prompt(
        ask=Say("{leader}, which event do you play?", leader=state.leader_name),
        answers=api.CustomAnswer(
            api.LazySequence(offered),
            read_event_played,
            Say(
                "such as {one}, {other}, or {third}",
                one=api.Example("movement 3"),
                other="thief",
                third=api.Example("illusion move"),
            ),
        ),
        event=event,
        default="",  # also where one alone can be played, it is named
        hides_answer=state.maze is not None,
        hides_rulings=state.maze is not None,
    )


_US: Final = "(?: (?:us|the party))"
_REACHED: Final = (
    r"(?:(?:yes|yeah|yep),? )?"
    rf"(?:(?:he(?:'s| has)? )?(?:(?:reach|catch)es|reached|caught|g[eo]ts?(?={_US})){_US}?|he does)"
)
_MISSED: Final = (
    r"(?:no,? )?(?:(?:he )?(?:(?:does|did)(?:n't| not)|can(?:'t|not))"
    rf"(?: (?:reach|catch|get){_US})?|not (?:yet|caught))"
)


class WhetherReached(api.YesNo, frozen=True):
    """Yes or no, or a sentence that says whether the Leader reaches the party.

    >>> WhetherReached().parse("he catches us"), WhetherReached().parse("He doesn't reach us.")
    (True, False)
    """

    leader: str = "leader"

    def parse(self, words: str) -> bool:
        said = match_key(words).replace("’", "'").strip(".! ")
        name = re.escape(match_key(self.leader))
        said = re.sub(rf"(?<!\w)(?:she|{name}|(?:the )?leader)(?!\w)", "he", said)
        if re.fullmatch(_REACHED, said) or re.fullmatch(_MISSED, said):
            return re.fullmatch(_MISSED, said) is None
        return super().parse(words)


def _ask_reaches(book: api.Rulebook, state: State) -> api.Prompt[State]:
    return api.Prompt(
        ask=Say("Does the Leader reach the party?"),
        answers=WhetherReached(leader=state.leader_name),
        event=lambda reaches: LeaderMoved(reaches=reaches),
        rules=(keys.MOVEMENT, keys.CAUGHT),
        default="no",
    )


def _ask_where(book: api.Rulebook, state: State) -> api.Prompt[State]:
    def offered() -> tuple[str, ...]:
        return tuple(OFF_MAP if square is None else str(square) for square in _possible_ends(state))

    return api.Prompt(
        ask=Say("{leader}, where is your token now?", leader=state.leader_name),
        answers=api.CustomAnswer(
            api.LazySequence(offered), read_place, Say("such as 2,3; off the map: {off}", off="off")
        ),
        event=LeaderMoved,
        hides_answer=True,
    )


def _landslide_apart(state: State) -> Mapping[str, Say]:
    """Return what the Leader alone is asked: where a landslide falls, if the maze is known."""
    asked = Say("{leader}, on which square?", leader=state.leader_name)
    return {LANDSLIDE: asked} if state.maze else {}


# The march takes its event too: in a game without events it is not asked for, and one that is
# reported all the same is refused, since none is left.
PLAY = api.Stage(
    id="march.event",
    title=Say("an event"),
    when=lambda state: is_running(state) and state.variant.has_events,
    ask=_ask_event,
    events=(EventPlayed,),
    apart=_landslide_apart,
)
_is_moving = during(LeaderMoving)
REACHES = api.Stage(
    id="leader.reaches",
    is_observed=True,
    title=Say("the Leader moves"),
    when=lambda state: _is_moving(state) and state.maze is None,
    actor=lambda state: state.leader_name,
    ask=_ask_reaches,
    events=(LeaderMoved,),
)
TOKEN = api.Stage(
    id="leader.at",
    title=Say("the Leader moves"),
    when=_is_moving,
    actor=lambda state: state.leader_name,
    ask=_ask_where,
    events=(LeaderMoved,),
)
