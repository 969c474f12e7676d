"""What is asked about loot: tokens drawn, curses, picks, locks, and tokens at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from referee.core.answers import NONE, SomePlayer
from referee.core.errors import BadAnswer
from referee.core.phrase import CustomAnswer, LazySequence
from referee.core.rulebook import Rulebook
from referee.core.say import Say, plural
from referee.core.several import EachPlayer
from referee.core.step import Step
from referee.core.table import Player
from referee.core.words import halfwidth, parse_count
from referee.games.sidibaba import events as seen
from referee.games.sidibaba import keys
from referee.games.sidibaba.asked import held_words, step
from referee.games.sidibaba.doing import Finding, Handing, Sharing
from referee.games.sidibaba.loot import PADLOCK, laps_of, opened_by
from referee.games.sidibaba.looting import DIE, on_the_table, picker
from referee.games.sidibaba.plot_steps import event as leaders_event
from referee.games.sidibaba.state import CHEST, State
from referee.games.sidibaba.token_answers import SeveralTokens, one_token
from referee.games.sidibaba.tokens import DRAWN, KEPT, in_order
from referee.games.sidibaba.turn import Phase

MOST_ROLLS: Final = 4
"""How many rolls are read on one line."""


def _loot(book: Rulebook, state: State) -> Step[seen.Event]:
    found = state.doing.found if isinstance(state.doing, Finding) else CHEST
    due = laps_of(state, found) * len(state.players)
    ask = plural(
        due, "Draw {n} token for {found}.", "Draw {n} tokens for {found}.", found=_the(found)
    )
    return step(
        book,
        state,
        "loot.drawn",
        Say("{ask} Which come? (jewels by number, g genie, c curse)", ask=ask),
        SeveralTokens(DRAWN, 0, due),
        seen.LootDrawn,
        keys.FROM_CHEST,
        keys.CURSES,
        besides=leaders_event(book, state),
    )


def _the(found: str) -> Say:
    return Say("the chest") if found == CHEST else Say("the Treasure")


def _lamp(book: Rulebook, state: State) -> Step[seen.Event]:
    is_curse = isinstance(state.doing, Sharing)
    owners = state.lamp_owners
    return step(
        book,
        state,
        "loot.curse" if is_curse else "march.lamp",
        Say("Whose unlit lamp is discarded?"),
        SomePlayer(state.players, owners),
        lambda player: seen.LampGone(player or owners[0]),
        keys.CURSES if is_curse else keys.LAMP_THAT_GOES,
        enter=f"@{owners[0]}" if len(owners) == 1 else None,
    )


def _pick(book: Rulebook, state: State) -> Step[seen.Event]:
    """Ask for a pick, from the bag's tokens or from the merchant's table."""
    player = Player(picker(state) or state.front)
    there = on_the_table(state)
    kinds = in_order(dict.fromkeys(there))
    is_loot = isinstance(state.doing, Sharing)

    def event(token: str) -> seen.Event:
        return seen.NothingPicked(player) if token == NONE else seen.TokenPicked(player, token)

    return step(
        book,
        state,
        "loot.picked" if is_loot else "trade.picked",
        Say("{player} picks?", player=player),
        one_token(kinds, Say("{tokens}", tokens=kinds)),
        event,
        keys.PICKING if is_loot else keys.MERCHANT,
        player=player,
        enter=kinds[0] if len(kinds) == 1 else None,
        lines=(Say("There: {tokens}.", tokens=in_order(there)),),
    )


def _lock(book: Rulebook, state: State) -> Step[seen.Event]:
    finding = state.doing if isinstance(state.doing, Finding) else Finding("", state.order)
    player = finding.line[finding.rolled % len(finding.line)]
    is_small = finding.lock == PADLOCK
    shown = tuple(map(str, finding.shown))
    terms = state.terms
    wanted = (terms.padlock,) if is_small else terms.combination
    return step(
        book,
        state,
        "lock.rolled",
        Say("{player} rolls? (to open: {wanted})", player=player, wanted=tuple(map(str, wanted))),
        CustomAnswer(
            LazySequence(lambda: _offered(state, finding)), _rolls, Say("1 to 6, or rolls in order")
        ),
        seen.LockRolled,
        keys.PADLOCK if is_small else keys.COMBINATION,
        player=player,
        lines=(Say("Rolled so far: {rolls}.", rolls=shown),) if shown else (),
        besides=leaders_event(book, state),
    )


def _offered(state: State, finding: Finding) -> list[str]:
    """List a roll, or several of which only the last may open the lock."""
    offered: list[tuple[int, ...]] = []
    shut: list[tuple[int, ...]] = [()]
    for _ in range(MOST_ROLLS):
        rolled = [(*before, n) for before in shut for n in range(1, DIE + 1)]
        offered += rolled
        shut = [rolls for rolls in rolled if not opened_by(state, finding, rolls)]
    return [" ".join(map(str, rolls)) for rolls in offered]


def _rolls(words: str) -> tuple[int, ...]:
    """Read one roll or several in order. Raises BadAnswer."""
    numbers = [parse_count(part) for part in halfwidth(words).replace(",", " ").split()]
    rolls = tuple(n for n in numbers if n is not None)
    if not rolls or len(rolls) < len(numbers) or len(rolls) > MOST_ROLLS:
        said = Say("“{words}”: up to {n} rolls in order.", words=words, n=MOST_ROLLS)
        raise BadAnswer(said)
    return rolls


def _hand(book: Rulebook, state: State) -> Step[seen.Event]:
    opener = state.doing.player if isinstance(state.doing, Handing) else state.front
    each = EachPlayer(state.players, one_token((*KEPT, NONE)))

    def event(tokens: Mapping[Player, str]) -> seen.Event:
        given = tuple((who, token) for who, token in tokens.items() if token != NONE)
        return seen.TokensHanded(opener, given)

    return step(
        book,
        state,
        "lock.handed",
        Say("{player} draws a token for each, and gives what to whom?", player=opener),
        each,
        event,
        keys.PADLOCK,
        player=opener,
    )


def _show(book: Rulebook, state: State) -> Step[seen.Event]:
    player = state.hidden_players()[0]
    held = state.holdings[player]
    fixed = held.tokens
    several = SeveralTokens(KEPT, held.hidden, held.hidden)
    return step(
        book,
        state,
        "end.tokens",
        plural(
            held.hidden,
            "{player}'s token that nobody saw?",
            "{player}'s {n} tokens that nobody saw?",
            player=player,
        ),
        several,
        lambda tokens: seen.TokensShown(player, in_order((*fixed, *tokens))),
        keys.ON_RECORD,
        player=player,
        lines=(Say("Known: {held}.", held=held_words(held)),),
    )


LOOT_STEPS: Final[Mapping[Phase, Callable[[Rulebook, State], Step[seen.Event]]]] = {
    Phase.LOOT: _loot,
    Phase.CURSE: _lamp,
    Phase.CAUGHT: _lamp,
    Phase.PICK: _pick,
    Phase.TRADE: _pick,
    Phase.LOCK: _lock,
    Phase.HAND: _hand,
    Phase.SHOW: _show,
}
