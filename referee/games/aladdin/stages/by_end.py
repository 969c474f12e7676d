"""A game without its turns: the table notes only what everybody holds at the end."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from referee import api
from referee.api import Player, Say, depth
from referee.api.reading import halfwidth, is_none, match_key, parse_count
from referee.games.aladdin import keys
from referee.games.aladdin.model import cards
from referee.games.aladdin.model.drawing import whole_setup
from referee.games.aladdin.model.holding import Holding
from referee.games.aladdin.model.readers import card_named
from referee.games.aladdin.state import State

_EXAMPLES: Final[tuple[api.Fact, ...]] = (
    Say("{one}{other}", one=3, other=api.Example("g", cards.GREEN)),
    Say("{one}{other}", one=2, other=api.Example("r", cards.RED)),
    api.Example("tr", f"{cards.TALISMAN}-{cards.RED}"),
    api.Example("t", cards.TALISMAN),
    api.Example("br", f"{cards.BRONZE} {cards.RING}"),
    api.Example("bn", f"{cards.BRONZE} {cards.NECKLACE}"),
)
LIKE: Final = api.in_a_row(_EXAMPLES)
_WITH_RING: Final = api.in_a_row((*_EXAMPLES, api.Example("ring", "magic-ring")))
_PIECE: Final = re.compile(r"([0-9]*)\s*([^\W\d_]+(?:-[^\W\d_]+)*)")
_METAL: Final = "bronze|silver|gold"
_NO_GEM: Final = rf"(?:{_METAL}|magic|talisman|ring|[bs][rnb]|g[nb]|t\w?)\b"
_TWO_WORDS: Final = re.compile(
    rf"\b({_METAL}|magic)\s+(?=[^\W\d])|\b(talisman)(?: on)?\s+(?!{_NO_GEM})(?=[^\W\d])"
)
_FILLER: Final = re.compile(r"\b(?:an?|the|complete) (?=\S)|(?<=talisman) alone\b")
_SET: Final = re.compile(rf"\b(?:([0-9]+) ?)?({_METAL}) sets?\b")


class DepthChosen(depth.DepthChosen[State], frozen=True):
    """From here on no turn is noted."""

    def apply(self, state: State) -> State:
        return api.replace(state, is_whole=True)


class GameEnded(api.Event[State], frozen=True):
    """The table says that the game is over."""

    rule = keys.THE_END
    actor_field = ""

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        return self.allowed("The game is over.")

    def apply(self, state: State) -> State:
        return api.replace(state, uncounted=state.players)


class HoldingTold(api.Event[State], frozen=True):
    """A player stated all cards held at the end; ornaments by metal and kind."""

    verbs = "holds"
    rule = keys.CARD_EACH
    sheet_line = "held"
    player: Player
    gems: Mapping[str, int]
    talismans: Mapping[str, int]
    ornaments: Mapping[str, int]
    lone: int = 0
    ring: bool = False

    @property
    def counted(self) -> tuple[api.FieldPath, ...]:
        return (("holdings", self.player),)

    @property
    def held(self) -> Holding:
        """The holding that was stated."""
        return Holding(
            gems=self.gems,
            talismans=self.talismans,
            ornaments=self.ornaments,
            lone=self.lone,
            ring=self.ring,
        )

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        said = "{player} holds nothing." if self.held == Holding() else "{player} holds {held}."
        return self.allowed(said, held=self.held.said(state.names))

    def apply(self, state: State) -> State:
        uncounted = tuple(player for player in state.uncounted or () if player != self.player)
        holdings = {**state.holdings, self.player: self.held}
        return api.replace(state, holdings=holdings, uncounted=uncounted, is_over=not uncounted)

    def tell(self, state: State) -> Mapping[str, Say]:
        return {self.player: self.held.said(state.names)}


_PLURAL = re.compile(r"\b(ring|necklace|bracelet|talisman)s\b")
_WITH_TALISMAN = re.compile(r"(\w+) \+ (\d+) talismans?")
"""Talismans on a gem, as the referee prints them."""
_NUMBER_LAST: Final = re.compile(r"(^|,)\s*([^\W\d][^\d,]*?)\s*([0-9]+)\s*(?=,|$)")
"""A number after its card, as in other languages: ``green 2, red 1``."""
_NUMBERS_LAST: Final = re.compile(rf"((?:(?:{_METAL}) )?[^\W\d]+(?:-[^\W\d]+)*) ?([0-9]+)(?!\w)")


def read_holding(
    player: Player, words: str, names: cards.Names, *, has_ring: bool = False
) -> HoldingTold:
    """Read gems, talismans by their gem or alone, ornaments by their letters, and the Magic Ring.

    Raises BadAnswer.

    >>> names = cards.Names("fourth", "fourth")
    >>> told = read_holding(Player("Ana"), "3g2r tr t 2br magic ring", names)
    >>> dict(told.gems), dict(told.talismans), told.lone, dict(told.ornaments), told.ring
    ({'green': 3, 'red': 2}, {'red': 1}, 1, {'bronze ring': 2}, True)
    """
    text = _FILLER.sub("", _PLURAL.sub(r"\1", halfwidth(words).casefold()))
    text = _SET.sub(lambda n: ", ".join(f"{n[1] or 1} {each}" for each in cards.set_of(n[2])), text)
    text = _WITH_TALISMAN.sub(r"\1 \2 t\1", text.replace(" and ", ", "))
    if text[:1].isalpha() and text[-1:].isdecimal():  # no number is before its card
        text = _NUMBERS_LAST.sub(r"\2 \1", text)
    text = _NUMBER_LAST.sub(r"\1 \3 \2", text).replace(",", " ").replace("+", " ")
    text = "" if is_none(text) else _TWO_WORDS.sub(r"\1\2-", text)
    found = Counter[str]()
    at = 0
    for piece in _PIECE.finditer(text):
        _check_rest(words, text[at : piece.start()])
        at, n = piece.end(), parse_count(piece[1] or "1") or 0
        found[_card_or_place(piece[2], names, has_ring=has_ring)] += n
    _check_rest(words, text[at:])
    talismans = {card.removeprefix(_ON): n for card, n in found.items() if card.startswith(_ON)}
    lone = talismans.pop(cards.LONE, 0)
    return HoldingTold(
        player,
        gems={kind: found[kind] for kind in cards.GEMS if found[kind]},
        talismans=talismans,
        ornaments={each: found[each] for each in cards.ORNAMENTS if found[each]},
        lone=lone,
        ring=bool(found[cards.MAGIC_RING]),
    )


_ON: Final = "on "


def _card_or_place(word: str, names: cards.Names, *, has_ring: bool) -> str:
    """Return a card, or ``on`` and the place of a talisman."""
    key, gems = match_key(word), names.readable(cards.GEMS)
    key = key.removesuffix("s") if key.removesuffix("s") in gems else key
    if key in {cards.TALISMAN, cards.TALISMAN[0]}:
        return f"{_ON}{cards.LONE}"
    if key == "magic-ring" or (has_ring and key == "ring"):
        return cards.MAGIC_RING
    try:
        return card_named(key, {**gems, **{each: each for each in cards.ORNAMENTS}}, LIKE)
    except api.BadAnswer:
        if not key.startswith(cards.TALISMAN[0]):
            raise
        on = re.sub(rf"^(?:{cards.TALISMAN}-?|.)", "", key)
        if on == cards.LONE:
            return f"{_ON}{cards.LONE}"
        return f"{_ON}{card_named(on, gems, LIKE)}"


def _check_rest(words: str, rest: str) -> None:
    if rest.strip():
        said = "“{words}” says more than cards. Write them such as {example}."
        raise api.BadAnswer(Say(said, words=words, example=LIKE))


def _ask_held(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = (state.uncounted or state.players)[0]
    return api.Prompt(
        ask=Say("{player}, what do you hold?", player=player),
        answers=api.CustomAnswer(
            ("2 green, 1 red, bronze ring", api.NOTHING),
            lambda words: read_holding(player, words, state.names, has_ring=state.variant.has_ring),
            Say("such as {example}", example=_WITH_RING if state.variant.has_ring else LIKE),
        ),
        event=lambda event: event,
        rules=(keys.CARD_EACH, keys.SET_WORTH, keys.MAJORITY_WORTH, keys.TALISMAN_COUNTS),
    )


HELD: api.Stage[State] = api.Stage(
    id="end.held",
    title=Say("what everyone holds"),
    when=lambda state: bool(state.uncounted),
    actor=lambda state: (state.uncounted or (None,))[0],
    ask=_ask_held,
    events=(HoldingTold,),
    is_observed=True,
)
DEPTH: depth.Depth[State] = depth.Depth(
    chosen=DepthChosen,
    now=lambda state: depth.ROUND if state.is_whole else depth.TURN,
    stages=(
        depth.playing(
            lambda state: state.is_whole and state.uncounted is None,
            GameEnded,
            lambda book, state: () if state.dealt else whole_setup(book, state.setup),
        ),
        HELD,
    ),
    is_closed=lambda state: state.is_whole,
)
