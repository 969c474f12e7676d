"""What is asked at the end: each bag turned out, the treasure bag, the purple coins."""

from __future__ import annotations

from referee.core.answers import OneOf
from referee.core.pieces import Pieces
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.score import counted_points
from referee.core.several import Several
from referee.core.step import Step
from referee.games.no_swap_no_pay import events as seen
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.asked import step
from referee.games.no_swap_no_pay.coins import DECLARABLE, PURPLE, Coins, coins
from referee.games.no_swap_no_pay.knowledge import rest_of_treasure, unrevealed
from referee.games.no_swap_no_pay.scoring import best_declaration, score_bag
from referee.games.no_swap_no_pay.state import State
from referee.games.no_swap_no_pay.turn import active_player


def turn_out(book: Rulebook, state: State) -> Step[seen.Event]:
    """Ask what the next bag shows, whatever the record counts in it."""
    owner = active_player(state) or state.players[0]
    left = unrevealed(book, state)
    ask = Say(
        "{owner}'s bag holds? (by the record {n})", owner=owner, n=coins(state.bags[owner].count)
    )
    return step(
        book,
        state,
        "reveal.bag",
        ask,
        Pieces(left.counts, 0, left.total, likely=state.bags[owner].count),
        lambda held: seen.BagRevealed(owner, Coins.of(held)),
        keys.THE_END,
        keys.BAG_COUNTS,
    )


def turn_out_treasure(book: Rulebook, state: State) -> Step[seen.Event]:
    """Ask what is left in the treasure bag; Enter takes what the bags leave of the game."""
    left = unrevealed(book, state)
    rest = rest_of_treasure(state)
    enter = rest.words if rest is not None else None
    return step(
        book,
        state,
        "reveal.treasure",
        Say("What is left in the treasure bag?"),
        Pieces(left.counts, 0, left.total, likely=state.treasure),
        lambda held: seen.TreasureRevealed(Coins.of(held)),
        keys.MISSED_AT_THE_END,
        enter=enter,
    )


def declare(book: Rulebook, state: State) -> Step[seen.Event]:
    """Ask the owner about the purple coins, and propose what is worth most."""
    player = active_player(state) or state.players[0]
    bag = state.revealed[player]
    best = best_declaration(book, state.setup.options, bag)
    held = bag[PURPLE]
    worth = score_bag(book, state.setup.options, player, best).total
    proposal = "With {best} the bag is worth most: {points}."
    if not worth:
        proposal = "The bag is worth nothing whatever it is; {best} counts in a tie."
    ask = Say(
        "{player} declares {n} purple as? {proposal}",
        player=player,
        n=held,
        proposal=Say(proposal, best=best.purple_as, points=counted_points(worth)),
    )
    answers = Several(OneOf(DECLARABLE, DECLARABLE), held, held)
    return step(
        book,
        state,
        "reveal.purple",
        ask,
        answers,
        lambda colours: seen.PurpleDeclared(player, colours),
        keys.PURPLE_DECLARED,
        keys.WHO_DECLARES,
        enter=", ".join(best.purple_as),
    )
