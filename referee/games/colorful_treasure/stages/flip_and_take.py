"""The turn itself: two cards are flipped, then more; what shows is taken by its kinds."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import overload

from referee import api
from referee.api import Player, Say
from referee.api.reading import halfwidth, is_none, match_key, prefix_matches
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.cards import (
    DIAMOND,
    EXAMPLE_CARD,
    FACES,
    KEY,
    SECRETS,
    SIMPLE,
    Card,
    as_typed,
    cards_as_typed,
    in_order,
    kinds_of,
    read_cards,
    read_flipped,
    read_next_card,
    refuse_cards,
    short_names,
    singular,
    split_words,
)
from referee.games.colorful_treasure.model.field import (
    Field,
    flippable,
    possible_pairs,
    why_no_flips,
)
from referee.games.colorful_treasure.model.holding import Holding, holding_line
from referee.games.colorful_treasure.model.tiles import (
    EXTRA_KIND,
    FOURTH_CARD,
    NO_SECRETS,
    RULES,
    TakeLimits,
    legal_takes,
)
from referee.games.colorful_treasure.state import State

STOP, DONE = "stop", "done"


class CardsFlipped(api.Event[State], frozen=True):
    """The active player flipped cards at the same time."""

    verbs = "flips turns"
    filler = "over up"
    rule = keys.FLIPPED
    sheet_line = "won"
    player: Player
    cards: tuple[Card, ...]

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        field, flips = state.field, state.variant.flips
        if refused := refuse_cards(field.box, self.cards):
            return refused
        due = min(flips, field.face_down)
        rule: api.RuleLike = keys.FLIPPED if due == flips else keys.FEW_LEFT
        if len(self.cards) != due:
            one, many = "Flip {n} card, not {told}.", "Flip {n} cards, not {told}."
            return self.forbidden(api.plural(due, one, many, told=len(self.cards)), rule)
        if why := why_no_flips(field, self.cards):
            return self.forbidden(why, keys.STILL_THERE)
        return self.allowed("{player} flips {cards}.", rule, cards=tuple(map(str, self.cards)))

    def apply(self, state: State) -> State:
        """Turn cards up; if none was flipped, no further card is."""
        field = state.field.flipped(self.cards)
        return api.replace(state, field=field, has_flipped=state.has_flipped or not self.cards)


class AnotherFlipped(api.Event[State], frozen=True):
    """The active player flipped one more card."""

    verbs = "flips turns"
    filler = "over up"
    rule = keys.THIRD
    sheet_line = "won"
    player: Player
    card: Card

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if refused := refuse_cards(state.field.box, (self.card,)):
            return refused
        if why := why_no_flips(state.field, (self.card,)):
            return self.forbidden(why, keys.STILL_THERE)
        rule = keys.FOURTH if _is_fourth(state) else keys.THIRD
        return self.allowed("{player} flips {card}.", rule, card=str(self.card))

    def apply(self, state: State) -> State:
        after = api.replace(state, field=state.field.flipped((self.card,)))
        is_spent = FOURTH_CARD in state.variant.single_use and _is_fourth(state)
        return after.without_tile(FOURTH_CARD) if is_spent else after


class FlippingStopped(api.Event[State], frozen=True):
    """The active player flipped no further card."""

    verbs = "stops"
    filler = "here now there"
    rule = keys.THIRD
    sheet_line = "won"
    player: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        return self.allowed("{player} stops flipping.")

    def apply(self, state: State) -> State:
        return api.replace(state, has_flipped=True)


def _is_fourth(state: State) -> bool:
    """Whether only the tile allows the next card."""
    return len(state.field.shown) >= state.variant.flips + state.variant.thirds


class _Pairs(Sequence[str]):
    """The pairs that may be flipped together, worded only when read: there are thousands."""

    def __init__(self, field: Field) -> None:
        self._field = field

    @cached_property
    def _rows(self) -> list[tuple[Card, Sequence[Card]]]:
        rows = possible_pairs(self._field)
        if any(others for _, others in rows):
            return rows
        return [(one, (other,)) for one, other in flippable(self._field, 2)]

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(len(others) for _, others in self._rows))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        """Word a pair by its place, in order of the cards."""
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        place = range(len(self))[index]
        row = bisect_right(self._ends, place)
        one, others = self._rows[row]
        return short_names((one, others[place - self._ends[row]]))


def _flips_offered(field: Field, n: int) -> Sequence[str]:
    if n > 1:
        return _Pairs(field)
    return api.LazySequence(lambda: map(short_names, flippable(field, n)))


def _ask_flip(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player, field = state.active, state.field
    due = min(state.variant.flips, field.face_down)

    def read(words: str) -> tuple[Card, ...]:
        """Read cards that are flipped at the same time, in no order."""
        return () if match_key(words) == api.NOTHING else in_order(read_flipped(words))

    hint = Say("such as {example}", example=EXAMPLE_CARD)
    if due > 1 and state.variant.thirds:
        like = Say("{one}{other}", one=EXAMPLE_CARD, other=as_typed(5, KEY))
        hint = Say("such as {example}; then a third or . and what you take", example=like)
    elif due > 1:  # without third cards there are no keys
        like = Say("{one}{other}", one=EXAMPLE_CARD, other=as_typed(5, "blue"))
        hint = Say("such as {example}; then what you take", example=like)
    one, many = "{player}, flip a card.", "{player}, flip {n} cards."
    left = api.plural(field.size, "{n} card on the table.", "{n} cards on the table.")
    return api.Prompt(
        ask=api.plural(due, one, many, player=player),
        answers=api.CustomAnswer(_flips_offered(field, due), read, hint),
        event=lambda cards: CardsFlipped(player, cards),
        rules=(keys.FLIPPED, keys.STILL_THERE),
        context=(left, holding_line(player, state.own)),
        view="field",
    )


def _ask_more(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player, field = state.active, state.field
    rule, ask = keys.THIRD, "{player}, flip a third card or stop."
    if _is_fourth(state):
        rule, ask = keys.FOURTH, "{player}, flip a fourth card or stop."
    hint = Say("such as {like}; . to stop", like=EXAMPLE_CARD)
    return api.Prompt(
        ask=Say(ask, player=player),
        answers=api.CustomAnswer(_flips_offered(field, 1), read_next_card, hint),
        event=lambda card: AnotherFlipped(player, card),
        rules=(rule, keys.STILL_THERE),
        default=STOP,
        context=(field.open_line,),
    )


def _ask_stop(book: api.Rulebook, state: State) -> api.Prompt[State]:
    return api.Prompt(
        ask=Say("{player} stops flipping.", player=state.active),
        answers=api.OneOf((DONE,), (DONE,)),
        event=lambda _: FlippingStopped(state.active),
    )


def _is_flipping(state: State) -> bool:
    return not (state.has_flipped or state.has_taken or state.is_over) and state.field.face_down > 0


FLIP = api.Stage(
    id="turn.flip",
    run="turn",
    has_values=True,
    turn=keys.START_PLAYER,
    is_observed=True,
    title=Say("flipping"),
    when=lambda state: _is_flipping(state) and not state.field.shown,
    actor=lambda state: state.active,
    ask=_ask_flip,
    events=(CardsFlipped,),
)
_STOPPING = api.Stage(
    id="turn.stop",
    title=Say("flipping more"),
    letters=2,
    also=("no", "none", "pass", "-", "enough", "stops"),
    actor=lambda state: state.active,
    ask=_ask_stop,
    events=(FlippingStopped,),
)
MORE = api.Stage(
    id="turn.more",
    run="turn",
    is_observed=True,
    title=Say("flipping more"),
    when=lambda state: _is_flipping(state) and 0 < len(state.field.shown) < state.most_flips,
    actor=lambda state: state.active,
    ask=_ask_more,
    events=(AnotherFlipped,),
    alternatives=(_STOPPING,),
)


KEYS_AND_CHESTS = "secrets"


class CardsTaken(api.Event[State], frozen=True):
    """The active player took cards that were face up; the others were covered."""

    verbs = "takes"
    rule = keys.ONE_KIND
    sheet_line = "won"
    player: Player
    cards: tuple[Card, ...]

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        shown = state.field.shown
        if refused := refuse_cards(state.field.box, self.cards, seen=shown):
            return refused
        covered = [card for card in self.cards if card not in shown]
        if covered and state.variant.mode == SIMPLE and len(shown) == state.variant.flips:
            said = "In the simple game no third card is flipped."
            return self.forbidden(said, keys.MODES, keys.THIRD)
        if covered:
            return self.forbidden("{card} is not face up.", card=str(covered[0]))
        legal = _legal_takes(book, state)
        kinds = self.kinds
        due = {card for card in shown if card.face in kinds}
        if kinds not in legal or due != {*self.cards}:
            return self._refuse_take(book, state, legal)
        if self.cards:
            return self._allow_take(shown, state.own)
        rule = keys.NO_SECRETS if _has_secrets(shown) else keys.MUST_TAKE
        return self.allowed("{player} takes nothing.", rule)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds among the cards, each once."""
        return kinds_of(card.face for card in self.cards)

    def _allow_take(self, shown: Sequence[Card], own: Holding) -> api.Ruling:
        """Allow a take, and say what comes along. Cites: COL-2.3, COL-2.5, COL-6.5, COL-6.9."""
        first, cards = self.kinds[0], tuple(map(str, self.cards))
        before, diamonds = own.count(first), sum(card.face == DIAMOND for card in self.cards)
        if first in SECRETS:
            one = "{player} takes {cards} with its token."
            many = "{player} takes {cards} with their tokens."
            said = api.plural(len(cards), one, many)
            return self.allowed(said, keys.SECRETS_FIRST, keys.COVERED, cards=cards)
        said = Say("{player} takes {cards}.")
        rules: tuple[api.RuleLike, ...] = (keys.ONE_KIND, keys.COVERED)
        if _has_secrets(shown):
            rules = (keys.NO_SECRETS, *rules)
        elif len(self.kinds) > 1:
            rules = (keys.EXTRA_KIND, *rules)
        if diamonds:
            rules = (*rules, keys.DIAMONDS_ALONG)
            one = "{player} takes {cards} with its diamond."
            many = "{player} takes {cards} with their diamonds."
            said = api.plural(diamonds, one, many)
        elif before and len(self.kinds) == 1:
            has = "{player} takes {cards}, and has {n} {colour} gems."
            said = Say(has, n=before + len(cards), colour=first)
        return self.allowed(said, *rules, cards=cards)

    def _refuse_take(  # noqa: PLR0911 - one for each rule
        self, book: api.Rulebook, state: State, legal: tuple[tuple[str, ...], ...]
    ) -> api.Ruling:
        """Refuse a take by the rule that decides it."""
        kinds, faces = self.kinds, [card.face for card in state.field.shown]
        secrets = tuple(kind for kind in kinds_of(faces) if kind in SECRETS)
        takes_secrets = bool({*kinds} & {*SECRETS})
        if kinds in legal and not takes_secrets:
            return self.forbidden("All {kinds} cards that are face up are taken.")
        if secrets and legal[0] == secrets:
            if NO_SECRETS in state.own.tiles:
                said = "{player} takes every key and chest that is face up, or one other kind."
                return self.forbidden(said, keys.NO_SECRETS)
            said = "{player} takes every key and chest that is face up, nothing else."
            return self.forbidden(said, keys.SECRETS_FIRST)
        if takes_secrets:
            said = "{player} takes no keys and chests: {tile}."
            return self.forbidden(said, keys.NO_SECRETS, tile=NO_SECRETS)
        if not kinds:
            return self.forbidden("{player} must take something.", keys.MUST_TAKE)
        if EXTRA_KIND not in state.own.tiles:
            return self.forbidden("{player} takes cards of one kind.")
        most = self.say("{player} takes at most {n} kinds.", n=1 + book[keys.EXTRA_KIND])
        if secrets:
            most = self.say("{player} takes nothing else next to a key or chest.")
        return self.forbidden(most, keys.EXTRA_KIND)

    def apply(self, state: State) -> State:
        """Take cards with what comes along, cover the rest, and spend tiles used for it."""
        variant, shown = state.variant, state.field.shown
        own = state.holdings[self.player].taking(self.cards)
        after = api.replace(
            state.with_holding(self.player, own),
            field=state.field.covered(self.cards),
            has_flipped=True,
            has_taken=True,
        )
        others = {*self.kinds} - {*SECRETS}
        avoided = others == {*self.kinds} and _has_secrets(shown)
        if avoided and NO_SECRETS in variant.single_use:
            after = after.without_tile(NO_SECRETS)
        if len(others) > 1 and EXTRA_KIND in variant.single_use:
            after = after.without_tile(EXTRA_KIND)
        return after

    def mended(self, state: State, *, is_moved: bool) -> api.Event[State]:
        """Take the same kinds if one of their cards was corrected."""
        shown, kinds = state.field.shown, self.kinds
        due = in_order(card for card in shown if card.face in kinds)
        if kinds_of(card.face for card in due) != kinds or {*due} == {*self.cards}:
            return self
        return CardsTaken(self.player, due)

    def tell(self, state: State) -> dict[str, Say]:
        taken = self.say("+ {cards}", cards=cards_as_typed(self.cards))
        return {self.player: taken if self.cards else Say("nothing")}


def _has_secrets(cards: Sequence[Card]) -> bool:
    return any(card.face in SECRETS for card in cards)


def _legal_takes(book: api.Rulebook, state: State) -> tuple[tuple[str, ...], ...]:
    limits = TakeLimits.read(book, state.setup.options, state.own.tiles)
    return legal_takes([card.face for card in state.field.shown], limits)


def _ask_take(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player, shown = state.active, state.field.shown
    legal = _legal_takes(book, state)
    offered = tuple(
        KEYS_AND_CHESTS if each == SECRETS else " ".join(each) or api.NOTHING for each in legal
    )
    return api.Prompt(
        ask=Say("{player}, what do you take?", player=player),
        answers=api.CustomAnswer(
            offered,
            lambda words: _read_take(words, shown),
            api.join_or(offered),
            menu=(*FACES, *(each for each in offered if each not in FACES)),
        ),
        event=lambda cards: CardsTaken(player, cards),
        rules=(
            keys.SECRETS_FIRST,
            keys.ONE_KIND,
            *(RULES[tile] for tile in (NO_SECRETS, EXTRA_KIND) if tile in state.own.tiles),
        ),
        default=offered[0] if len(offered) == 1 else None,
        context=(state.field.open_line,),
        notices=(*((_TOKENS_ALONG,) if {*legal[0]} & {*SECRETS} else ()), _COVERED),
        forced_by=None if _has_secrets(shown) else keys.MUST_TAKE,
    )


_TOKENS_ALONG = api.Notice(
    Say("A key or chest comes with the token of its wonder."), keys.SECRETS_FIRST, once=True
)
_COVERED = api.Notice(Say("Cover the other cards again."), keys.COVERED, once=True)


_ALL = frozenset(("all", "both", "everything"))
"""Words for all cards that show, or all of a kind."""
_FILLERS = _ALL.union(("take", "takes", "ones", "cards", "gems"))
_HOW_MANY = ("one", "two", "three", "four")


def _read_take(words: str, shown: tuple[Card, ...]) -> tuple[Card, ...]:
    """Read kinds among the cards that show, or single cards. Raises BadAnswer."""
    if is_none(words) or match_key(words) == "pass":
        return ()
    if match_key(words) in _ALL:
        return in_order(shown)
    if any(map(str.isdigit, halfwidth(words))):
        return in_order(read_cards(words))
    there = kinds_of(card.face for card in shown)
    said = split_words(words)
    named = [word for word in said if word.casefold() not in {*_FILLERS, *_HOW_MANY}]
    kinds = [kind for word in named or said for kind in _read_kinds(word, there)]
    taken = in_order(card for card in shown if card.face in kinds)
    stated = sum(_HOW_MANY.index(word) + 1 for word in map(str.casefold, said) if word in _HOW_MANY)
    if said and stated in {0, len(taken)}:
        return taken
    raise _not_a_kind(words, there)


def _read_kinds(word: str, there: tuple[str, ...]) -> tuple[str, ...]:
    """Read a kind that shows, or the word for all secret treasures. Raises BadAnswer."""
    found = prefix_matches(singular(word), (*FACES, KEYS_AND_CHESTS))
    kinds = SECRETS if found == (KEYS_AND_CHESTS,) else found if len(found) == 1 else ()
    if shown := tuple(kind for kind in kinds if kind in there):
        return shown
    raise _not_a_kind(word, there)


def _not_a_kind(word: str, there: tuple[str, ...]) -> api.BadAnswer:
    said = "Not understood: “{word}”. Choose from {kinds}."
    return api.BadAnswer(Say(said, word=word, kinds=there or (api.NOTHING,)))


TAKE = api.Stage(
    id="turn.take",
    run="turn",
    title=Say("taking"),
    when=lambda state: (
        not (state.has_taken or state.is_over) and (state.has_flipped or bool(state.field.shown))
    ),
    actor=lambda state: state.active,
    ask=_ask_take,
    events=(CardsTaken,),
)
