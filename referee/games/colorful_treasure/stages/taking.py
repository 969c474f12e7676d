"""The second part of a turn: what shows is taken by its kinds, and the rest is covered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.api import (
    NOTHING,
    BadAnswer,
    CustomAnswer,
    Event,
    Player,
    Prompt,
    Rulebook,
    RuleLike,
    Ruling,
    Say,
    Stage,
    join_or,
    plural,
    replace,
)
from referee.api.reading import halfwidth, match_key, prefix_matches
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.box import SIMPLE, no_such_cards
from referee.games.colorful_treasure.model.cards import (
    DIAMOND,
    FACES,
    SECRETS,
    Card,
    in_order,
    kinds_of,
    names,
    one_of_many,
    read_cards,
    short_names,
    words_in,
)
from referee.games.colorful_treasure.model.holding import Holding
from referee.games.colorful_treasure.model.takes import Leave, legal_takes
from referee.games.colorful_treasure.model.tiles import EXTRA_KIND, NO_SECRETS
from referee.games.colorful_treasure.state import State

BOTH = "secrets"


class CardsTaken(Event[State], frozen=True):
    """The active player took cards that lay open; the rest was covered."""

    rule = keys.ONE_KIND
    sheet_line = "won"
    player: Player
    cards: tuple[Card, ...]

    def judge(self, book: Rulebook, state: State) -> Ruling:
        shown = state.field.shown
        if strange := no_such_cards(state.field.box, self.cards, seen=shown):
            return strange
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
            return self._refused(book, state, legal)
        if self.cards:
            return self._taken(shown, state.own)
        avoids = any(card.face in SECRETS for card in shown)
        return self.allowed(
            "{player} takes nothing.", keys.NO_SECRETS if avoids else keys.MUST_TAKE
        )

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds among the cards, each once."""
        return kinds_of(card.face for card in self.cards)

    def _taken(self, shown: Sequence[Card], own: Holding) -> Ruling:
        """Tell what is taken, what comes along, and how many gems that makes.

        Cites: COL-2.3, COL-2.5, COL-6.5, COL-6.9.
        """
        along = sum(card.face in {DIAMOND, *SECRETS} for card in self.cards)
        before = own.of(self.kinds[0])
        rules: tuple[RuleLike, ...] = (keys.ONE_KIND, keys.COVERED)
        said: str | Say = "{player} takes {cards}."
        if {*self.kinds} & {*SECRETS}:
            rules = (keys.SECRETS_FIRST, keys.COVERED)
            one, many = (
                "{player} takes {cards} with its token.",
                "{player} takes {cards} with their tokens.",
            )
            return self.allowed(plural(along, one, many), *rules, cards=names(self.cards))
        if any(card.face in SECRETS for card in shown):
            rules = (keys.NO_SECRETS, *rules)
        elif len(self.kinds) > 1:
            rules = (keys.EXTRA_KIND, *rules)
        if along:
            rules = (*rules, keys.DIAMONDS_ALONG)
            one, many = (
                "{player} takes {cards} with its diamond.",
                "{player} takes {cards} with their diamonds.",
            )
            said = plural(along, one, many)
        elif before and len(self.kinds) == 1:
            said = Say(
                "{player} takes {cards}, and has {n} {colour} gems.",
                n=before + len(self.cards),
                colour=self.kinds[0],
            )
        return self.allowed(said, *rules, cards=names(self.cards))

    def _refused(  # noqa: PLR0911 - one for each rule
        self, book: Rulebook, state: State, legal: tuple[tuple[str, ...], ...]
    ) -> Ruling:
        """Say what is wrong with a take, by the rule that decides it."""
        kinds, faces = self.kinds, [card.face for card in state.field.shown]
        secrets = tuple(kind for kind in kinds_of(faces) if kind in SECRETS)
        takes_secrets = bool({*kinds} & {*SECRETS})
        if kinds in legal and not takes_secrets:
            return self.forbidden("All {kinds} cards that show are taken.")
        if secrets and legal[0] == secrets:
            if NO_SECRETS in state.own.tiles:
                said = "{player} takes every key and chest that shows, or one other kind."
                return self.forbidden(said, keys.NO_SECRETS)
            said = "{player} takes every key and chest that shows, nothing else."
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
        after = replace(
            state.with_holding(self.player, own),
            field=state.field.covered(self.cards),
            is_flipped=True,
            is_taken=True,
        )
        others = {*self.kinds} - {*SECRETS}
        avoided = others == {*self.kinds} and any(card.face in SECRETS for card in shown)
        if avoided and variant.avoiding_is_once:
            after = after.without_tile(NO_SECRETS)
        if len(others) > 1 and variant.extra_is_once:
            after = after.without_tile(EXTRA_KIND)
        return after

    def tell(self, state: State) -> dict[str, Say]:
        taken = self.say("+ {cards}", cards=short_names(self.cards))
        return {self.player: taken if self.cards else Say("nothing")}


def _legal_takes(book: Rulebook, state: State) -> tuple[tuple[str, ...], ...]:
    leave = Leave.of(book, state.setup.options, state.own.tiles)
    return legal_takes([card.face for card in state.field.shown], leave)


def _ask_take(book: Rulebook, state: State) -> Prompt[State]:
    player, shown = state.active, state.field.shown
    legal = _legal_takes(book, state)
    offered = tuple(BOTH if each == SECRETS else " ".join(each) or NOTHING for each in legal)
    return Prompt(
        ask=Say("{player}, what do you take?", player=player),
        answers=CustomAnswer(
            offered, lambda words: _read_take(words, shown), join_or(offered), menu=offered
        ),
        event=lambda cards: CardsTaken(player, cards),
        rules=(
            keys.SECRETS_FIRST,
            keys.ONE_KIND,
            *(rule for tile, rule in _RULES_OF_TAKING.items() if tile in state.own.tiles),
        ),
        default=offered[0] if len(offered) == 1 else None,
        context=(state.field.open_line,),
    )


_RULES_OF_TAKING: Mapping[str, RuleLike] = {
    NO_SECRETS: keys.NO_SECRETS,
    EXTRA_KIND: keys.EXTRA_KIND,
}
"""The rules of tiles that change what is taken."""


def _read_take(words: str, shown: tuple[Card, ...]) -> tuple[Card, ...]:
    """Read kinds of the cards that show, or single cards. Raises BadAnswer."""
    if match_key(words) == NOTHING:
        return ()
    if any(sign.isdigit() for sign in halfwidth(words)):
        return in_order(read_cards(words))
    there = kinds_of(card.face for card in shown)
    kinds = [kind for word in words_in(words) for kind in _read_kinds(word, there)]
    return in_order(card for card in shown if card.face in kinds)


def _read_kinds(word: str, there: tuple[str, ...]) -> tuple[str, ...]:
    """Read a kind that shows, or the word for all secret treasures. Raises BadAnswer."""
    found = prefix_matches(one_of_many(word), (*FACES, BOTH))
    kinds = SECRETS if found == (BOTH,) else found if len(found) == 1 else ()
    shown = tuple(kind for kind in kinds if kind in there)
    if not shown:
        raise BadAnswer(
            Say(
                "Not understood: “{word}”. Choose from {kinds}.",
                word=word,
                kinds=there or (NOTHING,),
            )
        )
    return shown


TAKE = Stage(
    id="turn.take",
    run="turn",
    title=Say("taking"),
    when=lambda state: (
        not (state.is_taken or state.is_over) and (state.is_flipped or bool(state.field.shown))
    ),
    actor=lambda state: state.active,
    ask=_ask_take,
    events=(CardsTaken,),
)
