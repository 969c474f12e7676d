"""The sand and the marching order, and the votes of the party on moves and on who leads."""

import re
from collections.abc import Iterator, Mapping
from itertools import permutations

from referee import api
from referee.api import Player, Say
from referee.api.reading import halfwidth, match_choice, match_key
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.maze import MOVE_WORDS, MOVES, winning_votes
from referee.games.sidibaba.stages.base import Report, during, is_running
from referee.games.sidibaba.state import LAMPS_OUT, Relighting, State

_VOTE_COUNT = re.compile(r"[\s:=]*([0-9]{1,9})\s*,?\s*")
_MOVE = re.compile(r"[^\W\d]+(?:-[^\W\d]+)?")
_WORD = re.compile(r"@?[^\s:=,]+")
_WHO_LEADS = (
    r"(?i)(?:in front(?: is|:) ([^,]+)"
    r"|([^,]+?)(?:['’]s)? (?:leads|(?:(?:walks|goes|is) )?(?:in front|first))(?: now)?)"
    r"(?:,? (?:and )?(?:then|followed by) (.+))?"
)
_THEN_FOLLOWS = r"(?i),? (?:and )?then (?=\S)"
_AS_BEFORE = r"(?i)(?:the )?same(?: order)?(?: as before)?|as before|no change"
_RUN_OUT = r"(?:(?:is|has) )?(?:(?:all )?out|up|empty|r[au]n out)|runs out"


def refuse_vote_count(cast: int, adventurers: int) -> Say | None:
    """Return why there cannot be so many votes; None if there can. Cites: SID-2.3."""
    if cast > adventurers:
        return Say("{n} votes are more than {all} adventurers have.", n=cast, all=adventurers)
    return None if cast else Say("Nobody has voted for anything.")


class _Vote(Report, frozen=True):
    """A vote of the party: how many voted for what."""

    verbs = "votes vote"
    rule = keys.VOTES
    votes: tuple[tuple[str, int], ...]

    def refuse_votes(self, state: State) -> api.Ruling | None:
        wrong = refuse_vote_count(sum(n for _, n in self.votes), len(state.players))
        return self.impossible(wrong) if wrong else None

    def allow_with_votes(self, votes: tuple[Say, ...], result: Say) -> api.Ruling:
        """Allow it; the reason gives the votes and the result."""
        return self.allowed(api.join((Say("Votes: {votes}.", votes=votes), result), " "))


class VoteHeld(_Vote, frozen=True):
    """So many voted for each move."""

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if state.voted:
            said = "A vote has been held: {player} declares, or type {undo}."
            return self.forbidden(said, player=state.front, undo="undo")
        if refused := self.refuse_votes(state):
            return refused
        moves = tuple(MOVES.get(move, Say(move)) for move in winning_votes(self.votes))
        result = Say("Most votes: {move}.", move=moves[0])
        if len(moves) > 1:
            said = "A tie between {moves}: {player} in front decides."
            result = Say(said, moves=moves, player=state.front)
        each = tuple(
            Say("{move} {n}", move=str(MOVE_WORDS[move]) if move in MOVE_WORDS else move, n=n)
            for move, n in self.votes
        )
        return self.allow_with_votes(each, result)

    def apply(self, state: State) -> State:
        return api.replace(state, voted=winning_votes(self.votes))

    def tell(self, state: State) -> api.SheetCells:
        votes = tuple(Say("{move} {n}", move=MOVES.get(move, move), n=n) for move, n in self.votes)
        return {api.SHARED: Say("vote: {votes}", votes=votes)}


class OrderVoted(_Vote, frozen=True):
    """So many voted for each adventurer to lead."""

    votes: tuple[tuple[Player, int], ...]

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if state.leads:
            return self.forbidden("A vote has been held: take its winner, or another order.")
        if refused := self.refuse_votes(state):
            return refused
        dark = next((who for who, n in self.votes if n and not state.lamps.get(who)), None)
        if dark:
            said = "{player} has no lamp and cannot lead."
            return self.forbidden(said, keys.NEW_LAMP, keys.VOTES, player=dark)
        first = winning_votes(self.votes)
        result = Say("Most votes: {player} leads.", player=first[0])
        if len(first) > 1:
            said = "A tie between {players}: {front}, in front until now, decides."
            result = Say(said, players=first, front=state.front)
        return self.allow_with_votes(self._each, result)

    @property
    def _each(self) -> tuple[Say, ...]:
        return tuple(Say("{player} {n}", player=who, n=n) for who, n in self.votes)

    def apply(self, state: State) -> State:
        return api.replace(state, leads=tuple(map(Player, winning_votes(self.votes))))

    def tell(self, state: State) -> api.SheetCells:
        return {api.SHARED: Say("vote: {votes}", votes=self._each)}


class Votes(api.PieceCounts, frozen=True):
    """How many voted for which move; nothing is on offer once a vote has been held.

    >>> Votes({"f": 2, "l": 2}, 1, 2).parse("forward 1, l 1") == {"f": 1, "l": 1}
    True
    """

    is_open: bool = True
    voters: tuple[Player, ...] = ()

    def _parse_by_voter(self, words: str) -> Mapping[str, int] | None:
        """Read ``Ana f, Bo l``; None where no voters are named."""
        if not self.voters:
            return None
        try:
            move = api.OneOf(tuple(self.most), tuple(self.most), MOVE_WORDS)
            cast = api.EachPlayer(self.voters, move, may_leave_out=True).parse(words)
        except api.BadAnswer:
            return None
        counts = dict.fromkeys(self.most, 0)
        for voted in cast.values():
            counts[voted] += 1
        return counts

    def parse(self, words: str) -> Mapping[str, int]:
        """Read moves by any of their words and their votes, or who voted for which move."""
        moves = {word: move for move in MOVE_WORDS for word in MOVE_WORDS[move].english}
        short = _MOVE.sub(lambda found: moves.get(match_key(found[0]), found[0]), halfwidth(words))
        counted = api.PieceCounts(self.most, self.least_in_all, self.most_in_all)
        try:
            return counted.parse(short)  # b 1 is a vote for back, whoever is called Bo
        except api.BadAnswer:
            named = self._parse_by_voter(words)
            if named is None:
                raise
            return named

    @property
    def size(self) -> int:
        return super().size if self.is_open else 0

    def hint(self) -> Say:
        return Say("how many for what, such as {example}", example=api.Example("forward 2, left 1"))


class NameVotes(Votes, frozen=True):
    """How many voted for whom; ``names`` are all that are read, and ``most`` those on offer.

    >>> NameVotes({"Ana": 2}, 1, 2, names=("Ana", "Bo")).parse("ana 2, Bo 1") == {"Ana": 2, "Bo": 1}
    True
    """

    names: tuple[str, ...] = ()

    def offer(self, index: int) -> str:
        """Write ``@`` before each name, for one player may be called ``@`` and another ``@@``."""
        return ", ".join(f"@{name} {n}" for name, n in self.counts_at(index).items() if n)

    def parse(self, words: str) -> dict[str, int]:
        """Read name and number in turn; the votes of a repeated name are added up."""
        counts: dict[str, int] = {}
        rest = halfwidth(words)
        while rest:
            name, rest = self._split_name(rest)
            found = _VOTE_COUNT.match(rest)
            if found is None:
                raise api.BadAnswer(Say("How many voted for {player}?", player=name))
            counts[name] = counts.get(name, 0) + int(found[1])
            rest = rest[found.end() :]
        if not counts:
            raise api.BadAnswer(self.hint())
        return counts

    def _split_name(self, words: str) -> tuple[str, str]:
        """Split off the name, trying the longest first."""
        text = words.removeprefix("@")
        for name in sorted(self.names, key=len, reverse=True):
            end = len(halfwidth(name))
            if match_key(text[:end]) == match_key(name) and _VOTE_COUNT.match(text[end:]):
                return name, text[end:]
        found = _WORD.match(words)
        word = found[0] if found else words
        return match_choice(word, self.names), words[len(word) :]

    def hint(self) -> Say:
        return Say("how many for whom, such as {player} 2", player=self.names[0])


def _ask_vote(book: api.Rulebook, state: State) -> api.Prompt[State]:
    n = len(state.players)
    return api.Prompt(
        ask=Say("How did you vote?"),
        answers=Votes(dict.fromkeys(MOVES, n), 1, n, is_open=not state.voted, voters=state.players),
        event=lambda votes: VoteHeld(tuple((what, n) for what, n in votes.items() if n)),
    )


def _ask_order_vote(book: api.Rulebook, state: State) -> api.Prompt[State]:
    n = len(state.players)
    may_lead: dict[str, int] = dict.fromkeys(state.lamp_owners, n)

    def voted(votes: Mapping[str, int]) -> OrderVoted:
        return OrderVoted(tuple((who, votes[who]) for who in state.players if votes.get(who)))

    return api.Prompt(
        ask=Say("How did you vote on who leads?"),
        answers=NameVotes(may_lead, 1, n, is_open=not state.leads, names=state.players),
        event=voted,
        rules=(keys.VOTES, keys.NEW_LAMP),
    )


VOTE = api.Stage(id="march.vote", title=Say("the march"), ask=_ask_vote, events=(VoteHeld,))
ORDER_VOTE = api.Stage(
    id="lamp.vote", title=Say("a new lamp"), ask=_ask_order_vote, events=(OrderVoted,)
)


OUT, AGAIN = "out", "again"


class OrderTaken(Report, frozen=True):
    """The adventurers are in this order, the first in front; its lamp is lit."""

    verbs = "walk walks"
    filler = "order this"
    rule = keys.ORDER
    tells_rule = True
    order: tuple[Player, ...]

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if sorted(self.order) != sorted(state.players):
            return self.impossible("Each adventurer has one place in the order.")
        front = self.order[0]
        rule = keys.NEW_LAMP if state.order else keys.ORDER
        if not state.lamps[front]:
            return self.forbidden("{player} has no lamp and cannot lead.", rule, player=front)
        leads = api.plural(
            sum(state.lamps.values()) - 1,
            "{player} leads and puts one lamp next to the piece; {n} lamp is left.",
            "{player} leads and puts one lamp next to the piece; {n} lamps are left.",
            player=front,
        )
        order = self.say("{order} walk in this order.")
        return self.allowed(api.join((order, leads), " "), rule, keys.SAND)

    def apply(self, state: State) -> State:
        lit = state.done(Relighting).with_lamps(self.order[0], -1)
        return api.replace(lit, order=self.order, is_lit=True, glass=max(1, state.glass), leads=())

    def tell(self, state: State) -> api.SheetCells:
        leads: api.SheetCells = {self.order[0]: Say("lays out a lamp")}
        if self.order == state.order:
            return leads
        return {**leads, api.SHARED: Say("order: {players}", players=self.order)}


class SandRanOut(Report, frozen=True):
    """The sand ran out; ``again`` if it did so twice in a row."""

    rule = keys.SAND
    tells_rule = True
    again: bool = False

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if state.has_just_changed_lamps and not self.again:
            said = "The lamp was changed just now. If the new one is out too, type {sand} again."
            return self.forbidden(said, sand="sand")
        after = self.apply(state)
        leader = state.leader_name
        if after.outcome == LAMPS_OUT:
            said = "The last lamp is out: {leader} wins."
            return self.allowed(said, keys.NO_LAMP_LEFT, keys.SAND, leader=leader)
        rules: list[api.RuleLike] = [keys.SAND, keys.NEW_LAMP]
        said_all = [Say("The lamp goes out. Turn the timer.")]
        if after.order != state.order:
            said_all.append(Say("{player} led while you talked.", player=after.front))
        if after.events_held > state.events_held:
            rules.append(keys.EVENTS)
            said = "{leader} draws an event and puts it behind the screen, unseen."
            said_all.append(Say(said, leader=leader))
        elif state.variant.has_events:
            rules.append(keys.EVENTS_THERE_ARE)
            said = "All {n} events are drawn, so {leader} draws none."
            said_all.append(Say(said, n=state.variant.all_events, leader=leader))
        return self.allowed(api.join(said_all, " "), *rules)

    def apply(self, state: State) -> State:
        if not state.is_lit:  # while a new lamp was talked about, that of the first one burned
            front = state.lamp_owners[0]
            others = (player for player in state.order if player != front)
            state = api.replace(state.with_lamps(front, -1), order=(front, *others))
        dark = api.replace(state, is_lit=False, discarded=state.discarded + 1, leads=())
        if sum(dark.lamps.values()) <= dark.owed:
            return api.replace(dark, outcome=LAMPS_OUT)
        variant = dark.variant
        drawn = int(variant.has_events and dark.events_drawn < variant.all_events)
        turned = api.replace(
            dark,
            glass=dark.glass + 1,
            genie_used=False,
            events_held=dark.events_held + drawn,
            events_drawn=dark.events_drawn + drawn,
        )
        after = turned.relighting()
        return after.instead(Relighting(), Relighting(after.reported))

    def tell(self, state: State) -> api.SheetCells:
        return {api.SHARED: Say("sand")}


def _read_lead(words: str, named: api.Ordering, before: tuple[Player, ...]) -> tuple[Player, ...]:
    """Read a sentence about who leads and who follows, or that nothing changes; else ()."""
    text = halfwidth(words).rstrip(".!")
    if re.fullmatch(_AS_BEFORE, text):
        return before
    said = re.fullmatch(_WHO_LEADS, text)
    if said is None:
        return ()
    front = named.parse(said[1] or said[2])
    behind = named.parse(re.sub(_THEN_FOLLOWS, ", ", said[3])) if said[3] else ()
    return (*front, *behind) if len(front) == 1 and front[0] not in behind else ()


class Sand(api.OneOf, frozen=True):
    """Whether the sand is out or out again, in any usual words.

    >>> Sand(("out", "again"), ("out",)).parse("has run out")
    'out'
    """

    def parse(self, words: str) -> str:
        said = match_key(words).strip(".!: ")
        return OUT if re.fullmatch(_RUN_OUT, said) else super().parse(said)


def ask_order(book: api.Rulebook, state: State) -> api.Prompt[State]:
    """Ask for the order; whoever is not named follows as before."""
    now = state.order or state.players
    named = api.Ordering(state.players)

    def read(words: str) -> tuple[Player, ...]:
        try:
            first = named.parse(words)
        except api.BadAnswer:
            first = _read_lead(words, named, state.order)
            if not first:
                raise
        return (*first, *(player for player in now if player not in first))

    def offered() -> Iterator[str]:
        orders = (order for order in permutations(now) if state.lamps[order[0]])
        return (" ".join(f"@{player}" for player in order) for order in orders)

    lead = state.leads if len(state.leads) == 1 else (now[0],)
    first = (*lead, *(player for player in now if player not in lead))
    return api.Prompt(
        ask=Say("Who walks in front?"),
        answers=api.CustomAnswer(
            api.LazySequence(offered), read, Say("a name, or all from the front")
        ),
        event=OrderTaken,
        rules=(keys.NEW_LAMP if state.order else keys.ORDER,),
        default=", ".join(first) if state.lamps[first[0]] else None,
    )


def _ask_new_lamp(book: api.Rulebook, state: State) -> api.Prompt[State]:
    lamps = tuple(
        Say("{player} {n}", player=player, n=state.lamps[player]) for player in state.order
    )
    talk = Say("Talk about who leads; the time of the new lamp is running.")
    return api.replace(
        ask_order(book, state),
        context=(Say("Unlit lamps: {lamps}.", lamps=lamps),),
        notices=(api.Notice(talk, keys.NEW_LAMP),),
    )


def _ask_sand(book: api.Rulebook, state: State) -> api.Prompt[State]:
    is_second = state.has_just_changed_lamps
    return api.Prompt(
        ask=Say("The sand runs out."),
        answers=Sand((OUT, AGAIN), (AGAIN if is_second else OUT,)),
        event=lambda word: SandRanOut(again=is_second and word == AGAIN),
        default=OUT,
    )


LAST_LAMP: api.Consequence[State] = api.Consequence(
    when=lambda state: state.is_lit and not (state.unlit or state.has_last_lamp or state.outcome),
    apply=lambda state: api.replace(state, has_last_lamp=True),
    say=lambda _: Say("This is the last lamp."),
    rule=keys.NO_LAMP_LEFT,
)
NEW_LAMP = api.Stage(
    id="lamp.order",
    title=Say("a new lamp"),
    when=during(Relighting),
    ask=_ask_new_lamp,
    events=(OrderTaken,),
    alternatives=(ORDER_VOTE,),
)
SAND = api.Stage(
    id="lamp.sand",
    title=Say("a new lamp"),
    when=is_running,
    ask=_ask_sand,
    events=(SandRanOut,),
    letters=3,
    also=("time's", "hourglass"),
)
