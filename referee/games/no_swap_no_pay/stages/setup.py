"""The first captain; and, with three players, the ghost that is fed before each draw."""

from typing import Any

from referee.api import (
    NOTHING,
    Event,
    OneOf,
    Player,
    Prompt,
    Rulebook,
    Ruling,
    Say,
    SheetCells,
    SomePlayer,
    Stage,
    replace,
)
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.box import GHOST, GHOST_WORDS, setup_lines
from referee.games.no_swap_no_pay.model.coins import n_coins
from referee.games.no_swap_no_pay.model.network import TREASURE
from referee.games.no_swap_no_pay.state import DONE, DUTY, State


class CaptainChosen(Event[State], frozen=True):
    """The table named the first captain."""

    rule = keys.FIRST_CAPTAIN
    sheet_line = "drafted"
    player: Player

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if self.player == state.ghost:
            # Not merely forbidden: a round that begins at an empty seat has no order to go by.
            return self.impossible("{player} is never captain.", keys.GHOST_RESTS)
        return self.allowed("{player} is the first captain.")

    def apply(self, state: State) -> State:
        return replace(state, captain=self.player)

    def tell(self, state: State) -> SheetCells:
        return {self.player: Say("captain:")}


class GhostFed(Event[State], frozen=True):
    """The captain put so many unseen coins into the ghost's bag."""

    rule = keys.GHOST_FED
    sheet_line = "drafted"
    coins: int

    def judge(self, book: Rulebook, state: State) -> Ruling:
        due = ghost_due(book, state)
        if self.coins != due:
            said = "{ghost}'s bag gets {due}, not {coins}."
            facts: dict[str, Any] = {
                "ghost": GHOST,
                "due": n_coins(due),
                "coins": n_coins(self.coins),
            }
            return self.forbidden(said, **facts)
        if not due:
            return self.allowed("The treasure bag is empty: {ghost} gets nothing.", ghost=GHOST)
        said = "Put {coins} into {ghost}'s bag, unseen."
        return self.allowed(said, coins=n_coins(due), ghost=GHOST)

    def apply(self, state: State) -> State:
        fed = min(self.coins, state.treasure)
        bags = {
            owner: bag.after(fed) if owner == state.ghost else bag
            for owner, bag in state.bags.items()
        }
        moved = ((TREASURE, bags[GHOST].place, (fed,)),) if state.ghost else ()
        return replace(
            state,
            bags=bags,
            treasure=state.treasure - fed,
            moves=(*state.moves, *moved),
            ghost_is_fed=True,
        )

    def tell(self, state: State) -> SheetCells:
        return {GHOST: self.say("{coins} unseen")}


def ghost_due(book: Rulebook, state: State) -> int:
    """Count the coins that the ghost is fed, as far as the treasure bag has any.

    Cites: NSP-7.2.
    """
    return min(book[keys.GHOST_FED], state.treasure)


def _ask_captain(book: Rulebook, state: State) -> Prompt[State]:
    return Prompt(
        ask=Say("Who is the first captain?"),
        detail=Say("(oldest wooden leg, longest beard or most jewellery)"),
        answers=SomePlayer(
            state.bag_owners, state.players, also=GHOST_WORDS if state.ghost else {}
        ),
        event=CaptainChosen,
        default=f"@{state.players[0]}",
        setup=setup_lines(book, state.setup),
    )


def _ask_feed(book: Rulebook, state: State) -> Prompt[State]:
    due, said = ghost_due(book, state), "{captain}, put {n} into {ghost}'s bag, shown to nobody."
    return Prompt(
        ask=Say(said, captain=state.from_captain[0], n=n_coins(due), ghost=GHOST),
        answers=OneOf(tuple(DUTY), (DONE if due else NOTHING,), DUTY),
        event=lambda word: GhostFed(due if word == DONE else 0),
    )


CAPTAIN = Stage(
    id="setup.captain",
    title=Say("captain"),
    when=lambda state: state.captain is None,
    ask=_ask_captain,
    events=(CaptainChosen,),
)
FEED = Stage(
    id="ghost.fed",
    title=Say("ghost"),
    when=lambda state: (
        state.ghost is not None and not (state.ghost_is_fed or state.is_drawn or state.is_played)
    ),
    actor=lambda state: state.captain,
    ask=_ask_feed,
    events=(GhostFed,),
)
