"""The march: moves, and what lies on the square entered."""

import re
from collections.abc import Iterator
from typing import Final

from referee import api
from referee.api import Say
from referee.api.reading import halfwidth, match_choice
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.maze import (
    FORWARD,
    MOVE_WORDS,
    MOVES,
    Beyond,
    Square,
    faced_after,
    goes_forward,
)
from referee.games.sidibaba.stages.base import (
    Report,
    ahead_words,
    during,
    is_marching,
    loot_at,
    what_is_ahead,
)
from referee.games.sidibaba.stages.lamps import VOTE
from referee.games.sidibaba.stages.leader import EventPlayed
from referee.games.sidibaba.stages.loot import find
from referee.games.sidibaba.stages.losses import catch_party, met_cells
from referee.games.sidibaba.state import (
    CHEST,
    COMBINATION,
    ESCAPED,
    PADLOCK,
    TREASURE,
    Entering,
    LeftLocked,
    Looting,
    State,
)

NOTHING, EXIT, LEADER, WALL, LOCKED = "nothing", "exit", "leader", "wall", "locked"
CONTENTS: Final = (NOTHING, CHEST, TREASURE, EXIT, LEADER, WALL, LOCKED)
"""What the Leader may say of the square entered; a wall means that it was not entered."""
LOOT: Final = (CHEST, TREASURE, LOCKED)
WHICH: Final = (TREASURE, CHEST, PADLOCK)
"""Which locked find it is, where the party left several: of two chests the one with a padlock."""
_FOUND_LOOT: Final = {CHEST: Say("Found: a chest."), TREASURE: Say("Found: the Treasure!")}
_A_WALL: Final = Say("There is a wall. Move again; the sand keeps running.")
_THE_LEADER: Final = Say("The Leader is there.")
_LEADER_AND: Final = {
    CHEST: Say("The Leader is there, and a chest."),
    TREASURE: Say("The Leader is there, and the Treasure."),
    LOCKED: Say("The Leader is there, and a locked find."),
}
_LEADER_AND_LOCKED: Final = {
    TREASURE: Say("The Leader is there, and the locked Treasure."),
    CHEST: Say("The Leader is there, and the locked chest."),
    PADLOCK: Say("The Leader is there, and the chest with the padlock."),
}
_STILL_LOCKED: Final = {
    TREASURE: "The Treasure is still locked: {player} rolls first.",
    CHEST: "The chest is still locked: {player} rolls first.",
    PADLOCK: "The chest with the padlock is still locked: {player} rolls first.",
}
_MOVED: Final = {
    "f": Say("The party moves forward."),
    "fl": Say("The party moves forward and faces left."),
    "fr": Say("The party moves forward and faces right."),
    "l": Say("The party turns left."),
    "r": Say("The party turns right."),
    "b": Say("The party turns round."),
}


class _OnTheWay(Report, frozen=True):
    """A move, or what the Leader says of the square that it leads to."""

    def tell(self, state: State) -> api.SheetCells:
        return met_cells(state, self.apply(state))

    def judge_leaving(self, state: State) -> api.Ruling:
        """Rule on leaving: not without the Treasure. Cites: SID-8.1."""
        if not state.treasure_found:
            return self.forbidden("Without the Treasure nobody leaves the cave.", keys.ESCAPE)
        return self.allowed("The party leaves by an exit.", keys.ESCAPE)


class MoveDeclared(_OnTheWay, frozen=True):
    """The adventurer in front declared a move."""

    rule = keys.MOVES
    move: str

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.move not in MOVES:
            return self.impossible("There is no move {move}.")
        said = [_MOVED[self.move]]
        if state.maze is None or state.party is None or state.facing is None:
            return self.allowed(said[0])
        if goes_forward(self.move):
            there = what_is_ahead(state, state.party, state.facing)
            if there is Beyond.WALL:
                return self.forbidden(_A_WALL, keys.INTO_A_WALL)
            if there is Beyond.OUTSIDE:
                return self.judge_leaving(state)
        rules = [keys.MOVES, keys.WHAT_LIES_THERE]
        after = self.apply(state)
        if after.party is not None and after.party != state.party:
            if after.party == state.leader:
                said.append(_THE_LEADER)
                rules.append(keys.CAUGHT)
            elif after.pending_of(Looting):
                said.append(_found_words(state, after))
                rules.append(keys.FOUND_ONCE)
        ahead = ahead_words(after)
        if ahead and not after.outcome:
            said.append(ahead)
        return self.allowed(api.join(said, " "), *rules)

    def apply(self, state: State) -> State:
        state = api.replace(state, voted=())
        is_forward = goes_forward(self.move)
        if state.maze is None or state.party is None or state.facing is None:
            return state.begun(Entering()) if is_forward else state
        there = what_is_ahead(state, state.party, state.facing) if is_forward else Beyond.WALL
        turned = api.replace(state, facing=faced_after(state.facing, self.move))
        if there is Beyond.OUTSIDE:
            return _escaped(turned)
        return turned if there is Beyond.WALL else _arrived(turned, there)

    def first_time(self, state: State) -> api.Notice:
        """Return what the Leader does after every move, a turn on the spot too. Cites: SID-2.4."""
        said = "{leader}, show the view card of that number and say what is one square ahead."
        if state.maze:
            said = "{leader}, move the triangle and show the view card of that number."
        return api.Notice(Say(said, leader=state.leader_name), keys.WHAT_LIES_THERE)


def _found_words(before: State, after: State) -> Say:
    looting = after.current(Looting)
    if len(after.left_locked) < len(before.left_locked):
        return Say("It is still locked: {player} rolls first.", player=looting.roller)
    return _FOUND_LOOT[looting.found]


def _come_upon(state: State, found: str, *, meets: bool, left: LeftLocked | None = None) -> State:
    """Return the state on the square: a catch if the Leader token is there, and a find.

    If the catch ends the game, nothing is found. The lost lamp goes first. Cites: SID-7.1.
    """
    if meets and not state.unlit:
        return catch_party(state)
    before = state
    if left is not None:
        others = list(state.left_locked)
        others.remove(left)
        again = Looting(left.found, state.order, left.lock)
        state = api.replace(state.begun(again), left_locked=tuple(others))
    elif found:
        state = find(state, found)
    if not meets:
        return state
    after = catch_party(state)
    is_found = left is not None or bool(found)
    return after.saying(keys.FOUND_ONCE, _found_words(before, state)) if is_found else after


def _escaped(state: State) -> State:
    """End the game outside the cave. Cites: SID-8.1."""
    said = Say("The adventurers escape with the Treasure.")
    return api.replace(state, outcome=ESCAPED).saying(keys.ESCAPE, said)


def _arrived(state: State, square: Square) -> State:
    left = next((each for each in state.left_locked if each.square == square), None)
    there = api.replace(state, party=square)
    return _come_upon(there, loot_at(state, square), meets=square == state.leader, left=left)


def locked_finds(state: State, which: str) -> tuple[LeftLocked, ...]:
    """List the locked finds that the Leader may mean, one of each kind; ``which`` narrows it."""
    kinds = tuple(dict.fromkeys(state.left_locked))
    if not which:
        return kinds
    asked = {TREASURE: (TREASURE, COMBINATION), CHEST: (CHEST, COMBINATION)}
    found, lock = asked.get(which, (CHEST, PADLOCK))
    return tuple(each for each in kinds if (each.found, each.lock) == (found, lock))


class SquareEntered(_OnTheWay, frozen=True):
    """The Leader said what lies on the square entered, or that a wall is in the way.

    ``loot`` is what lies there besides the Leader token; ``which`` distinguishes locked finds.
    """

    rule = keys.WHAT_LIES_THERE
    what: str
    loot: str = ""
    which: str = ""

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.what == EXIT:
            return self.judge_leaving(state)
        if self.what == LEADER:
            return self._judge_meeting(book, state)
        if self.what in LOOT:
            return self._judge_find(book, state)
        if self.what == WALL:
            return self.allowed(_A_WALL, keys.INTO_A_WALL)
        if self.what != NOTHING:
            return self.impossible("“{what}” cannot be there.")
        return self.allowed("There is nothing.")

    def _judge_meeting(self, book: api.Rulebook, state: State) -> api.Ruling:
        """Rule on meeting the Leader token, which has to be on the map. Cites: SID-7.3."""
        if not state.may_meet:
            said = "The Leader token is off the map until {leader} moves it."
            return self.impossible(said, keys.LAMP_THAT_GOES, leader=state.leader_name)
        if refused := self._refuse_loot(book, state, self.loot):
            return refused
        there = _LEADER_AND_LOCKED[self.which] if self.which else _LEADER_AND.get(self.loot)
        return self.allowed(there or _THE_LEADER, keys.CAUGHT)

    def _judge_find(self, book: api.Rulebook, state: State) -> api.Ruling:
        if refused := self._refuse_loot(book, state, self.what):
            return refused
        after = self.apply(state)
        said = _found_words(state, after)
        if self.which:
            said = Say(_STILL_LOCKED[self.which], player=after.current(Looting).roller)
        return self.allowed(said, keys.WHAT_LIES_THERE, keys.FOUND_ONCE)

    def _refuse_loot(self, book: api.Rulebook, state: State, found: str) -> api.Ruling | None:
        """Refuse what cannot be found any more, or was not left there. Cites: SID-4.4."""
        if found != LOCKED:
            return refuse_find(book, found, state.chests_found, treasure_found=state.treasure_found)
        meant = locked_finds(state, self.which)
        if not meant:
            return self.forbidden("The party has left nothing locked there.", keys.FOUND_ONCE)
        if len(meant) > 1:
            said = "Which is it: locked treasure, locked chest or locked padlock?"
            return self.forbidden(said, keys.FOUND_ONCE)
        return None

    def apply(self, state: State) -> State:
        here = state.done(Entering)
        if self.what == EXIT:
            return _escaped(here)
        loot = self.loot if self.what == LEADER else self.what
        left = next(iter(locked_finds(state, self.which)), None) if loot == LOCKED else None
        found = loot if loot in _FOUND_LOOT else ""
        return _come_upon(here, found, meets=self.what == LEADER, left=left)


def refuse_find(
    book: api.Rulebook, found: str, chests_found: int, *, treasure_found: bool | None
) -> api.Ruling | None:
    """Refuse a sixth chest and a second Treasure; None is unknown. Cites: SID-4.4."""
    entered = SquareEntered(found)
    if found == TREASURE and treasure_found:
        return entered.forbidden("The Treasure has been found.", keys.FOUND_ONCE)
    if found == CHEST and chests_found >= book[keys.CHESTS]:
        said = "All {n} chests have been found."
        return entered.forbidden(said, keys.FOUND_ONCE, keys.CHESTS, n=book[keys.CHESTS])
    return None


_A_CHEST: Final = r"(?i)\b(?:an?|one of the) (?:treasure )?chests?\b"
_WORDS_FOR_NOTHING: Final = ("empty", "corridor")
_FILLER: Final = frozenset(
    (
        *("there's", "it's", "that's", "here's", "there", "here", "it", "that", "is", "just"),
        *("we", "we've", "you", "you've", "found", "bumped", "hit", "into", "still", "only"),
        *("a", "an", "the", "big", "square", "with"),
    )
)
"""Words that say nothing of the square; a sentence that begins with *is* is a question."""


def _without_filler(words: str) -> str:
    """Return the words without filler; *empty* becomes *nothing*."""
    text = re.sub(_A_CHEST, CHEST, halfwidth(words).replace("’", "'"))
    said = [word.strip(",.!") for word in text.split()]
    kept = [word for word in said if word.casefold() not in _FILLER]
    if not kept or said[0].casefold() == "is":
        return words
    return " ".join(NOTHING if word.casefold() in _WORDS_FOR_NOTHING else word for word in kept)


def _read_content(words: str) -> SquareEntered:
    """Read what lies there: one word, or two after *leader* or *locked*."""
    first, _, second = _without_filler(words).partition(" ")
    what = match_choice(first, CONTENTS, CONTENTS)
    if not second.strip():
        return SquareEntered(what)
    if what == LEADER:
        loot, _, which = second.strip().partition(" ")
        loot = match_choice(loot, LOOT)
        return SquareEntered(what, loot, match_choice(which, WHICH) if which else "")
    if what == LOCKED:
        return SquareEntered(what, which=match_choice(second, WHICH))
    return SquareEntered(match_choice(words, CONTENTS))


def place_lines(state: State) -> tuple[Say, ...]:
    """Return the lines under the prompt: the order, the lamps left, and what lies ahead."""
    one, many = "{order}. {n} lamp left.", "{order}. {n} lamps left."
    lamps = api.plural(state.unlit, one, many, order=api.join(state.order or state.players, ", "))
    ahead = ahead_words(state)
    return (lamps, ahead) if ahead else (lamps,)


def _ask_move(book: api.Rulebook, state: State) -> api.Prompt[State]:
    moves = tuple(MOVES)
    if MoveDeclared(FORWARD).judge(book, state).verdict.stops_play:
        moves = tuple(move for move in MOVES if not goes_forward(move))
    voted = state.voted
    return api.Prompt(
        ask=Say("{player}, move.", player=state.front),
        answers=api.OneOf(tuple(MOVES), moves, MOVE_WORDS),
        event=MoveDeclared,
        rules=(keys.MOVES,),
        default=MOVE_WORDS[voted[0]].english[0] if len(voted) == 1 and voted[0] in moves else None,
        context=place_lines(state),
        view="state",
        hides_rulings=state.maze is not None,
    )


def _ask_square(book: api.Rulebook, state: State) -> api.Prompt[State]:
    loot = (CHEST, TREASURE, LOCKED, *(f"{LOCKED} {which}" for which in WHICH))
    words = (*CONTENTS, *loot[len(LOOT) :], *(f"{LEADER} {each}" for each in loot))

    def offered() -> Iterator[str]:
        for each in words:
            event = _read_content(each)
            is_one_kind = len(locked_finds(state, "")) < 2  # noqa: PLR2004 - then it needs no name
            if event.which and is_one_kind:
                continue
            if not event.judge(book, state).verdict.stops_play:
                yield each

    return api.Prompt(
        ask=Say("{leader}, what is there?", leader=state.leader_name),
        answers=api.CustomAnswer(tuple(offered()), _read_content, api.join_or, words),
        event=lambda event: event,
        default=NOTHING,
    )


SQUARE = api.Stage(
    id="march.square",
    run="march",
    is_observed=True,
    title=Say("the square"),
    when=during(Entering),
    actor=lambda state: state.leader_name,
    ask=_ask_square,
    events=(SquareEntered,),
)
MARCH = api.Stage(
    id="march.move",
    run="march",
    title=Say("the march"),
    when=is_marching,
    actor=lambda state: state.front,
    ask=_ask_move,
    events=(MoveDeclared, EventPlayed),
    alternatives=(VOTE,),
)
