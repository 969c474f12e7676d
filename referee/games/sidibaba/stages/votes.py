"""Votes of the party: on a move, and on who leads when a lamp has gone out."""

import re
from collections.abc import Mapping

from referee.api import (
    SHARED,
    BadAnswer,
    PieceCounts,
    Player,
    Prompt,
    Rulebook,
    Ruling,
    Say,
    SheetCells,
    Stage,
    replace,
)
from referee.api.reading import halfwidth, match_choice, match_key
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.compass import MOVE_WORDS, MOVES, winning_votes
from referee.games.sidibaba.stages.base import Seen
from referee.games.sidibaba.state import State

_VOTES = re.compile(r"[\s:=]*([0-9]{1,9})\s*,?\s*")
_MOVE = re.compile(r"[^\W\d]+(?:-[^\W\d]+)?")
_WORD = re.compile(r"@?[^\s:=,]+")


def too_many_votes(cast: int, adventurers: int) -> Say | None:
    """Say why so many votes are not a vote: everybody has one. Cites: SID-2.3."""
    if cast > adventurers:
        return Say("{n} votes are more than {all} adventurers have.", n=cast, all=adventurers)
    return None if cast else Say("Nobody has voted for anything.")


class VoteHeld(Seen, frozen=True):
    """So many voted for each move."""

    rule = keys.VOTES
    sheet_line = "deeds"
    votes: tuple[tuple[str, int], ...]

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if state.voted:
            said = "A vote has been held: {player} declares, or type undo."
            return self.forbidden(said, player=state.front)
        if wrong := too_many_votes(sum(n for _, n in self.votes), len(state.players)):
            return self.impossible(wrong)
        first = winning_votes(self.votes)
        if len(first) > 1:
            said = "A tie between {moves}: {player} in front decides."
            moves = tuple(MOVES.get(move, Say(move)) for move in first)
            return self.allowed(said, moves=moves, player=state.front)
        return self.allowed("Most votes: {move}.", move=MOVES.get(first[0], Say(first[0])))

    def apply(self, state: State) -> State:
        return replace(state, voted=winning_votes(self.votes))

    def tell(self, state: State) -> SheetCells:
        votes = tuple(Say("{move} {n}", move=MOVES.get(move, move), n=n) for move, n in self.votes)
        return {SHARED: Say("vote: {votes}", votes=votes)}


class OrderVoted(Seen, frozen=True):
    """So many voted for each adventurer to lead."""

    rule = keys.VOTES
    sheet_line = "deeds"
    votes: tuple[tuple[Player, int], ...]

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if state.leads:
            return self.forbidden("A vote has been held: take its winner, or another order.")
        if wrong := too_many_votes(sum(n for _, n in self.votes), len(state.players)):
            return self.impossible(wrong)
        dark = next((who for who, n in self.votes if n and not state.lamps.get(who)), None)
        if dark:
            said = "{player} has no lamp and cannot lead."
            return self.forbidden(said, keys.NEW_LAMP, keys.VOTES, player=dark)
        first = winning_votes(self.votes)
        if len(first) > 1:
            said = "A tie between {players}: {front}, in front until now, decides."
            return self.allowed(said, players=first, front=state.front)
        return self.allowed("Most votes: {player} leads.", player=first[0])

    def apply(self, state: State) -> State:
        return replace(state, leads=tuple(map(Player, winning_votes(self.votes))))

    def tell(self, state: State) -> SheetCells:
        votes = tuple(Say("{player} {n}", player=who, n=n) for who, n in self.votes)
        return {SHARED: Say("vote: {votes}", votes=votes)}


class Votes(PieceCounts, frozen=True):
    """How many voted for which move; nothing is on offer once a vote has been held.

    >>> Votes({"f": 2, "l": 2}, 1, 2).parse("forward 1, l 1") == {"f": 1, "l": 1}
    True
    """

    is_open: bool = True

    def parse(self, words: str) -> Mapping[str, int]:
        """Read moves by any of their words, each with how many voted for it."""
        moves = {word: move for move in MOVE_WORDS for word in MOVE_WORDS[move].english}
        short = _MOVE.sub(lambda found: moves.get(match_key(found[0]), found[0]), halfwidth(words))
        return super().parse(short)

    @property
    def size(self) -> int:
        """Count the ways to vote."""
        return super().size if self.is_open else 0

    def hint(self) -> Say:
        """Show the form."""
        return Say("how many for what, such as forward 2, left 1")


class NameVotes(Votes, frozen=True):
    """How many voted for whom; ``names`` are all that are read, and ``most`` those on offer.

    >>> NameVotes({"Ana": 2}, 1, 2, names=("Ana", "Bo")).parse("ana 2, Bo 1") == {"Ana": 2, "Bo": 1}
    True
    """

    names: tuple[str, ...] = ()

    def parse(self, words: str) -> dict[str, int]:
        """Read name and number in turn; a name twice is added up."""
        counts: dict[str, int] = {}
        rest = halfwidth(words)
        while rest:
            name, rest = self._named(rest)
            found = _VOTES.match(rest)
            if found is None:
                raise BadAnswer(Say("How many voted for {player}?", player=name))
            counts[name] = counts.get(name, 0) + int(found[1])
            rest = rest[found.end() :]
        if not counts:
            raise BadAnswer(self.hint())
        return counts

    def _named(self, words: str) -> tuple[str, str]:
        """Split off the name, the longest whole one first."""
        text = words.removeprefix("@")
        for name in sorted(self.names, key=len, reverse=True):
            end = len(halfwidth(name))
            if match_key(text[:end]) == match_key(name) and _VOTES.match(text[end:]):
                return name, text[end:]
        found = _WORD.match(words)
        word = found[0] if found else words
        return match_choice(word, self.names), words[len(word) :]

    def hint(self) -> Say:
        """Show the form."""
        return Say("how many for whom, such as {player} 2", player=self.names[0])


def _held(votes: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((what, n) for what, n in votes.items() if n)


def _by_seat(state: State, votes: Mapping[str, int]) -> tuple[tuple[Player, int], ...]:
    return tuple((player, votes[player]) for player in state.players if votes.get(player))


def _ask_vote(book: Rulebook, state: State) -> Prompt[State]:
    n = len(state.players)
    return Prompt(
        ask=Say("How did you vote?"),
        answers=Votes(dict.fromkeys(MOVES, n), 1, n, is_open=not state.voted),
        event=lambda votes: VoteHeld(_held(votes)),
    )


def _ask_order_vote(book: Rulebook, state: State) -> Prompt[State]:
    n = len(state.players)
    may_lead: dict[str, int] = dict.fromkeys(state.lamp_owners, n)
    return Prompt(
        ask=Say("How did you vote on who leads?"),
        answers=NameVotes(may_lead, 1, n, is_open=not state.leads, names=state.players),
        event=lambda votes: OrderVoted(_by_seat(state, votes)),
        rules=(keys.VOTES, keys.NEW_LAMP),
    )


VOTE = Stage(id="march.vote", title=Say("the march"), ask=_ask_vote, events=(VoteHeld,))
ORDER_VOTE = Stage(
    id="lamp.vote", title=Say("a new lamp"), ask=_ask_order_vote, events=(OrderVoted,)
)
