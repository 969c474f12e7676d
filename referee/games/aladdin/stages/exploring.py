"""Exploring: who opens which chest, the cards drawn from it, and the end of the turn."""

import re
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import cast

from referee import api
from referee.api import Player, Say
from referee.api.reading import NUMBERS, halfwidth, match_key
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import (
    CHEST_CARDS,
    METALS,
    ORNAMENT_KINDS,
    SORCERER,
    n_cards,
)
from referee.games.aladdin.model.dice import Die, cancelled_lines, opener_of
from referee.games.aladdin.model.drawing import Drawing, Drawn
from referee.games.aladdin.model.readers import card_named, in_sentence, read_drawn
from referee.games.aladdin.stages import transfers
from referee.games.aladdin.stages.talismans import next_to_place
from referee.games.aladdin.state import News, RingCard, State


def _next_drawing(state: State) -> Drawing | None:
    """Begin the drawing of the next chest opened; None after the last. Cites: ALA-5.1."""
    for chest in state.chests:
        if opener := opener_of(state.dice_in_order, chest):
            return Drawing(opener.player, chest, opener.limit)
    return None


def opens_another(state: State) -> bool:
    """Whether somebody opens one of the remaining chests. Cites: ALA-5.1."""
    return _next_drawing(state) is not None


def _opened(state: State) -> State:
    drawing = cast("Drawing", _next_drawing(state))
    chests = state.chests[state.chests.index(drawing.chest) + 1 :]
    return api.replace(state, chests=chests, pending=drawing)


def _is_over(state: State) -> bool:
    return state.is_idle and next_to_place(state) is None and not opens_another(state)


CHEST_OPENED: api.Consequence[State] = api.Consequence(
    when=lambda state: state.is_idle and next_to_place(state) is None and opens_another(state),
    apply=_opened,
    rule=keys.OPENING,
)
NONE_OPENED: api.Consequence[State] = api.Consequence(
    only=_is_over,
    when=lambda state: state.chests == METALS,
    apply=lambda state: api.replace(state, chests=()),
    say=lambda state: api.join(
        (*cancelled_lines(state.dice_in_order), Say("Nobody opens a chest.")), " "
    ),
    rule=keys.OPENING,
)
GAME_OVER: api.Consequence[State] = api.Consequence(
    only=_is_over,
    when=lambda state: bool(state.sorcerers),
    apply=lambda state: api.replace(state, is_over=True),
    say=lambda state: Say("The game is over: exploring has brought a Sorcerer."),
    rule=keys.THE_END,
)
TURN_OVER: api.Consequence[State] = api.Consequence(
    only=_is_over,
    when=lambda state: True,
    apply=lambda state: api.replace(
        state, turn=state.turn + 1, dice={}, touched=None, chests=METALS
    ),
    rule=keys.THE_END,
)


MOST_OFFERED = 9
"""The most scorpions on a card that are offered; more can be typed."""


class CardDrawn(api.Event[State], frozen=True):
    """Exploring, a player drew a card with so many scorpions."""

    verbs = "draws"
    rule = keys.DRAWING
    sheet_line = "explored"
    player: Player
    card: str
    scorpions: int

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        drawing = _drawing(state)
        if refused := transfers.refuse_next_card(book, state, drawing.chest, self.card):
            return refused
        after = drawing.with_card(self.card, self.scorpions)
        one = "{player} draws {card}: {scorpions} of {n} scorpion."
        many = "{player} draws {card}: {scorpions} of {n} scorpions."
        card = Say("the Sorcerer") if self.card == SORCERER else state.name_of(self.card)
        said = api.plural(after.limit, one, many, card=card, scorpions=after.scorpions)
        return self.allowed(said, keys.DRAWING, keys.SCORPIONS)

    def apply(self, state: State) -> State:
        if state.drawing is None:
            return state
        drawing = state.drawing.with_card(self.card, self.scorpions)
        after = transfers.drawn(state, drawing.chest, self.card)
        closes = Say("The cave closes after this turn.")
        if opens_another(state):
            closes = Say("The cave closes after this turn; the other chests are still opened.")
        news = (News(keys.SORCERER, closes),) if self.card == SORCERER else ()
        return api.replace(after, pending=drawing, news=(*after.news, *news))

    def tell(self, state: State) -> api.SheetCells:
        """Return card and scorpions; before the first one the die, after the last a bust."""
        name = Say("Sorcerer") if self.card == SORCERER else state.name_of(self.card)
        card = self.say("{card} ({scorpions})" if self.scorpions else "{card}", card=name)
        drawing = state.drawing
        if drawing is None:
            return {self.player: card}
        if not drawing.cards:
            card = Say("{die}: {card}", die=_die_of(drawing), card=card)
        if drawing.with_card(self.card, self.scorpions).is_bust:
            card = Say("{card}, bust", card=card)
        return {drawing.player: card}


class DrawingStopped(api.Event[State], frozen=True):
    """Exploring, a player stopped before another card."""

    verbs = "stops"
    rule = keys.DRAWING
    sheet_line = "explored"
    player: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        kept = len(_drawing(state).treasures)
        one, many = "{player} stops with 1 card.", "{player} stops with {n} cards."
        return self.allowed(api.plural(kept, one, many))

    def apply(self, state: State) -> State:
        return _stopped(state) if state.drawing else state

    def tell(self, state: State) -> api.SheetCells:
        drawing = state.drawing
        if drawing is None or drawing.cards:
            return {}
        return {drawing.player: Say("{die}: nothing", die=_die_of(drawing))}


def _drawing(state: State) -> Drawing:
    return cast("Drawing", state.pending)


def _drawer(state: State) -> Player | None:
    return state.drawing.player if state.drawing else None


def _die_of(drawing: Drawing) -> str:
    return Die(drawing.chest, drawing.limit).short


def _ask_card(book: api.Rulebook, state: State) -> api.Prompt[State]:
    drawing = _drawing(state)
    player, readable = drawing.player, state.names.readable(CHEST_CARDS)
    cards, scorpions = transfers.possible_cards(book, state, drawing.chest), range(MOST_OFFERED + 1)
    one = "{player} draws 1 card; 1 scorpion is a bust."
    many = "{player} draws up to {n} cards, one at a time; {n} scorpions are a bust."
    return api.Prompt(
        ask=Say("{player}, draw.", player=player),
        answers=api.CustomAnswer(
            api.LazySequence(
                lambda: [f"{state.name_of(card)} {n}" for card in cards for n in scorpions]
            ),
            lambda words: _read_or_stop(words, readable, drawing.scorpions),
            Say("card and scorpions, such as {one} or {other}; . to stop", one=_RED, other=_RING),
        ),
        event=lambda drawn: CardDrawn(player, *drawn) if drawn else DrawingStopped(player),
        rules=(keys.DRAWING, keys.SCORPIONS, keys.SORCERER),
        context=(Say(one if drawing.limit == 1 else many, player=player, n=drawing.limit),),
        notices=() if drawing.cards else _opening_notices(state, drawing),
    )


def _opening_notices(state: State, drawing: Drawing) -> tuple[api.Notice, ...]:
    """Return who opens a chest, before the first one also dice that cancel. Cites: ALA-5.1."""
    opened = Say("{player} opens the {chest} chest.", player=drawing.player, chest=drawing.chest)
    dice = state.dice_in_order
    is_first = next((chest for chest in METALS if opener_of(dice, chest)), "") == drawing.chest
    lines = (*(cancelled_lines(dice) if is_first else ()), opened)
    return tuple(api.Notice(line, keys.OPENING) for line in lines)


_NUMBER_BETWEEN = re.compile(r"[^\W\d_]\s*\d+\s+[^\W\d_]")
"""A number between two words, where one card ends and the next begins."""
_AS_PRINTED = re.compile(r"(.*?):? (\d{1,3}) of \d{1,3}(?: scorpions?)?")
"""A card as the referee prints it: with the scorpions of the whole draw."""

_NUMBER = rf"(?P<n>\d{{1,3}}|an?|{'|'.join(NUMBERS[1:7])})"
_SCORPIONS_LAST = (
    rf",?(?: (?:and|with|has))? (?:no|without(?: an?)?|{_NUMBER}) scorpions?(?: on (?:it|top))?$"
)
"""Its own scorpions, in words."""
_SCORPIONS_FIRST = rf"^{_NUMBER} scorpions?,?(?: on| and| with)? (?P<card>.+)"
_BRACKETED = r"(?:: ?| ?\()(\d{1,3})\)?$"
_KIND_FIRST = rf"(?i)(.*\b)({'|'.join(ORNAMENT_KINDS)})(?: of|,) ({'|'.join(METALS)})\b,?"


def _in_digits(found: re.Match[str]) -> str:
    n = (found["n"] or "0").casefold()
    if n in {"a", "an"}:
        return "1"
    return str(NUMBERS.index(n)) if n in NUMBERS else n


_STOPPING = (
    r"(?:that's|that is|this is) (?:all|it|enough)|"
    r"(?:i'm |we're )?(?:done|finished)(?: drawing| here)?|"
    r"no more cards|pass|stopping|enough,? stop|"
    r"(?:i |we |he |she )?(?:'ll )?(?:will )?stops? (?:here|now|drawing)"
)
"""How people say that they stop, other than ``stop``."""


def _read_or_stop(words: str, readable: Mapping[str, str], so_far: int) -> Drawn | None:
    """Read a card drawn, after ``so_far`` scorpions; None if the player stops.

    Raises BadAnswer, also for a beginning of ``stop``, which could mean the Sorcerer.
    """
    if re.fullmatch(_STOPPING, match_key(words).replace("\u2019", "'").rstrip(".!")):
        return None
    if "stop".startswith(match_key(words)):
        raise api.BadAnswer(
            Say("“{words}” is not clear: . stops, sor is the Sorcerer.", words=words)
        )
    words = re.sub(
        _SCORPIONS_FIRST, lambda found: f"{found['card']} {_in_digits(found)}", words, count=1
    )
    words = re.sub(_SCORPIONS_LAST, lambda found: f" {_in_digits(found)}", words)
    words = re.sub(_KIND_FIRST, r"\1\3 \2", re.sub(_BRACKETED, r" \1", halfwidth(words)))
    if printed := _AS_PRINTED.fullmatch(words):
        words = f"{printed[1]} {max(0, int(printed[2]) - so_far)}"
    first, *others = words.split() or [""]
    is_letter = len(first) == 1 and others and not others[0][:1].isdecimal()
    if _NUMBER_BETWEEN.search(words) or (is_letter and _is_card(first, readable)):
        said = "“{words}” is not one card. Write a ring as {example}."
        raise api.BadAnswer(Say(said, words=words, example=api.Example("bronze ring")))
    if match_key(first) == WIZARD:
        words = " ".join((SORCERER, *others))
    return in_sentence(words, lambda said: read_drawn(said, readable))


_RED = Say("{kind}{n}", kind=api.Example("r", "red"), n=1)
_RING = Say("{kind}{n}", kind=api.Example("gr", "gold ring"), n=2)
WIZARD = "wizard"
"""Another name of the Sorcerer."""


def _is_card(word: str, readable: Mapping[str, str]) -> bool:
    with suppress(api.BadAnswer):
        return bool(card_named(word, readable))
    return False


def _ask_stop(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = _drawing(state).player
    events = {"done": DrawingStopped(player)}
    return api.Prompt(
        ask=Say("{player} stops.", player=player),
        answers=api.choices(book, state, events),
        event=events.__getitem__,
    )


def _stopped(state: State) -> State:
    return api.replace(state, pending=api.replace(_drawing(state), is_done=True))


def _say_bust(state: State) -> Say:
    drawing = _drawing(state)
    treasures = Counter(drawing.treasures).items()
    cards = tuple(n_cards(state.names, card, n) for card, n in treasures)
    if not cards:
        return Say("Bust! {player} has no card to discard.", player=drawing.player)
    said = "Bust! {player} discards every card of this draw: {cards}."
    return Say(said, player=drawing.player, cards=cards)


def _with_treasures(state: State) -> State:
    drawing = _drawing(state)
    held = state.holdings[drawing.player]
    for card in drawing.treasures:
        held = held.with_card(card)
    pending = RingCard(drawing.player) if drawing.has_ring else None
    has_laid_out = state.has_laid_out or bool(drawing.treasures)
    after = api.replace(state, pending=pending, has_laid_out=has_laid_out)
    return transfers.with_holding(after, drawing.player, held)


def _with_ring(state: State) -> State:
    winner = _drawing(state).player
    held = {
        player: api.replace(own, ring=player == winner) for player, own in state.holdings.items()
    }
    return api.replace(state, holdings=held, pending=api.replace(_drawing(state), has_ring=True))


def _is_drawing(state: State) -> bool:
    return state.drawing is not None


def _wins_ring(state: State) -> bool:
    variant, drawing = state.variant, _drawing(state)
    if not variant.has_ring or not drawing.is_done or drawing.has_ring:
        return False
    return drawing.wins_ring(variant.ring_die, counts_sorcerer=variant.ring_counts_sorcerer)


def _say_ring_taken(state: State) -> Say:
    winner = _drawing(state).player
    owner = next((player for player, held in state.holdings.items() if held.ring), None)
    if owner is None:
        return Say("{player} takes the Magic Ring.", player=winner)
    if owner == winner:
        return Say("{player} has the Magic Ring already, and keeps it.", player=winner)
    return Say("{player} takes the Magic Ring from {owner}.", player=winner, owner=owner)


def _ring_consequence(*rules: api.RuleLike, by_sorcerer: bool) -> api.Consequence[State]:
    return api.Consequence(
        only=_is_drawing,
        when=lambda state: _wins_ring(state) and _drawing(state).brings_sorcerer == by_sorcerer,
        apply=_with_ring,
        say=_say_ring_taken,
        rule=rules,
    )


STOPPING = api.Stage(
    id="explore.stop",
    letters=2,
    also=("stops", "enough"),
    is_listed=False,
    title=Say("exploring"),
    actor=_drawer,
    ask=_ask_stop,
    events=(DrawingStopped,),
)
EXPLORE = api.Stage(
    id="explore.card",
    run="cards",
    stand_apart=True,
    has_values=True,
    is_observed=True,
    title=Say("exploring"),
    when=lambda state: state.drawing is not None,
    actor=_drawer,
    ask=_ask_card,
    events=(CardDrawn,),
    alternatives=(STOPPING,),
)
BUST: api.Consequence[State] = api.Consequence(
    only=_is_drawing,
    when=lambda state: _drawing(state).is_bust,
    apply=lambda state: transfers.discarded(
        api.replace(state, pending=None), _drawing(state).treasures
    ),
    say=_say_bust,
    rule=keys.SCORPIONS,
)
LAST_CARD: api.Consequence[State] = api.Consequence(
    only=_is_drawing,
    when=lambda state: not (_drawing(state).left or _drawing(state).is_done),
    apply=_stopped,
    say=lambda state: Say("That was the last card."),
    rule=keys.DRAWING,
)
RING_WON = _ring_consequence(keys.RING_DIE, by_sorcerer=False)
RING_WON_BY_SORCERER = _ring_consequence(keys.RING_DIE, keys.RING_AND_SORCERER, by_sorcerer=True)
LAID_OUT: api.Consequence[State] = api.Consequence(
    only=_is_drawing,
    when=lambda state: (
        _drawing(state).is_done and bool(_drawing(state).treasures) and not state.has_laid_out
    ),
    apply=_with_treasures,
    say=lambda state: Say("Lay them face up: gems by colour, ornaments by metal."),
    rule=keys.FACE_UP,
)
KEPT: api.Consequence[State] = api.Consequence(
    only=_is_drawing,
    when=lambda state: _drawing(state).is_done,
    apply=_with_treasures,
    rule=keys.DRAWING,
)
