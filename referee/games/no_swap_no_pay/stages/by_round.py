"""A round of which only the challenges are noted, or not even these."""

from collections.abc import Iterator

from referee import api
from referee.api import Player, Say
from referee.api.reading import match_key
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.box import GHOST_WORDS
from referee.games.no_swap_no_pay.model.coins import Coins, n_coins
from referee.games.no_swap_no_pay.model.network import MIDDLE, TREASURE, Move
from referee.games.no_swap_no_pay.stages.challenge import Challenged, ChallengeMissed, donate_notice
from referee.games.no_swap_no_pay.stages.draft import DRAW_BLIND, last_round_notices, sight_notice
from referee.games.no_swap_no_pay.state import State, draft_order

NOT_NOTED = "not noted"
"""The answer if the table did not note the challenges of a round."""


class DepthChosen(api.depth.DepthChosen[State], frozen=True):
    """The table notes whole rounds from here on, or single turns from the next round on."""

    def is_refused(self, state: State) -> bool:
        return self.by == api.depth.TURN and state.is_whole and state.round >= state.rounds

    def apply(self, state: State) -> State:
        if self.by == api.depth.TURN or state.is_played:
            return api.replace(state, by=self.by)
        return api.replace(state, by=self.by, is_whole=True, pending=())


class ChallengesNotNoted(api.Event[State], frozen=True):
    """Nobody noted who challenged whom in the rest of this round."""

    rule = keys.BAG_COUNTS
    actor_field = ""
    sheet_line = "challenged"

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        said = "The challenges of round {round} are not noted."
        return self.allowed(said, round=state.round)

    def apply(self, state: State) -> State:
        """Forget all moves: from here on nobody knows how many coins a bag holds."""
        unnoted = (*state.unnoted, state.round)
        return api.replace(state, unnoted=unnoted, moves=(), challengers=())

    def tell(self, state: State) -> api.SheetCells:
        return {api.SHARED: Say("not noted")}


def _ask_challenges(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player, seats = state.challengers[0], len(state.challengers)
    named = api.SomePlayer(
        state.bag_owners,
        tuple(owner for owner in state.bags if owner != player),
        may_be_none=True,
        also=GHOST_WORDS if state.ghost else {},
    )

    def read(words: str) -> str | Player | None:
        return NOT_NOTED if match_key(words) == NOT_NOTED else named.parse(words)

    def event(target: str | Player | None) -> api.Event[State]:
        if target == NOT_NOTED:
            return ChallengesNotNoted()
        return Challenged(player, Player(target)) if target else ChallengeMissed(player)

    offered = [named.offer(index) for index in range(named.size)]
    return api.Prompt(
        ask=Say("Who challenged whom, clockwise from {player}?", player=player),
        answers=api.CustomAnswer(
            (NOT_NOTED, *offered),
            read,
            Say("such as {run}", run=_example(state.players, player, seats)),
        ),
        event=event,
        rules=(keys.MUST_CHALLENGE, keys.NOT_ONESELF, keys.ANYONE, keys.BAG_COUNTS),
        default=NOT_NOTED,
        context=(Say("Play the round with your coins."),),
        notices=tuple(_duties(book, state)) if seats == len(state.players) else (),
    )


def _duties(book: api.Rulebook, state: State) -> Iterator[api.Notice]:
    """Yield the duties of a round for which no step asks."""
    yield from last_round_notices(state)
    if state.ghost and state.ghost_gets:
        said = "Put {coins} into {ghost}'s bag, unseen."
        fed = Say(said, coins=n_coins(state.ghost_gets), ghost=state.ghost)
        yield api.Notice(fed, keys.GHOST_FED)
    yield api.Notice(DRAW_BLIND, keys.DRAWN_PER_PLAYER)
    yield sight_notice(state)
    yield donate_notice(book[keys.DONATED_COINS])


def _example(players: tuple[Player, ...], first: Player, n: int) -> Say:
    """Return an example of challenges and answers by so many players, clockwise from one.

    >>> str(_example((Player("Ana"), Player("Bo"), Player("Cy"), Player("Di")), Player("Ana"), 4))
    '3p 1s 4s 2s'
    """
    seats = range(1, len(players) + 1)
    ring = [*(seat for seat in seats if seat % 2), *(seat for seat in seats[::-1] if not seat % 2)]
    challenged = dict(zip(ring, (*ring[1:], ring[0]), strict=True))
    order = [players.index(who) + 1 for who in api.clockwise_from(players, first)[:n]]
    answers = (api.Example("p", "pay"), *(api.Example("s", "swap"),) * (n - 1))
    each = zip(map(challenged.__getitem__, order), answers, strict=True)
    return api.in_a_row([Say("{one}{other}", one=seat, other=answer) for seat, answer in each])


CHALLENGES: api.Stage[State] = api.Stage(
    id="round.challenges",
    run=lambda state: state.run,
    title=Say("challenges"),
    when=lambda state: state.is_whole and bool(state.challengers) and not state.pending,
    actor=lambda state: state.challengers[0],
    ask=_ask_challenges,
    events=(Challenged, ChallengeMissed, ChallengesNotNoted),
    is_observed=True,
)


def _draft_unseen(state: State) -> State:
    """Feed the ghost, and give each player unseen coins for the draft that nobody noted.

    Cites: NSP-2.1, NSP-2.2, NSP-2.5, NSP-7.2.
    """
    source, order, drawn = MIDDLE, state.order, 0
    if not state.is_drawn:
        if state.ghost and not state.ghost_is_fed:
            state = state.moved(None, state.ghost, state.ghost_gets)
        source = TREASURE
        order = draft_order(state.from_captain, state.coins_each)[: state.treasure]
        drawn = len(order)
    bags, moves = dict(state.bags), list(state.moves)
    for player in state.players:
        seen, unseen = state.drafted.get(player, Coins()), order.count(player)
        bags[player] = bags[player].after(seen.total + unseen)
        taken: tuple[Move, ...] = (
            (MIDDLE, bags[player].place, seen.amounts),
            (source, bags[player].place, (unseen,)),
        )
        moves += [move for move in taken if sum(move[2])]
    return api.replace(
        state,
        bags=bags,
        treasure=state.treasure - drawn,
        moves=tuple(moves),
        table=Coins(),
        drafted={},
        order=(),
        is_drawn=True,
        ghost_is_fed=True,
        is_drafted=True,
        undrafted=(*state.undrafted, state.round),
        challengers=state.from_captain,
        donors=state.from_captain,
    )


def _donate_unseen(state: State) -> State:
    """Let all players donate who have a coin by the record. Cites: NSP-4.1, NSP-4.2."""
    missed = [(state.round, who) for who in state.donors if state.is_empty(who)]
    after = state
    for player in state.donors:
        if state.bags[player].count:
            after = after.moved(player, None, state.donates)
    return api.replace(after, donors=(), missed=(*state.missed, *missed))


DRAFTED_UNSEEN: api.Consequence[State] = api.Consequence(
    when=lambda state: (
        state.is_whole and state.captain is not None and not (state.is_played or state.is_drafted)
    ),
    apply=_draft_unseen,
    rule=keys.DRAWN_PER_PLAYER,
)
DONATED_UNSEEN: api.Consequence[State] = api.Consequence(
    when=lambda state: (
        state.is_whole
        and state.is_drafted
        and bool(state.donors)
        and not (state.challengers or state.pending)
    ),
    apply=_donate_unseen,
    rule=keys.DONATED_COINS,
)
DEPTH: api.depth.Depth[State] = api.depth.Depth(
    chosen=DepthChosen, now=lambda state: state.by, stages=(CHALLENGES,)
)
