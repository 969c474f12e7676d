"""Disputes about challenges: whose turn it is, and who may refuse.

Challenges and their answers are judged by play itself, at a table made of the facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from referee.api import (
    NOTHING,
    Answer,
    Event,
    Facts,
    Integer,
    ListOf,
    MapOf,
    Player,
    PlayerName,
    Question,
    Rulebook,
    RuleLike,
    Ruling,
    Say,
    Setup,
    Text,
    allowed,
    forbidden,
    impossible,
    table_call,
)
from referee.api.reading import match_choice, match_key
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model import rounds
from referee.games.no_swap_no_pay.model.box import coins_in_game
from referee.games.no_swap_no_pay.model.coins import Coins, n_coins
from referee.games.no_swap_no_pay.questions.facts import (
    ALREADY,
    CAPTAIN,
    NOBODY,
    PLAYERS,
    ROUND,
    Table,
    fact,
    table_of,
    wrong_table,
)
from referee.games.no_swap_no_pay.state import ACCEPT, ACCEPT_OR_REFUSE, REFUSE, Bag, State

if TYPE_CHECKING:  # most disputes need no stage
    from referee.games.no_swap_no_pay.stages.challenge import Challenged

Counts: TypeAlias = Mapping[Player, int]


_DONE = {"swapped": ACCEPT, "accepted": ACCEPT, "paid": REFUSE, "refused": REFUSE}
"""How an answer is told afterwards."""


def read_answer(text: str) -> str:
    """Read how a challenge was answered: swap, pay, or none. Raises BadAnswer.

    >>> read_answer("swapped"), read_answer("no"), read_answer("-")
    ('accept', 'refuse', 'none')
    """
    if text.strip() in NOBODY:
        return NOTHING
    if done := _DONE.get(match_key(text)):
        return done
    meant = {word: each for each in ACCEPT_OR_REFUSE for word in ACCEPT_OR_REFUSE[each].english}
    return meant[match_choice(text, tuple(meant))]


def run_of(
    table: Table, already: tuple[Player, ...], captain: Player | None
) -> tuple[Player, ...] | None:
    """Put those who have challenged in their order; None where they are no run.

    A run goes clockwise from the captain; of all players it begins with anybody who may be
    captain. Cites: NSP-3.1.
    """
    if not already:
        return ()
    known, firsts = {*already}, (captain,) if captain else table.players
    runs = (table.from_captain(first)[: len(known)] for first in firsts)
    return next((run for run in runs if known == {*run}), None)


def _challenge(book: Rulebook, facts: Facts) -> Answer:
    """Tell whether a challenge may be made, and refused. Cites: NSP-3.1 to NSP-3.7, NSP-7.3."""
    table, round_ = table_of(book, facts), facts.integer("round", None)
    challenger, target = table.named(facts.player("challenger")), facts.player("target")
    to = None if target in NOBODY and target not in table.players else table.named(target)
    told = facts.players("already", None)
    already = None if told is None else tuple(map(table.named, _without_nobody(told, table)))
    captain = facts.player("captain", None)
    captain = None if captain is None else table.named(captain)
    counts = _counts(facts, table)
    results: dict[str, Any] = {"may_refuse": None, "next": None, "captain": None}
    named = (challenger, *((to,) if to else ()), *counts)
    refused = (
        wrong_table(book, table, keys.NOT_ONESELF, *named)
        or wrong_table(
            book, table, keys.MUST_CHALLENGE, *(already or ()), *_some(captain), ghost=False
        )
        or rounds.beyond_last(book, table.seats, round_)
        or _no_run(table, already, captain)
        or _wrong_counts(book, table, counts, round_, to)
    )
    if refused:
        return Answer.ruled(refused, results)
    run = () if already is None else run_of(table, already, captain) or ()
    if not captain and 0 < len(run) < table.seats:
        captain = run[0]
    results["captain"] = captain
    if already is not None and captain and len(run) < table.seats:
        results["next"] = table.from_captain(captain)[len(run)]
    if ruling := _wrong_turn(table, challenger, already, results["next"]):
        return Answer.ruled(ruling, results)
    if to is None:
        said = "{challenger} must challenge someone."
        ruling = forbidden(said, keys.MUST_CHALLENGE, challenger=challenger)
        return Answer.ruled(ruling, results)
    answer = facts.text("answer", None)
    ruling, may_refuse = _judged(
        book, table, challenger, to, counts, round_, answer and read_answer(answer)
    )
    return Answer.ruled(ruling, {**results, "may_refuse": may_refuse})


def _without_nobody(told: tuple[Player, ...], table: Table) -> tuple[Player, ...]:
    """Leave out the word for nobody, which a target of that name has made a name."""
    return tuple(name for name in told if name not in NOBODY or name in table.players)


def _some(player: Player | None) -> tuple[Player, ...]:
    return (player,) if player else ()


def _counts(facts: Facts, table: Table) -> dict[Player, int]:
    told = facts.counts("counts", {})
    return {table.named(owner): n for owner, n in told.items()}


def _no_run(
    table: Table, already: tuple[Player, ...] | None, captain: Player | None
) -> Ruling | None:
    """Stop challengers who are no run from the captain. Cites: NSP-3.1."""
    if already is None or run_of(table, already, captain) is not None:
        return None
    said = "{players} cannot be those who have challenged: it goes clockwise from the captain."
    return impossible(said, keys.MUST_CHALLENGE, players=already)


def _wrong_counts(
    book: Rulebook, table: Table, counts: Counts, round_: int | None, target: Player | None
) -> Ruling | None:
    """Stop what no bag can hold, and more than the game has. Cites: NSP-8.1, NSP-8.2, NSP-8.4."""
    for owner, n in counts.items():
        if ruling := rounds.wrong_count(book, table.seats, owner, n, round_):
            return ruling
    is_empty = target is not None and counts.get(target) == 0
    if is_empty and round_ is not None and rounds.can_all_refuse(book, table.seats, round_):
        said = "Nobody who is challenged in round {round} can have an empty bag."
        return impossible(said, keys.BAG_COUNTS, keys.EMPTY_MUST_ACCEPT, round=round_)
    return too_many_coins(book, table.seats, counts)


def too_many_coins(book: Rulebook, seats: int, counts: Mapping[Any, int]) -> Ruling | None:
    """Stop bags that hold more coins together than the game has. Cites: NSP-8.1."""
    held, game = sum(counts.values()), coins_in_game(book, seats).total
    if held <= game:
        return None
    said = "{held} in the bags; the game has {game}."
    return impossible(said, keys.COLOURS_IN_GAME, held=n_coins(held), game=game)


def _wrong_turn(
    table: Table,
    challenger: Player,
    already: tuple[Player, ...] | None,
    due: Player | None,
) -> Ruling | None:
    """Stop a challenge out of turn, where it is known whose turn it is. Cites: NSP-3.1, NSP-7.4."""
    if challenger == table.ghost:
        return forbidden("{ghost} never challenges.", keys.GHOST_RESTS, ghost=challenger)
    if already and challenger in already:
        said = "{challenger} has already challenged this round."
        return forbidden(said, keys.MUST_CHALLENGE, challenger=challenger)
    if due and challenger != due:
        said = "It is {due}'s turn, not {challenger}'s."
        return forbidden(said, keys.MUST_CHALLENGE, due=due, challenger=challenger)
    return None


def _judged(  # noqa: PLR0913 - all facts of one challenge
    book: Rulebook,
    table: Table,
    challenger: Player,
    target: Player,
    counts: Counts,
    round_: int | None,
    answer: str | None,
) -> tuple[Ruling, bool | None]:
    """Rule on a challenge in its turn, and on its answer; tell whether it may be refused."""
    from referee.games.no_swap_no_pay.stages.challenge import Challenged

    challenge = Challenged(challenger, target)
    ruling = challenge.judge(book, table_in_play(table, counts))
    if ruling.verdict.stops_play:
        return ruling, None
    may_refuse = _may_refuse(book, table, target, counts, round_)
    if answer is not None:
        return _answered(book, table, challenge, may_refuse, answer), may_refuse
    if target == table.ghost:
        return ruling, may_refuse
    facts = {"challenger": challenger, "target": target}
    held = (Say("{target} holds {n}.", target=target, n=n_coins(counts.get(target, 0))),)
    because = held if target in counts else ()
    said, rules = _ON_REFUSING[may_refuse]
    return allowed(said, keys.ANYONE, *rules, because=because, **facts), may_refuse


_ON_REFUSING: Mapping[bool | None, tuple[str, tuple[RuleLike, ...]]] = {
    True: ("{challenger} may challenge {target}, who may swap or pay.", (keys.STOLEN_COINS,)),
    False: (
        "{challenger} may challenge {target}, who has an empty bag and must swap.",
        (keys.EMPTY_MUST_ACCEPT,),
    ),
    None: ("{challenger} may challenge {target}; whether {target} can pay is not known.", ()),
}


def _may_refuse(
    book: Rulebook, table: Table, target: Player, counts: Counts, round_: int | None
) -> bool | None:
    """Tell whether a bag can pay; None where that is not known. Cites: NSP-3.7, NSP-7.3."""
    if target == table.ghost:
        return False
    if target in counts:
        return counts[target] > 0
    if round_ is not None and rounds.can_all_refuse(book, table.seats, round_):
        return True
    return None


def _answered(
    book: Rulebook,
    table: Table,
    challenge: Challenged,
    may_refuse: bool | None,  # noqa: FBT001 - what was found out
    answer: str,
) -> Ruling:
    """Rule on an answer by play itself; what nobody told, the table has to see."""
    by, to = challenge.challenger, challenge.target
    if answer == REFUSE and to == table.ghost:
        return forbidden("{ghost} never refuses.", keys.GHOST_SWAPS, ghost=to)
    if answer == ACCEPT and to == table.ghost:
        return challenge.judge(book, table_in_play(table, {}))
    if answer == REFUSE and may_refuse is None:
        said = (
            "{target} may pay if there is a coin in the bag; with an empty bag {target} must swap."
        )
        return table_call(said, keys.EMPTY_MUST_ACCEPT, keys.STOLEN_COINS, target=to)
    seen = challenge.apply(table_in_play(table, {to: int(bool(may_refuse))}))
    return answer_event(book, by, to, answer).judge(book, seen)


def answer_event(book: Rulebook, by: Player, to: Player, answer: str) -> Event[State]:
    """Make the event that an answer is in play."""
    from referee.games.no_swap_no_pay.stages.challenge import (
        BagsSwapped,
        ChallengeUnanswered,
        CoinStolen,
    )

    if answer == REFUSE:
        return CoinStolen(by, to, book[keys.STOLEN_COINS])
    return BagsSwapped(by, to) if answer == ACCEPT else ChallengeUnanswered(by, to)


def table_in_play(table: Table, counts: Counts) -> State:
    """Set a table in the midst of its challenges, as far as the facts tell of it."""
    return State(
        setup=Setup(table.players),
        coins=Coins(),
        rounds=1,
        coins_each=0,
        ghost=table.ghost,
        bags={owner: Bag(at, counts.get(owner, 0)) for at, owner in enumerate(table.owners, 1)},
        treasure=0,
        challengers=table.players,
    )


def _turn(book: Rulebook, facts: Facts) -> Answer:
    """Tell whose turn it is to challenge, and who comes then. Cites: NSP-3.1."""
    table = table_of(book, facts)
    captain = table.named(facts.player("captain"))
    already = tuple(map(table.named, facts.players("already")))
    refused = wrong_table(
        book, table, keys.MUST_CHALLENGE, captain, *already, ghost=False
    ) or _no_run(table, already, captain)  # fmt: skip
    if refused:
        return Answer.ruled(refused, {"player": None, "left": None})
    left = table.from_captain(captain)[len({*already}) :]
    if not left:
        said = Say("All have had their turn.")
        return Answer.answered(said, {"player": None, "left": ()}, keys.MUST_CHALLENGE)
    said = Say("It is {player}'s turn.", player=left[0])
    return Answer.answered(said, {"player": left[0], "left": left}, keys.MUST_CHALLENGE)


CHALLENGE = Question(
    name="challenge",
    about=Say("May this challenge be made, and may it be refused?"),
    fields=(
        PLAYERS,
        fact("challenger", PlayerName(), "who challenges", required=True),
        fact("target", PlayerName(), "who is challenged; none for nobody", required=True),
        fact("counts", MapOf(PlayerName(), Integer()), "how many coins bags hold now"),
        ALREADY,
        CAPTAIN,
        ROUND,
        fact("answer", Text("pay", read_answer), "how it is answered: swap, pay or none"),
    ),
    answer=_challenge,
    example="players=A,B,C,D challenger=A target=B counts=A:4,B:0,C:5,D:7",
)
TURN = Question(
    name="turn",
    aliases=("next",),
    about=Say("Whose turn is it to challenge, or to donate?"),
    fields=(
        PLAYERS,
        fact("captain", PlayerName(), "who is captain", required=True),
        fact(
            "already",
            ListOf(PlayerName()),
            "who has had their turn; none if nobody has",
            required=True,
        ),
    ),
    answer=_turn,
    example="players=A,B,C,D captain=B already=B,C",
)
