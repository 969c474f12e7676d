"""What every step of this room shows: the round, the field, what lies before the players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from referee.core.answers import Answers
from referee.core.rulebook import Rulebook
from referee.core.say import Say, plural
from referee.core.step import Step
from referee.core.table import Player
from referee.games.colorful_treasure import events as seen
from referee.games.colorful_treasure.cards import CHEST, COLOURS, DIAMOND, FACES, KEY, SECRETS
from referee.games.colorful_treasure.holding import Holding
from referee.games.colorful_treasure.state import State
from referee.games.colorful_treasure.turn import Phase, phase

A = TypeVar("A")


def step(  # noqa: PLR0913 - the parts of a step that differ
    book: Rulebook,
    state: State,
    step_id: str,
    ask: Say,
    answers: Answers[A],
    event: Callable[[A], seen.Event],
    *rules: Any,
    enter: str | None = None,
    lines: tuple[Say, ...] = (),
    besides: tuple[Step[seen.Event], ...] = (),
) -> Step[seen.Event]:
    """Put a step together; ``rules`` are what it cites, keys or ids, ``lines`` what it shows."""
    now = phase(state)
    is_setup = now in {Phase.START, Phase.TILES}
    return Step(
        id=step_id,
        player=None if is_setup else state.active,
        where=Say("Setup") if is_setup else _where(state, now),
        ask=ask,
        answers=answers,
        read=lambda words: event(answers.parse(words)),
        rules=book.cite(*rules),
        shows=lines,
        enter=enter,
        besides=besides,
    )


def _where(state: State, now: Phase) -> Say:
    template = "Last round, {phase}" if state.is_last_round else "Round {round}, {phase}"
    return Say(template, round=state.round, phase=now)


def open_line(state: State) -> Say:
    """Say which cards lie open in this turn."""
    shown = state.field.shown
    return Say("Open: {cards}.", cards=tuple(map(str, shown)) if shown else Say("nothing"))


def field_line(state: State) -> Say:
    """Say how many cards are left, and what lies before the active player."""
    return plural(
        state.field.size,
        "{n} card is left on the field. {own}",
        "{n} cards are left on the field. {own}",
        own=holding_line(state, state.active),
    )


def holding_line(state: State, player: Player) -> Say:
    """Say in one line what lies before a player."""
    return Say("{player}: {held}.", player=player, held=held_words(state.holdings[player]))


def held_words(held: Holding) -> Say:
    """List what is held: cards by face with their wonders, diamonds, tokens, bonuses, tiles."""
    parts = [*_cards_by_face(held), *_pieces(held)]
    return Say("{parts}", parts=tuple(parts)) if parts else Say("nothing")


def _cards_by_face(held: Holding) -> Iterator[Say]:
    for face in FACES:
        cards = [card for card in held.cards if card.face == face]
        if not cards:
            continue
        wonders = " ".join(str(card.wonder) for card in cards)
        one = many = "{n} {face} ({wonders})"
        if face not in COLOURS:
            one, many = "{n} {face} card ({wonders})", "{n} {face} cards ({wonders})"
        yield plural(len(cards), one, many, face=face, wonders=wonders)


def _pieces(held: Holding) -> Iterator[Say]:
    if held.diamonds:
        yield plural(held.diamonds, "{n} diamond", "{n} diamonds")
    if held.tokens.keys:
        yield plural(held.tokens.keys, "{n} key token", "{n} key tokens")
    if held.tokens.chests:
        yield plural(held.tokens.chests, "{n} chest token", "{n} chest tokens")
    for bonus in held.bonuses:
        yield Say("{bonus} bonus", bonus=bonus)
    for tile in held.tiles:
        yield Say("{tile}", tile=tile)


class Part(StrEnum):
    """What a hand is told in, part by part."""

    GEMS = "gems"
    DIAMONDS = "diamonds"
    SECRETS = "secrets"
    TOKENS = "tokens"
    BESIDES = "besides"


def parts_held(held: Holding) -> dict[Part, Say | str | None]:
    """Tell a hand in a few signs for each part, as in ``3r 1b``; None where there is nothing."""
    diamonds = plural(
        held.of(DIAMOND), "{n} card, {diamonds}", "{n} cards, {diamonds}", diamonds=held.diamonds
    )
    has_diamonds = held.diamonds or held.of(DIAMOND)
    tokens = {KEY: held.tokens.keys, CHEST: held.tokens.chests}
    return {
        Part.GEMS: _few_signs({colour: held.of(colour) for colour in COLOURS}),
        Part.DIAMONDS: diamonds if has_diamonds else None,
        Part.SECRETS: _few_signs({face: held.of(face) for face in SECRETS}),
        Part.TOKENS: _few_signs(tokens),
        Part.BESIDES: " ".join((*held.bonuses, *held.tiles)) or None,
    }


def _few_signs(counts: Mapping[str, int]) -> str | None:
    return " ".join(f"{n}{face[0]}" for face, n in counts.items() if n) or None
