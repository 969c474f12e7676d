"""The march: moves, votes on them, and what lies on the square entered."""

from typing import Final

from referee.api import (
    SHARED,
    Cells,
    OneOf,
    Pieces,
    Prompt,
    Rulebook,
    Ruling,
    Say,
    Stage,
    choices,
    join,
    plural,
    replace,
)
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.compass import (
    FORWARD,
    MOVES,
    faced_after,
    goes_forward,
    winning_votes,
)
from referee.games.sidibaba.model.loot import CHEST, TREASURE
from referee.games.sidibaba.model.maze import Beyond, Square
from referee.games.sidibaba.model.pending import Entering, LosingLamp
from referee.games.sidibaba.model.squares import lies_ahead, loot_at, said_ahead
from referee.games.sidibaba.stages.base import Seen, during, is_marching
from referee.games.sidibaba.stages.genies import CALL
from referee.games.sidibaba.stages.lamps import caught, caught_words, met
from referee.games.sidibaba.stages.leader import PLAY, EventPlayed
from referee.games.sidibaba.stages.loot import find
from referee.games.sidibaba.state import ESCAPED, State

NOTHING, EXIT, LEADER, WALL = "nothing", "exit", "leader", "wall"
CONTENTS: Final = (NOTHING, CHEST, TREASURE, EXIT, LEADER, WALL)
"""What the Leader may say of the square entered; a wall means that it was not entered."""
_FOUND: Final = {CHEST: Say("Found: a chest."), TREASURE: Say("Found: the Treasure.")}


class _OnTheWay(Seen, frozen=True):
    """A move, or what the Leader says of the square that it leads to."""

    sheet_line = "deeds"

    def tell(self, state: State) -> Cells:
        return met(state, self.apply(state))

    def against_a_wall(self) -> Say:
        """Say that a wall is in the way."""
        return Say("A wall is in the way; declare again, the sand runs on.")

    def leaving(self, state: State) -> Ruling:
        """Rule on leaving: not without the Treasure. Cites: SID-8.1."""
        if not state.treasure_found:
            return self.forbidden("Without the Treasure nobody leaves the cave.", keys.ESCAPE)
        return self.allowed("The adventurers escape with the Treasure.", keys.ESCAPE)


class MoveDeclared(_OnTheWay, frozen=True):
    """The adventurer in front declared a move."""

    rule = keys.MOVES
    move: str

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if self.move not in MOVES:
            return self.impossible("No move is {move}.")
        said = [Say("The party: {move}.", move=MOVES[self.move])]
        if state.maze is None or state.party is None or state.facing is None:
            return self.allowed(said[0])
        if goes_forward(self.move):
            there = lies_ahead(state, state.party, state.facing)
            if there is Beyond.WALL:
                return self.forbidden(self.against_a_wall(), keys.INTO_A_WALL)
            if there is Beyond.OUTSIDE:
                return self.leaving(state)
        rules = [keys.MOVES, keys.WHAT_LIES_THERE]
        after = self.apply(state)
        if after.party is not None and after.party != state.party:
            if found := loot_at(state, after.party):
                said.append(_FOUND[found])
                rules.append(keys.FOUND_ONCE)
            if after.party == state.leader:
                said.append(caught_words(state, after))
                rules.append(keys.CAUGHT)
        ahead = said_ahead(after)
        if ahead and not after.outcome:
            said.append(ahead)
        return self.allowed(join(said, " "), *rules)

    def apply(self, state: State) -> State:
        state = replace(state, voted=())
        is_forward = goes_forward(self.move)
        if state.maze is None or state.party is None or state.facing is None:
            return replace(state, pending=Entering()) if is_forward else state
        there = lies_ahead(state, state.party, state.facing) if is_forward else Beyond.WALL
        turned = replace(state, facing=faced_after(state.facing, self.move))
        if there is Beyond.OUTSIDE:
            return replace(turned, outcome=ESCAPED)
        return turned if isinstance(there, Beyond) else _arrived(turned, there)


def _arrived(state: State, square: Square) -> State:
    """Be caught if the Leader token stands there; then find what lies there."""
    found = loot_at(state, square)
    state = replace(state, party=square)
    if square == state.leader:
        state = caught(state)
        if isinstance(state.pending, LosingLamp):
            return replace(state, pending=LosingLamp(found))
    return find(state, found) if found and not state.outcome else state


class SquareEntered(_OnTheWay, frozen=True):
    """The Leader said what lies on the square entered, or that a wall is in the way."""

    rule = keys.WHAT_LIES_THERE
    what: str

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if self.what == EXIT:
            return self.leaving(state)
        if self.what in _FOUND:
            return self._found(book, state)
        if self.what == LEADER:
            rules = (keys.CAUGHT, keys.STOLEN_IN_FRONT, keys.STOLEN_OF_OTHERS)
            return self.allowed(caught_words(state, self.apply(state)), *rules)
        if self.what == WALL:
            return self.allowed(self.against_a_wall(), keys.INTO_A_WALL)
        if self.what != NOTHING:
            return self.impossible("“{what}” lies nowhere.")
        return self.allowed("Nothing lies there.")

    def _found(self, book: Rulebook, state: State) -> Ruling:
        """Whether this can still be found. Cites: SID-4.4."""
        if self.what == TREASURE and state.treasure_found:
            return self.forbidden("The Treasure has been found.", keys.FOUND_ONCE)
        if self.what == CHEST and state.chests_found >= book[keys.CHESTS]:
            said = "All {n} chests have been found."
            return self.forbidden(said, keys.FOUND_ONCE, keys.CHESTS, n=book[keys.CHESTS])
        return self.allowed(_FOUND[self.what], keys.WHAT_LIES_THERE, keys.FOUND_ONCE)

    def apply(self, state: State) -> State:
        here = replace(state, pending=None)
        if self.what == EXIT:
            return replace(here, outcome=ESCAPED)
        if self.what == LEADER:
            return caught(here)
        return find(here, self.what) if self.what in _FOUND else here


class VoteHeld(Seen, frozen=True):
    """So many voted for each move."""

    rule = keys.VOTES
    sheet_line = "deeds"
    votes: tuple[tuple[str, int], ...]

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if state.voted:
            said = "A vote has been held: {player} declares, or /undo."
            return self.forbidden(said, player=state.front)
        cast, most = sum(n for _, n in self.votes), len(state.players)
        if cast > most:
            return self.forbidden("{n} votes of {all} adventurers.", n=cast, all=most)
        first = winning_votes(self.votes)
        if not first:
            return self.forbidden("Nobody has voted for anything.")
        if len(first) > 1:
            said = "A tie between {moves}: {player} in front decides."
            return self.allowed(said, moves=first, player=state.front)
        return self.allowed("Most votes: {move}.", move=MOVES[first[0]])

    def apply(self, state: State) -> State:
        return replace(state, voted=winning_votes(self.votes))

    def tell(self, state: State) -> Cells:
        votes = tuple(Say("{move} {n}", move=MOVES.get(move, move), n=n) for move, n in self.votes)
        return {SHARED: Say("vote: {votes}", votes=votes)}


class Votes(Pieces, frozen=True):
    """How many voted for which move; nothing is on offer once a vote has been held.

    >>> Votes({"f": 2, "l": 2}, 1, 2).parse("f 1 l 1") == {"f": 1, "l": 1}
    True
    """

    is_open: bool = True

    @property
    def size(self) -> int:
        """Count the ways to vote."""
        return super().size if self.is_open else 0

    def hint(self) -> Say:
        """Show the form."""
        return Say("how many for what, such as f 2 l 1")


def lamps_line(state: State) -> Say:
    """Say who leads, how many lamps are left, and what lies ahead."""
    said = plural(
        state.unlit,
        "{order} march; {n} lamp left.",
        "{order} march; {n} lamps left.",
        order=state.order or state.players,
    )
    ahead = said_ahead(state)
    return join((said, ahead), " ") if ahead else said


def _ask_move(book: Rulebook, state: State) -> Prompt[State]:
    moves = tuple(MOVES)
    if MoveDeclared(FORWARD).judge(book, state).verdict.stops_play:
        moves = tuple(move for move in MOVES if not goes_forward(move))
    voted = state.voted
    return Prompt(
        ask=Say(
            "{player}, the move? (f forward, l and r left and right, b back)", player=state.front
        ),
        answers=OneOf(tuple(MOVES), moves),
        event=MoveDeclared,
        rules=(keys.MOVES,),
        default=voted[0] if len(voted) == 1 and voted[0] in moves else None,
        context=(lamps_line(state),),
        hides_rulings=state.maze is not None,
    )


def _ask_square(book: Rulebook, state: State) -> Prompt[State]:
    return Prompt(
        ask=Say("{leader}: what lies there?", leader=state.leader_name),
        answers=choices(book, state, {what: SquareEntered(what) for what in CONTENTS}),
        event=SquareEntered,
        default=NOTHING,
    )


def _ask_vote(book: Rulebook, state: State) -> Prompt[State]:
    n = len(state.players)
    return Prompt(
        ask=Say("How many vote for what?"),
        answers=Votes(dict.fromkeys(MOVES, n), 1, n, is_open=not state.voted),
        event=lambda votes: VoteHeld(tuple((move, n) for move, n in votes.items() if n)),
    )


VOTE = Stage(id="march.vote", title=Say("the march"), ask=_ask_vote, events=(VoteHeld,))
SQUARE = Stage(
    id="march.square",
    run="march",
    is_observed=True,
    title=Say("the square"),
    when=during(Entering),
    actor=lambda state: state.leader_name,
    ask=_ask_square,
    events=(SquareEntered,),
)
MARCH = Stage(
    id="march.move",
    run="march",
    title=Say("the march"),
    when=is_marching,
    actor=lambda state: state.front,
    ask=_ask_move,
    events=(MoveDeclared, EventPlayed),
    alternatives=(CALL, PLAY, VOTE),
)
