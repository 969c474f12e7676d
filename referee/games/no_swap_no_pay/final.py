"""From the last event, or a typed file, to the scores and the winner."""

from collections.abc import Mapping
from typing import Any

from referee.api import (
    Choice,
    Field,
    FinalCount,
    FinalScoring,
    HoldingsForm,
    Integer,
    ListOf,
    MapOf,
    Options,
    Outcome,
    PieceCounts,
    Player,
    PlayerScore,
    Rulebook,
    Say,
    Scoresheet,
    Value,
    decide,
    join,
    replace,
    rule_refs,
)
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.box import GHOST, ghost_of
from referee.games.no_swap_no_pay.model.coins import COLOURS, DECLARABLE, PURPLE, Coins
from referee.games.no_swap_no_pay.model.contradiction import contradiction
from referee.games.no_swap_no_pay.model.points import DeclaredBag, best_declaration, score_bag
from referee.games.no_swap_no_pay.state import State

COIN_FIELDS = tuple(
    Field(name=colour, shape=Integer(), about=Say("{colour} coins in the bag", colour=term))
    for colour, term in COLOURS.items()
)
PURPLE_AS = Field(
    name="purple_as",
    shape=ListOf(Choice(DECLARABLE)),
    about=Say("what the owner declares each purple coin; the best declaration where left out"),
    rare=True,
)
TREASURE = Field(
    name="treasure",
    shape=MapOf(Choice(tuple(COLOURS)), Integer()),
    about=Say("coins left in the treasure bag, for the check"),
)


def _form(book: Rulebook, options: Options) -> HoldingsForm:
    """Give the form; the ghost's bag is an entry too, where it joins. Cites: NSP-7.1."""
    return HoldingsForm(
        fields=(*COIN_FIELDS, PURPLE_AS),
        shared=(TREASURE,),
        extra_entries={book[keys.GHOST_PLAYERS]: (GHOST,)},
        entry_line=_bag_on_a_line,
    )


def _bag_on_a_line(text: str) -> Mapping[str, Value]:
    """Read a bag as at the prompt. Raises BadAnswer.

    >>> _bag_on_a_line("4g 3s 1p")
    {'gold': 4, 'silver': 3, 'black': 0, 'purple': 1}
    """
    return dict(PieceCounts(dict.fromkeys(COLOURS, 0), 0, 0).parse(text))


def _unchecked(book: Rulebook, count: FinalCount) -> tuple[Say, ...]:
    """Say that nobody saw what was left in the treasure bag. Cites: NSP-4.5."""
    if "treasure" in count.shared:
        return ()
    said = "what is in the treasure bag: it follows from the bags and was not seen (give {fact})"
    return (Say(said, fact="treasure"),)


def _count(state: State) -> FinalCount | Say:
    """Give the final count, or say what is still hidden.

    Its ``evidence`` is the ``record``: how many coins it counts in each of the ``bags`` and in the
    ``treasure`` bag; all ``moves``, with the place and count of each bag and what is left; and who
    donated nothing in the last round (``missed``).
    """
    if not state.is_played:
        return Say("Round {round} of {rounds} is not over.", round=state.round, rounds=state.rounds)
    if state.closed:
        return Say("These bags are still closed: {owners}.", owners=state.closed)
    if state.treasure_left is None:
        return Say("The treasure bag has not been looked at.")
    if state.undeclared:
        return Say("{player} has purple coins to declare.", player=state.undeclared[0])
    holdings: dict[str, dict[str, Value]] = {
        owner: {**coins.counts} for owner, coins in state.revealed.items()
    }
    for owner, colours in state.declared.items():
        holdings[owner]["purple_as"] = colours
    bags = tuple((owner, bag.place, bag.count) for owner, bag in state.bags.items())
    missed = tuple(player for round_, player in state.missed if round_ == state.rounds)
    return FinalCount(
        setup=state.setup,
        holdings=holdings,
        shared={"treasure": state.treasure_left.counts},
        evidence={
            "record": {
                "bags": {owner: n for owner, _, n in bags},
                "treasure": state.treasure,
                "moves": (state.moves, bags, state.treasure),
                "missed": missed,
            }
        },
    )


def _score(book: Rulebook, count: FinalCount) -> Scoresheet:
    """Score every bag, the ghost's too, and name the winner.

    Cites: NSP-5.1 to NSP-6.4, NSP-7.5, NSP-7.6.
    """
    options, ghost = count.setup.options, ghost_of(book, count.setup.seating)
    bags = {
        Player(owner): _declared(book, options, entry, is_ghost=owner == ghost)
        for owner, entry in count.holdings.items()
    }
    scores = tuple(score_bag(book, options, owner, bag) for owner, bag in bags.items())
    return Scoresheet(scores, _outcome(book, bags, scores, ghost))


def _declared(
    book: Rulebook, options: Options, entry: Mapping[str, Any], *, is_ghost: bool
) -> DeclaredBag:
    """Take the owner's word on purple, and the best declaration for coins without one.

    Words beyond the number of purple coins, and words for the ghost, are passed over; the
    audit tells of them. Cites: NSP-5.5, NSP-5.7, NSP-7.6.
    """
    coins = Coins.of(entry)
    if is_ghost:
        return replace(best_declaration(book, options, coins), is_ghost=True)
    insisted = tuple(entry.get("purple_as", ()))
    return best_declaration(book, options, coins, insisted[: coins[PURPLE]])


def _outcome(
    book: Rulebook,
    bags: Mapping[Player, DeclaredBag],
    scores: tuple[PlayerScore, ...],
    ghost: Player | None,
) -> Outcome:
    """Name the winner. Cites: NSP-6.1 to NSP-6.4, NSP-7.5."""
    outcome = decide(scores, keys.THE_WINNER, *((keys.GHOST_WINS,) if ghost else ()))
    best = max(each.total for each in scores)
    tied = [each.player for each in scores if each.total == best]
    if len(tied) > 1 and any(bags[player].coins[PURPLE] for player in tied):
        outcome = replace(outcome, rules=rule_refs((*outcome.rules, keys.PURPLE_IN_TIES)))
    if outcome.winners == (ghost,):
        said = join((outcome.said, Say("The ghost comes first: no player wins.")), " ")
        outcome = replace(outcome, said=said)
    return outcome


FINAL = FinalScoring(
    form=_form,
    count=_count,
    contradictions=lambda book, count: tuple(filter(None, [contradiction(book, count)])),
    score=_score,
    unchecked=_unchecked,
)
