"""Locks on loot: they are rolled for, and who opens a padlock hands out."""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.api import (
    NONE,
    SHARED,
    BadAnswer,
    Cells,
    CustomAnswer,
    EachPlayer,
    LazySequence,
    Player,
    Prompt,
    Rulebook,
    Ruling,
    Say,
    Stage,
    halfwidth,
    parse_count,
    replace,
)
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.loot import DIE, PADLOCK, Opened, opened
from referee.games.sidibaba.model.pending import Finding, Handing
from referee.games.sidibaba.model.tokens import KEPT, no_such_token
from referee.games.sidibaba.stages.base import Seen, during
from referee.games.sidibaba.stages.leader import PLAY, RULES, EventPlayed
from referee.games.sidibaba.stages.token_answers import one_token
from referee.games.sidibaba.state import State

MOST_ROLLS: Final = 4
"""How many rolls are read on one line."""


class LockRolled(Seen, frozen=True):
    """At a lock these numbers were rolled, one adventurer after the other."""

    rule = keys.PADLOCK
    sheet_line = "deeds"
    numbers: tuple[int, ...]

    def judge(self, book: Rulebook, state: State) -> Ruling:
        finding = state.current(Finding)
        rule = RULES[finding.lock]
        wrong = next((n for n in self.numbers or (0,) if not 1 <= n <= DIE), None)
        if wrong is not None:
            said = "A die shows 1 to {faces}, not {n}."
            return self.impossible(said, rule, faces=DIE, n=wrong)
        rolled = finding.rolled + len(self.numbers)
        found = _opened(state, self.numbers)
        if found is None:
            following = replace(finding, rolled=rolled).roller
            return self.allowed("Still locked; {player} rolls on.", rule, player=following)
        if found.roll < rolled:
            said = "It is open at roll {n}; nobody rolls on."
            return self.forbidden(said, rule, n=found.roll)
        return self.allowed("{player} opens it.", rule, player=found.player)

    def apply(self, state: State) -> State:
        finding = state.pending
        if not isinstance(finding, Finding):
            return state
        found = _opened(state, self.numbers)
        if found is None:
            rolled = finding.rolled + len(self.numbers)
            shown = tuple(dict.fromkeys((*finding.shown, *self.numbers)))
            return replace(state, pending=replace(finding, rolled=rolled, shown=shown))
        if finding.lock == PADLOCK:
            return replace(state, pending=Handing(found.player))
        return replace(state, pending=Finding(finding.found, finding.line))

    def tell(self, state: State) -> Cells:
        told = {SHARED: Say("rolls {rolls}", rolls=" ".join(map(str, self.numbers)))}
        now = self.apply(state).pending
        return {**told, now.player: Say("opens the padlock")} if isinstance(now, Handing) else told


class TokensHanded(Seen, frozen=True):
    """Who opened the padlock gave one token to each of these."""

    rule = keys.PADLOCK
    sheet_line = "tokens"
    player: Player
    tokens: tuple[tuple[Player, str], ...]

    def judge(self, book: Rulebook, state: State) -> Ruling:
        refused = (no_such_token(token) for _, token in self.tokens)
        if first := next(filter(None, refused), None):
            return first
        given = [player for player, _ in self.tokens]
        if len({*given}) < len(given):
            return self.forbidden("Each adventurer is given one token at most.")
        opener = state.current(Handing).player
        if self.player != opener:
            return self.forbidden("{opener} opened it and hands out.", opener=opener)
        each = tuple(Say("{token} to {who}", token=token, who=who) for who, token in self.tokens)
        return self.allowed("{player} hands out {tokens}.", tokens=each or Say("nothing"))

    def apply(self, state: State) -> State:
        for player, token in self.tokens:
            state = state.having(player, token)
        return replace(state, pending=None)


def _wanted(state: State) -> tuple[int, ...]:
    """Tell which numbers open the lock. Cites: SID-6.5, SID-6.6."""
    is_small = state.current(Finding).lock == PADLOCK
    return (state.variant.padlock,) if is_small else state.variant.combination


def _opened(state: State, rolls: Sequence[int]) -> Opened | None:
    """Tell which of the next rolls opens the lock on what was found, counted from its first."""
    finding = state.current(Finding)
    before = finding.shown
    found = opened((*before, *rolls), finding.line, *_wanted(state))
    if found is None:
        return None
    rolled = found.roll - len(before) + finding.rolled
    return Opened(rolled, finding.line[(rolled - 1) % len(finding.line)])


def _read_rolls(words: str) -> tuple[int, ...]:
    """Read one roll or several in order. Raises BadAnswer."""
    numbers = [parse_count(part) for part in halfwidth(words).replace(",", " ").split()]
    rolls = tuple(n for n in numbers if n is not None)
    if not rolls or len(rolls) < len(numbers) or len(rolls) > MOST_ROLLS:
        raise BadAnswer(Say("“{words}”: up to {n} rolls in order.", words=words, n=MOST_ROLLS))
    return rolls


def _ask_rolls(book: Rulebook, state: State) -> Prompt[State]:
    finding = state.current(Finding)

    def offered() -> list[str]:
        """List a roll, or several of which only the last may open the lock."""
        offered: list[tuple[int, ...]] = []
        shut: list[tuple[int, ...]] = [()]
        for _ in range(MOST_ROLLS):
            rolled = [(*before, n) for before in shut for n in range(1, DIE + 1)]
            offered += rolled
            shut = [rolls for rolls in rolled if not _opened(state, rolls)]
        return [" ".join(map(str, rolls)) for rolls in offered]

    ask = "{player} rolls? (to open: {wanted})"
    shown = tuple(map(str, finding.shown))
    return Prompt(
        ask=Say(ask, player=finding.roller, wanted=tuple(map(str, _wanted(state)))),
        answers=CustomAnswer(LazySequence(offered), _read_rolls, Say("1 to 6, or rolls in order")),
        event=LockRolled,
        rules=(RULES[finding.lock],),
        context=(Say("Rolled so far: {rolls}.", rolls=shown),) if shown else (),
    )


def _ask_handed(book: Rulebook, state: State) -> Prompt[State]:
    opener = state.current(Handing).player

    def event(tokens: Mapping[Player, str]) -> TokensHanded:
        given = tuple((who, token) for who, token in tokens.items() if token != NONE)
        return TokensHanded(opener, given)

    return Prompt(
        ask=Say("{player} draws a token for each, and gives what to whom?", player=opener),
        answers=EachPlayer(state.players, one_token((*KEPT, NONE))),
        event=event,
    )


ROLL = Stage(
    id="lock.rolled",
    run="rolls",
    is_observed=True,
    title=Say("a lock"),
    when=during(Finding, lambda now: bool(now.lock)),
    actor=lambda state: state.current(Finding).roller,
    ask=_ask_rolls,
    events=(LockRolled, EventPlayed),
    alternatives=(PLAY,),
)
HAND = Stage(
    id="lock.handed",
    title=Say("handing out"),
    when=during(Handing),
    actor=lambda state: state.current(Handing).player,
    ask=_ask_handed,
    events=(TokensHanded,),
)
