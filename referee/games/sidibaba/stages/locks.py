"""Locks on loot: adventurers roll to open them; whoever opens a padlock hands out tokens."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from referee import api
from referee.api import Player, Say
from referee.api.reading import halfwidth, match_key, parse_count
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.tokens import (
    CURSE,
    HOLDABLE,
    ask_about_high,
    in_digits,
    refuse_unholdable,
)
from referee.games.sidibaba.stages.base import Report, during, one_token
from referee.games.sidibaba.stages.leader import EVENT_RULES
from referee.games.sidibaba.state import (
    DIE,
    PADLOCK,
    Handing,
    LeftLocked,
    Looting,
    OpeningRoll,
    State,
    opening_roll,
)

MOST_ROLLS: Final = 4
"""How many rolls are read on one line."""
SHORT: Final = "short"
LEAVE, IT = "leave", "it"


def refuse_rolls(rule: api.RuleLike, rolls: Iterable[int]) -> api.Ruling | None:
    """Refuse numbers that a die does not have."""
    wrong = next((n for n in rolls if not 1 <= n <= DIE), None)
    if wrong is None:
        return None
    return api.impossible("A die shows 1 to {faces}, not {n}.", rule, faces=DIE, n=wrong)


class LockRolled(Report, frozen=True):
    """These numbers were rolled at a lock, one adventurer after the other."""

    verbs = "rolls"
    rule = keys.PADLOCK
    numbers: tuple[int, ...]

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        looting = state.current(Looting)
        rule = EVENT_RULES[looting.lock]
        if refused := refuse_rolls(rule, self.numbers or (0,)):
            return refused
        rolled = looting.rolled + len(self.numbers)
        found = _opening_roll_so_far(state, self.numbers)
        if found is None:
            following = api.replace(looting, rolled=rolled).roller
            locked = Say("It is still locked. {player} rolls next.", player=following)
            return self.allowed(api.join((self._rolls(looting), locked), " "), rule)
        if found.roll < rolled:
            said = "It opens at roll {n}; nobody rolls after that."
            return self.forbidden(said, rule, n=found.roll)
        opens = "{player} opens it."
        if looting.lock == PADLOCK:
            opens = "{player} opens it and draws the tokens, one for each adventurer."
        open_now = Say(opens, player=found.player)
        return self.allowed(api.join((self._rolls(looting), open_now), " "), rule)

    def _rolls(self, looting: Looting) -> Say:
        if len(self.numbers) == 1:
            return Say("{player} rolls {n}.", player=looting.roller, n=self.numbers[0])
        return Say("The rolls: {rolls}.", rolls=tuple(map(str, self.numbers)))

    def apply(self, state: State) -> State:
        looting = state.now
        if not isinstance(looting, Looting):
            return state
        found = _opening_roll_so_far(state, self.numbers)
        if found is None:
            rolled = looting.rolled + len(self.numbers)
            shown = tuple(dict.fromkeys((*looting.shown, *self.numbers)))
            return state.instead(looting, api.replace(looting, rolled=rolled, shown=shown))
        if looting.lock == PADLOCK:
            return state.instead(looting, Handing(found.player))
        return state.instead(looting, Looting(looting.found, looting.line))

    def tell(self, state: State) -> api.SheetCells:
        told = {api.SHARED: Say("rolls {rolls}", rolls=" ".join(map(str, self.numbers)))}
        now = self.apply(state).now
        return {**told, now.player: Say("opens the padlock")} if isinstance(now, Handing) else told


class LockLeft(Report, frozen=True):
    """The party walks on and leaves what was found behind its lock."""

    rule = keys.ON_WHAT_WAS_FOUND

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        said = "The party walks on. The lock stays, and nothing is drawn."
        return self.allowed(said, keys.FOUND_ONCE)

    def apply(self, state: State) -> State:
        looting = state.now
        if not isinstance(looting, Looting):
            return state
        left = LeftLocked(looting.found, looting.lock, state.party)
        return api.replace(state.done(Looting), left_locked=(*state.left_locked, left))

    def tell(self, state: State) -> api.SheetCells:
        return {api.SHARED: Say("lock left")}


class TokensHanded(Report, frozen=True):
    """Whoever opened the padlock gave one token to each, or fewer if the bag ran ``short``."""

    verbs = "hands"
    filler = "out"
    rule = keys.PADLOCK
    sheet_line = "tokens"
    player: Player
    tokens: tuple[tuple[Player, str], ...]
    short: bool = False

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:  # noqa: PLR0911 - one for each slip
        if CURSE in (token for _, token in self.tokens):
            return self.forbidden("A curse is drawn again.", keys.PADLOCK, keys.CURSES)
        if refused := refuse_unholdable(book, *(token for _, token in self.tokens)):
            return refused
        given = [player for player, _ in self.tokens]
        if len({*given}) < len(given):
            return self.forbidden("Each adventurer is given one token, not two.")
        opener = state.current(Handing).player
        if self.player != opener:
            return self.forbidden("{opener} opened it and hands out the tokens.", opener=opener)
        each = tuple(Say("{token} to {who}", token=token, who=who) for who, token in self.tokens)
        said = self.say("{player} hands out {tokens}.", tokens=each or Say("nothing"))
        without = tuple(player for player in state.players if player not in given)
        if without and not self.short:
            return self.forbidden("{players} must be given a token as well.", players=without)
        if without:
            asked = Say("Was the bag too short for {players}?", players=without)
            return self.table_call(api.join((said, asked), " "))
        return ask_about_high(book, said, (token for _, token in self.tokens)) or self.allowed(said)

    def apply(self, state: State) -> State:
        for player, token in self.tokens:
            state = state.having(player, token)
        return state.done(Handing)


def _opening_numbers(state: State) -> tuple[int, ...]:
    """Return the numbers that open the lock. Cites: SID-6.5, SID-6.6."""
    is_small = state.current(Looting).lock == PADLOCK
    return (state.variant.padlock,) if is_small else state.variant.combination


def _opening_roll_so_far(state: State, rolls: Sequence[int]) -> OpeningRoll | None:
    """Return the roll that opens the current lock, counted from its first."""
    looting = state.current(Looting)
    found = opening_roll((*looting.shown, *rolls), looting.line, *_opening_numbers(state))
    if found is None:
        return None
    rolled = found.roll - len(looting.shown) + looting.rolled
    return OpeningRoll(rolled, looting.line[(rolled - 1) % len(looting.line)])


_BEFORE_ROLLS: Final = r"(?i)^(?:it['’]s |(?:i )?rolled )?(?:(?:an?|the) )?"


def _read_rolls(words: str) -> tuple[int, ...]:
    """Read one roll or several in order. Raises BadAnswer."""
    said = in_digits(re.sub(_BEFORE_ROLLS, "", halfwidth(words)).rstrip(".!"))
    numbers = [parse_count(part) for part in said.replace(",", " ").split()]
    rolls = tuple(n for n in numbers if n is not None)
    if not rolls or len(rolls) < len(numbers) or len(rolls) > MOST_ROLLS:
        wrong = "“{words}” is not a row of rolls. Write up to {n} in order."
        raise api.BadAnswer(Say(wrong, words=words, n=MOST_ROLLS))
    return rolls


def _ask_rolls(book: api.Rulebook, state: State) -> api.Prompt[State]:
    looting = state.current(Looting)

    def offered() -> Iterator[str]:
        """List one roll, or several of which only the last may open the lock."""
        shut: list[tuple[int, ...]] = [()]
        for _ in range(MOST_ROLLS):
            rolled = [(*before, n) for before in shut for n in range(1, DIE + 1)]
            yield from (" ".join(map(str, rolls)) for rolls in rolled)
            shut = [rolls for rolls in rolled if not _opening_roll_so_far(state, rolls)]

    ask = "{player}, roll the die. It opens when {wanted} have come."
    if looting.lock == PADLOCK:
        ask = "{player}, roll the die. A {wanted} opens it."
    shown = tuple(map(str, looting.shown))
    return api.Prompt(
        ask=Say(ask, player=looting.roller, wanted=tuple(map(str, _opening_numbers(state)))),
        answers=api.CustomAnswer(
            api.LazySequence(offered), _read_rolls, Say("1 to 6, or rolls in order")
        ),
        event=LockRolled,
        rules=(EVENT_RULES[looting.lock],),
        context=(Say("Rolled so far: {rolls}.", rolls=shown),) if shown else (),
    )


_TO_WHOM = r"([\d/]+|genie) +to +({names}|[^,]+?)(?= +and +|,|$)"
"""What is given before the one who gets it, as it is printed."""
_GETS = r"(?i) +gets +(?:(?:an?|the) +)?"


class HandedOut(api.EachPlayer[str], frozen=True):
    """Who is given what, ``none`` for nothing, with ``short`` at the end if the bag ran short.

    >>> HandedOut((Player("Ana"), Player("Bo")), one_token(HOLDABLE)).parse("Bo 3, short")
    ((('Bo', '3'),), True)
    """

    may_leave_out: bool = True

    def parse(self, words: str) -> tuple[tuple[tuple[Player, str], ...], bool]:  # type: ignore[override]
        """Read what was given, and whether the bag was short. Raises BadAnswer."""
        names = "|".join(re.escape(halfwidth(who)) for who in self.players)
        given_to = re.sub(_TO_WHOM.format(names=names), r"\2 \1", halfwidth(words))
        given_to = re.sub(_GETS, " ", given_to)
        words = given_to.replace(" and ", ", ") if given_to != words else words
        first, _, last = words.rpartition(",")
        is_short = match_key(last) == SHORT
        named = first if is_short else words
        given = super().parse(named) if named.strip() else {}
        return tuple((who, token) for who, token in given.items() if token != api.NOTHING), is_short


def _ask_handed(book: api.Rulebook, state: State) -> api.Prompt[State]:
    opener = state.current(Handing).player
    return api.Prompt(
        ask=Say("{player}, draw a token for each. Who gets what?", player=opener),
        answers=HandedOut(state.players, one_token(HOLDABLE), may_be_none=True),
        event=lambda handed: TokensHanded(opener, *handed),
        notices=(api.Notice(Say("Draw curses again."), keys.PADLOCK),),
    )


def _ask_left(book: api.Rulebook, state: State) -> api.Prompt[State]:
    return api.Prompt(
        ask=Say("The party leaves it locked."),
        answers=api.OneOf((IT, LEAVE, "on"), (IT,)),
        event=lambda _: LockLeft(),
    )


LEFT = api.Stage(
    id="lock.left",
    title=Say("a lock"),
    ask=_ask_left,
    events=(LockLeft,),
    word=LEAVE,
    also=("walk",),
)
ROLL = api.Stage(
    id="lock.rolled",
    run="rolls",
    is_observed=True,
    title=Say("a lock"),
    when=during(Looting, lambda now: bool(now.lock)),
    actor=lambda state: state.current(Looting).roller,
    ask=_ask_rolls,
    events=(LockRolled,),
    alternatives=(LEFT,),
)
HAND = api.Stage(
    id="lock.handed",
    has_values=True,
    title=Say("handing out"),
    when=during(Handing),
    actor=lambda state: state.current(Handing).player,
    ask=_ask_handed,
    events=(TokensHanded,),
)
