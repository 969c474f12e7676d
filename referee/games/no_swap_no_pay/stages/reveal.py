"""The end: each bag turned out, the treasure bag, the purple coins."""

from typing import Any

from referee import api
from referee.api import Player, Say
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model import unseen
from referee.games.no_swap_no_pay.model.box import TREASURE_BAG
from referee.games.no_swap_no_pay.model.coins import (
    COLOURS,
    DECLARABLE,
    PURPLE,
    CoinCounts,
    Coins,
    best_declaration,
    colour_terms,
    n_coins,
    n_points,
    score_bag,
)
from referee.games.no_swap_no_pay.stages.draft import coins_answers
from referee.games.no_swap_no_pay.state import State


class Revealed(api.Event[State], frozen=True):
    """Coins were turned out at the end; the record may be wrong, the box is not."""

    sheet_line = "turned-out"

    def refuse_excess(self, book: api.Rulebook, state: State, coins: Coins) -> api.Ruling | None:
        """Refuse coins that are not left in the box. Cites: NSP-1.1."""
        colour = coins.exceeds(unseen.coins_unrevealed(book, state))
        if colour is None:
            return None
        return self.impossible(
            "There cannot be {n} {colour}: the box holds {box}, and the other bags show {shown}.",
            keys.BOX,
            n=coins[colour],
            colour=COLOURS[colour],
            box=book[keys.BOX][colour],
            shown=unseen.coins_revealed(state)[colour],
        )


class BagRevealed(Revealed, frozen=True):
    """A bag was turned out at the end."""

    verbs = "bag"
    rule = keys.THE_END
    player: Player
    coins: Coins

    @property
    def counted(self) -> tuple[api.FieldPath, ...]:
        return (("holdings", self.player),)

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if ruling := self.refuse_excess(book, state, self.coins):
            return ruling
        bag, n, count = self.coins.say, self.coins.total, state.bags[self.player].count
        if state.is_counted and n != count:
            said = "{player}'s bag: {bag}. That is {n}; according to the record it holds {count}."
            return self.allowed(said, self.rule, keys.BAG_COUNTS, bag=bag, n=n, count=count)
        shown = unseen.coins_revealed(state) + self.coins
        if colour := shown.exceeds(state.coins):
            said = "{player}'s bag: {bag}. That makes {n} {colour}; this game has {game}."
            rules, term = (self.rule, keys.COLOURS_IN_GAME), COLOURS[colour]
            n, game = shown[colour], state.coins[colour]
            return self.allowed(said, *rules, bag=bag, n=n, colour=term, game=game)
        if not unseen.can_hold(state, self.player, self.coins):
            said = "{player}'s bag: {bag}. Given what everyone saw, that is impossible."
            return self.allowed(said, self.rule, keys.BAG_COLOURS, bag=bag)
        return self.allowed("{player}'s bag: {bag}.", bag=bag)

    def apply(self, state: State) -> State:
        return api.replace(state, revealed={**state.revealed, self.player: self.coins})

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: self.coins.short}


class TreasureRevealed(Revealed, frozen=True):
    """The treasure bag was turned out at the end."""

    verbs = "left"
    filler = "treasure bag"
    rule = keys.MISSED_AT_THE_END
    coins: Coins

    @property
    def counted(self) -> tuple[api.FieldPath, ...]:
        return (("treasure",),)

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if ruling := self.refuse_excess(book, state, self.coins):
            return ruling
        left, n, count = self.coins.say, self.coins.total, state.treasure
        if state.is_counted and n != count:
            said = "Left: {left}. That is {n}; according to the record it is {count}."
            return self.allowed(said, self.rule, keys.BAG_COUNTS, left=left, n=n, count=count)
        if not unseen.can_hold(state, None, self.coins):
            said = "Left: {left}. Given what everyone saw, that is impossible."
            return self.allowed(said, self.rule, keys.BAG_COLOURS, left=left)
        return self.allowed("Left in the treasure bag: {left}.", left=left)

    def apply(self, state: State) -> State:
        return api.replace(state, treasure_left=self.coins)

    def tell(self, state: State) -> api.SheetCells:
        return {api.SHARED: self.coins.short}


class PurpleDeclared(api.Event[State], frozen=True):
    """A player declared the purple coins of their own bag."""

    verbs = "declares"
    rule = keys.PURPLE_DECLARED
    sheet_line = "declared"
    player: Player
    colours: tuple[str, ...]

    @property
    def counted(self) -> tuple[api.FieldPath, ...]:
        return (("holdings", self.player, "purple_as"),)

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        held, n = state.revealed[self.player][PURPLE], len(self.colours)
        if n != held:
            said = "{player} has {held} to declare, not {n}."
            return self.forbidden(said, held=n_coins(held), n=n)
        if wrong := tuple(colour for colour in self.colours if colour not in DECLARABLE):
            return self.impossible("Purple cannot be {colours}.", colours=colour_terms(wrong))
        said = "{player} declares {colours}."
        return self.allowed(said, self.rule, keys.WHO_DECLARES, colours=colour_terms(self.colours))

    def apply(self, state: State) -> State:
        return api.replace(state, declared={**state.declared, self.player: self.colours})

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: Say("{colours}", colours=colour_terms(self.colours))}


def _answers(book: api.Rulebook, state: State, owner: Player | None, n: int) -> api.Answers[Any]:
    """Return the answers for the coins of a bag; n is their number by the record."""
    left = unseen.coins_unrevealed(book, state)
    if not state.is_counted:
        return CoinCounts(left.counts, 0, left.total, likely=min(n, left.total))
    rest = unseen.expected_leftover(state) if owner is None else None
    likely = rest or unseen.example_contents(state, owner)
    return coins_answers(
        CoinCounts(left.counts, 0, left.total, likely=n),
        None if likely and likely.exceeds(left) else likely,  # by coins shown against the record
        lambda: unseen.possible_contents(state, owner),
        lambda: unseen.possible_contents(state, owner, 2),
    )


def _question(state: State, template: str, n: int, **facts: api.Fact) -> Say:
    """Return a question with the number of coins by the record, if that is known."""
    asked = Say(template, **facts)
    return Say("{question} ({n})", question=asked, n=n_coins(n)) if state.is_counted else asked


def _ask_bag(book: api.Rulebook, state: State) -> api.Prompt[State]:
    owner = state.closed[0]
    n = state.bags[owner].count
    return api.Prompt(
        ask=_question(state, "What is in {owner}'s bag?", n, owner=owner),
        answers=_answers(book, state, owner, n),
        event=lambda held: BagRevealed(owner, Coins.of(held)),
        rules=(keys.THE_END, keys.BAG_COUNTS),
        forced_by=keys.BAG_COLOURS if n else keys.BAG_COUNTS,
    )


def _ask_treasure(book: api.Rulebook, state: State) -> api.Prompt[State]:
    rest, n = unseen.expected_leftover(state), state.treasure
    not_scored = "Turn out the treasure bag too: it is counted to check, and not scored."
    return api.Prompt(
        ask=_question(state, "What is left in the treasure bag?", n),
        answers=_answers(book, state, None, n),
        event=lambda held: TreasureRevealed(Coins.of(held)),
        default=rest.words if rest is not None else None,
        context=_recount(state),
        notices=(api.Notice(Say(not_scored), keys.MISSED_AT_THE_END, once=True),),
    )


def _recount(state: State) -> tuple[Say, ...]:
    """Return by how many coins the bags and the record differ. Cites: NSP-8.2."""
    held = sum(bag.count for bag in state.bags.values())
    more = unseen.coins_revealed(state).total - held
    if not (more and state.is_counted):
        return ()
    one, many = "The bags show {n} coin too few.", "The bags show {n} coins too few."
    if more > 0:
        one, many = "The bags show {n} coin too many.", "The bags show {n} coins too many."
    said = api.plural(abs(more), one, many)
    return (said, Say("According to the record they hold {n}. Count again.", n=held))


def _ask_purple(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player, options = state.undeclared[0], state.setup.options
    coins = state.revealed[player]
    declare = "Each purple coin counts as gold, silver or black, as its owner declares."
    best = best_declaration(book, options, coins)
    worth = score_bag(book, options, player, best).total
    proposal = Say(
        "With {best} the bag is worth most: {points}.",
        best=colour_terms(best.purple_as),
        points=n_points(worth),
    )
    if not worth:
        said = "The bag is worth nothing, whatever you declare; {best} counts in a tie."
        proposal = Say(said, best=colour_terms(best.purple_as))
    return api.Prompt(
        ask=api.plural(
            coins[PURPLE],
            "{player}, what does your purple coin count as?",
            "{player}, what do your {n} purple coins count as?",
            player=player,
        ),
        context=(proposal,),
        answers=api.SomeOf(
            api.OneOf(DECLARABLE, DECLARABLE, COLOURS), coins[PURPLE], coins[PURPLE]
        ),
        event=lambda colours: PurpleDeclared(player, colours),
        rules=(keys.PURPLE_DECLARED, keys.WHO_DECLARES),
        default=", ".join(best.purple_as),
        notices=(api.Notice(Say(declare), keys.PURPLE_DECLARED, once=True),),
    )


BAGS = api.Stage(
    id="reveal.bag",
    title=Say("bags"),
    when=lambda state: state.is_played and bool(state.closed),
    actor=lambda state: state.closed[0],
    ask=_ask_bag,
    events=(BagRevealed,),
)
TREASURE = api.Stage(
    id="reveal.treasure",
    title=TREASURE_BAG,
    when=lambda state: state.is_played and state.treasure_left is None,
    ask=_ask_treasure,
    events=(TreasureRevealed,),
)
PURPLE_COINS = api.Stage(
    id="reveal.purple",
    title=Say("purple coins"),
    when=lambda state: bool(state.undeclared),
    actor=lambda state: state.undeclared[0],
    ask=_ask_purple,
    events=(PurpleDeclared,),
)
