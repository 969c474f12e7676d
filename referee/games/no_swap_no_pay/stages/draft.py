"""The first captain; then the first half of a round: ghost, captain's draw, draft."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee import api
from referee.api import Player, Say
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model import unseen
from referee.games.no_swap_no_pay.model.box import GHOST, GHOST_WORDS, refuse_excess, setup_lines
from referee.games.no_swap_no_pay.model.coins import COLOURS, CoinCounts, Coins, n_coins
from referee.games.no_swap_no_pay.model.network import MIDDLE, TREASURE, Move
from referee.games.no_swap_no_pay.state import COLOUR_OR_NONE, DONE, DUTY, State, draft_order


class CaptainChosen(api.Event[State], frozen=True):
    """The table named the first captain."""

    verbs = "is begins starts"
    filler = "goes"
    rule = keys.FIRST_CAPTAIN
    sheet_line = "drafted"
    player: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.player == state.ghost:
            # Not merely forbidden: a round that begins at an empty seat has no order to go by.
            return self.impossible("{player} is never captain.", keys.GHOST_RESTS)
        return self.allowed("{player} is the first captain.")

    def apply(self, state: State) -> State:
        return api.replace(state, captain=self.player)

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: Say("captain:")}


class GhostFed(api.Event[State], frozen=True):
    """The captain put so many unseen coins into the ghost's bag."""

    rule = keys.GHOST_FED
    tells_rule = True
    sheet_line = "drafted"
    coins: int

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        due = ghost_due(book, state)
        if self.coins != due:
            said, given = "{ghost}'s bag gets {due}, not {coins}.", n_coins(self.coins)
            return self.forbidden(said, ghost=GHOST, due=n_coins(due), coins=given)
        if not due:
            return self.allowed("The treasure bag is empty: {ghost} gets nothing.", ghost=GHOST)
        said = "Put {coins} into {ghost}'s bag, unseen."
        return self.allowed(said, coins=n_coins(due), ghost=GHOST)

    def apply(self, state: State) -> State:
        after = state.moved(None, state.ghost, self.coins) if state.ghost else state
        return api.replace(after, ghost_is_fed=True)

    def tell(self, state: State) -> api.SheetCells:
        return {GHOST: self.say("{coins} unseen")}


def ghost_due(book: api.Rulebook, state: State) -> int:
    """Count the coins that the ghost is fed, as far as there are any. Cites: NSP-7.2."""
    return min(book[keys.GHOST_FED], state.treasure)


DRAW_BLIND = Say("Draw without looking, and lay the coins in the middle.")


def sight_notice(state: State) -> api.Notice:
    """Return the notice that drafted coins stay in sight, given once. Cites: NSP-2.3."""
    said = "Keep your coins in sight until everyone has {coins}."
    return api.Notice(Say(said, coins=n_coins(state.coins_each)), keys.COINS_IN_SIGHT, once=True)


def last_round_notices(state: State) -> tuple[api.Notice, ...]:
    """Return the notice that this is the last round, if it is. Cites: NSP-4.4."""
    last = api.Notice(Say("This is the last round."), keys.THE_END)
    return (last,) if state.round == state.rounds else ()


def _ask_captain(book: api.Rulebook, state: State) -> api.Prompt[State]:
    own_bag = "You may look into your own bag at any time, never into another's."
    return api.Prompt(
        ask=Say("Who is the first captain?"),
        detail=Say("(oldest wooden leg, longest beard or most jewellery)"),
        answers=api.SomePlayer(
            state.bag_owners, state.players, also=GHOST_WORDS if state.ghost else {}
        ),
        event=CaptainChosen,
        setup=(*setup_lines(book, state.setup), api.Notice(Say(own_bag), keys.WHOSE_BAG)),
    )


def _ask_feed(book: api.Rulebook, state: State) -> api.Prompt[State]:
    due, said = ghost_due(book, state), "{captain}, put {n} into {ghost}'s bag, shown to nobody."
    return api.Prompt(
        ask=Say(said, captain=state.from_captain[0], n=n_coins(due), ghost=GHOST),
        answers=api.OneOf(tuple(DUTY), (DONE if due else api.NOTHING,), DUTY),
        event=lambda word: GhostFed(due if word == DONE else 0),
        notices=last_round_notices(state),
    )


CAPTAIN = api.Stage(
    id="setup.captain",
    title=Say("captain"),
    when=lambda state: state.captain is None,
    ask=_ask_captain,
    events=(CaptainChosen,),
)
FEED = api.Stage(
    id="ghost.fed",
    title=Say("ghost"),
    when=lambda state: (
        state.ghost is not None and not (state.ghost_is_fed or state.is_drawn or state.is_played)
    ),
    actor=lambda state: state.captain,
    ask=_ask_feed,
    events=(GhostFed,),
)


class CoinsDrawn(api.Event[State], frozen=True):
    """The captain drew coins and laid them open in the middle."""

    verbs = "draws"
    rule = keys.DRAWN_PER_PLAYER
    sheet_line = "drafted"
    coins: Coins

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if ruling := refuse_excess(book, self.coins):
            return ruling
        due, full = unseen.coins_to_draw(state), state.coins_each * len(state.players)
        short = (keys.SHORT_DRAFT,) if due < full else ()
        if self.coins.total != due and (state.is_counted or self.coins.total > full):
            held = Say("The treasure bag holds {coins}.", coins=n_coins(state.treasure))
            because = (held,) if state.is_counted else ()
            said, n = "The captain draws {due}, not {drawn}.", self.coins.total
            rules = (self.rule, *short)
            return self.forbidden(said, *rules, because=because, due=n_coins(due), drawn=n)
        if not unseen.can_be_drawn(state, self.coins):
            return self._refuse_beyond_record(state)
        drawn: dict[str, Any] = {"captain": state.from_captain[0], "coins": self.coins.say}
        if not short:
            return self.allowed("{captain} draws {coins}.", **drawn)
        said = "{captain} draws {coins}. The draft is {short} short."
        return self.allowed(said, self.rule, *short, short=n_coins(full - due), **drawn)

    def _refuse_beyond_record(self, state: State) -> api.Ruling:
        """Refuse coins that must be in the bags, or cannot be left together. Cites: NSP-2.6."""
        rules, left = (keys.COLOUR_ELSEWHERE, keys.COLOURS_IN_GAME), unseen.possible_draws(state)
        most = Coins(*map(max, *(coins.amounts for coins in left), Coins().amounts))
        colour = self.coins.exceeds(most)
        if colour is None:
            said = "Given what everyone saw, the treasure bag cannot hold {coins} together."
            return self.forbidden(said, *rules, coins=self.coins.say)
        game, term = state.coins[colour], COLOURS[colour]
        held = "{held} of them must be in the bags, given what everyone saw."
        because = (
            Say("{all} {colour} are in the game.", all=game, colour=term),
            Say(held, held=game - most[colour]),
        )
        said = "At most {n} {colour} can be left to draw."
        return self.forbidden(said, *rules, because=because, n=most[colour], colour=term)

    def apply(self, state: State) -> State:
        order = draft_order(state.from_captain, state.coins_each)
        return api.replace(
            state,
            is_drawn=True,
            table=self.coins,
            treasure=max(0, state.treasure - self.coins.total),
            moves=(*state.moves, (TREASURE, MIDDLE, self.coins.amounts)),
            order=order[: self.coins.total],
        )

    def tell(self, state: State) -> api.SheetCells:
        return {
            state.from_captain[0]: (None, Say("captain:")),
            api.SHARED: self.say("{coins} drawn", coins=self.coins.short),
        }


class Drafted(api.Event[State], frozen=True):
    """A player took a coin, or none."""

    rule = keys.DRAFT_ORDER
    sheet_line = "drafted"
    player: Player

    def with_taken(self, state: State, taken: Coins) -> State:
        """Return the state after a player has taken coins: the next one drafts."""
        before = state.drafted.get(self.player, Coins())
        return api.replace(
            state,
            table=state.table - taken,
            drafted={**state.drafted, self.player: before + taken},
            order=state.order[1:],
        )

    def cell(self, state: State, coin: api.Fact) -> api.SheetCells:
        """Return the cell of a coin; the captain's first one follows the word *captain*."""
        if self.player == state.captain and self.player not in state.drafted:
            return {self.player: (None, Say("captain: {coin}", coin=coin))}
        return {self.player: Say("{coin}", coin=coin)}


class CoinDrafted(Drafted, frozen=True):
    """A player took a coin from the middle."""

    verbs = "takes drafts"
    colour: str

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.colour not in COLOURS:
            return self.impossible("There is no {colour} coin.", keys.BOX)
        colour = COLOURS[self.colour]
        if not state.table[self.colour]:
            said = "There is no {colour} coin left. Left: {coins}."
            return self.forbidden(said, colour=colour, coins=state.table.say)
        return self.allowed("{player} takes {colour}.", colour=colour)

    def apply(self, state: State) -> State:
        return self.with_taken(state, Coins.of({self.colour: 1}))

    def tell(self, state: State) -> api.SheetCells:
        return self.cell(state, COLOURS.get(self.colour, self.colour))


class DraftMissed(Drafted, frozen=True):
    """A player took no coin when it was their turn."""

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if not state.table.total:
            return self.allowed("Nothing is left for {player} to take.", keys.SHORT_DRAFT)
        said = "{player} must take a coin. Left: {coins}."
        return self.forbidden(said, keys.NO_PASSING, coins=state.table.say)

    def apply(self, state: State) -> State:
        return self.with_taken(state, Coins())

    def tell(self, state: State) -> api.SheetCells:
        return self.cell(state, COLOUR_OR_NONE[api.NOTHING])


def _is_over(state: State) -> bool:
    return state.is_drawn and not state.order and not state.is_drafted


def _put_into_bags(state: State) -> State:
    """Put all drafted coins into the bags; all coins in no bag are in the treasure bag.

    Nothing is left in the middle unless the table overruled something. Cites: NSP-2.3.
    """
    drafted, *_, drawn = state.drafted, state.moves[-1]
    bags = {
        owner: bag.after(drafted[owner].total) if owner in drafted else bag
        for owner, bag in state.bags.items()
    }
    taken: list[Move] = [
        (MIDDLE, bags[owner].place, coins.amounts) for owner, coins in drafted.items()
    ]
    left = sum(drawn[2]) - sum(coins.total for coins in drafted.values())
    if left:
        taken.append((MIDDLE, TREASURE, (left,)))
    return api.replace(
        state,
        bags=bags,
        moves=(*state.moves, *taken),
        treasure=max(0, state.coins.total - sum(bag.count for bag in bags.values())),
        table=Coins(),
        drafted={},
        is_drafted=True,
        challengers=state.from_captain,
        donors=state.from_captain,
    )


def _say_draft_over(state: State) -> Say:
    """Return the end of the draft as text; after a short one somebody has fewer than two coins."""
    if any(state.drafted.get(p, Coins()).total != state.coins_each for p in state.players):
        return Say("Everyone puts their coins into their bag.")
    return Say("Everyone puts their two coins into their bag.")


def coins_answers(
    anything: api.PieceCounts,
    example: Coins | None,
    listed: Callable[[], Iterable[Coins]],
    some: Callable[[], Iterable[object]] | None = None,
) -> api.Answers[Mapping[str, int]]:
    """Return the answers for coins; the record's possible ones are offered, if there are any.

    ``some`` returns a few of those ``listed``, if listing all takes long.
    """
    if example is None:
        return anything
    syntax = Say("such as {coins}", coins=example.short)
    offered = api.LazySequence(lambda: (coins.words for coins in listed()), some)
    return api.CustomAnswer(offered, anything.parse, syntax)


def _ask_draw(book: api.Rulebook, state: State) -> api.Prompt[State]:
    due, captain = unseen.coins_to_draw(state), state.from_captain[0]
    anything = CoinCounts(book[keys.BOX], due, due)
    notices = [
        *(() if state.ghost else last_round_notices(state)),
        api.Notice(DRAW_BLIND, keys.DRAWN_PER_PLAYER),
    ]
    if due < state.coins_each * len(state.players):
        said = "The treasure bag holds only {coins}: draw them all."
        notices.append(api.Notice(Say(said, coins=n_coins(due)), keys.SHORT_DRAFT))
    return api.Prompt(
        ask=Say("{captain}, draw {n}. Which are they?", captain=captain, n=n_coins(due)),
        answers=coins_answers(
            anything,
            unseen.example_draw(state),
            lambda: unseen.possible_draws(state),
            lambda: unseen.two_possible_draws(state),
        ),
        event=lambda drawn: CoinsDrawn(Coins.of(drawn)),
        notices=tuple(notices),
    )


def _ask_draft(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player, *later = state.order
    is_first = bool(later) and not state.drafted
    events = {
        **{colour: CoinDrafted(player, colour) for colour in COLOURS},
        api.NOTHING: DraftMissed(player),
    }
    return api.Prompt(
        ask=Say("{player}, take a coin.", player=player),
        answers=api.choices(book, state, events, COLOUR_OR_NONE),
        event=events.__getitem__,
        rules=(keys.DRAFT_ORDER, keys.NO_PASSING),
        detail=Say("Then {players}.", players=api.join(later, ", ")) if is_first else None,
        notices=(sight_notice(state),),
        forced_by=keys.NO_PASSING if state.table.total else keys.SHORT_DRAFT,
    )


DRAW = api.Stage(
    id="draft.drawn",
    title=Say("draw"),
    when=lambda state: not (state.is_drawn or state.is_played),
    actor=lambda state: state.captain,
    ask=_ask_draw,
    events=(CoinsDrawn,),
)
DRAFT = api.Stage(
    id="draft.coin",
    run="draft",
    title=Say("draft"),
    when=lambda state: bool(state.order),
    actor=lambda state: state.order[0],
    ask=_ask_draft,
    events=(CoinDrafted, DraftMissed),
)
NOTHING_DRAFTED: api.Consequence[State] = api.Consequence(
    when=lambda state: _is_over(state) and not state.drafted,
    apply=_put_into_bags,
    rule=keys.SHORT_DRAFT,
)
DRAFT_OVER: api.Consequence[State] = api.Consequence(
    when=_is_over,
    apply=_put_into_bags,
    say=_say_draft_over,
    rule=keys.COINS_IN_SIGHT,
)
