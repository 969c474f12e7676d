"""Tiles: picked for a third gem, and used, once, at any time in one's own turn."""

from collections.abc import Iterator
from itertools import combinations

from referee import api
from referee.api import Player, Say
from referee.api.reading import halfwidth, is_none, parse_count
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.tiles import (
    ANY_TOKEN,
    NO_PLUNDER,
    PEEK_DIFFERENT,
    PEEK_SAME,
    RULES,
    TILES,
    read_tile,
)
from referee.games.colorful_treasure.stages.setup import numbered_tiles
from referee.games.colorful_treasure.state import State

USED = "used"


class TilePicked(api.Event[State], frozen=True):
    """For the third gem of a colour a player picked a tile."""

    rule = keys.THIRD_GEM
    sheet_line = "won"
    player: Player
    colour: str
    tile: str

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.tile not in TILES:
            return self.impossible("No tile is called {tile}.", keys.TILES)
        if self.tile not in (state.tiles or ()):
            return self.forbidden("{tile} is not there.", keys.PICKED, keys.THIRD_GEM)
        return self.allowed("{player} picks {tile}.", keys.THIRD_GEM, RULES[self.tile])

    def apply(self, state: State) -> State:
        own = state.holdings[self.player]
        own = api.replace(own, tiles=(*own.tiles, self.tile), claimed=(*own.claimed, self.colour))
        left = tuple(tile for tile in state.tiles or () if tile != self.tile)
        return api.replace(state.with_holding(self.player, own), tiles=left, has_picked=True)

    def tell(self, state: State) -> dict[str, Say]:
        return {self.player: self.say("{tile} for {colour}")}


class TileDeclined(api.Event[State], frozen=True):
    """For the third gem of a colour a player picked no tile."""

    rule = keys.THIRD_GEM
    sheet_line = "won"
    player: Player
    colour: str

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        return self.allowed("{player} picks no tile for {colour}.", keys.PICKED)

    def apply(self, state: State) -> State:
        own = state.holdings[self.player]
        own = api.replace(own, claimed=(*own.claimed, self.colour))
        return api.replace(state.with_holding(self.player, own), has_picked=True)

    def tell(self, state: State) -> dict[str, Say]:
        return {self.player: self.say("no tile for {colour}")}


class CardsPeeked(api.Event[State], frozen=True):
    """With a tile a player looked at cards of these wonders."""

    rule = keys.USING
    sheet_line = "won"
    player: Player
    tile: str
    wonders: tuple[int, ...]

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:  # noqa: PLR0911 - see the rules
        field, is_same = state.field, self.tile == PEEK_SAME
        for n in self.wonders:
            if not 1 <= n <= field.box.wonders:
                said = "The wonders are 1 to {most}, not {n}."
                return self.impossible(said, keys.WONDERS, most=field.box.wonders, n=n)
        rules = (keys.PEEK_SAME if is_same else keys.PEEK_DIFFERENT, keys.USING)
        if refused := _refuse_out_of_turn(self, state):
            return refused
        if self.tile not in state.own.tiles:
            return self.forbidden("{player} does not have {tile}.", *rules)
        for n in self.wonders:
            if not field.left_at(n):
                return self.forbidden("No card of wonder {n} is face down.", *rules, n=n)
        if not is_same:
            return self._judge_different(book, state)
        if len(self.wonders) > 1:
            return self.forbidden("The tile is for cards of one wonder.", *rules)
        one = "{player} looks at {n} card of wonder {wonder}."
        many = "{player} looks at up to {n} cards of wonder {wonder}."
        looks = api.plural(book[keys.PEEK_SAME], one, many, wonder=self.wonders[0])
        return self.allowed(looks, *rules)

    def _judge_different(self, book: api.Rulebook, state: State) -> api.Ruling:
        """Rule on a look at cards of different wonders. Cites: COL-6.3."""
        due = min(book[keys.PEEK_DIFFERENT], len(_wonders_left(state)))
        rules = (keys.PEEK_DIFFERENT, keys.USING)
        if len(self.wonders) != due:
            one = "{player} looks at {n} card."
            many = "{player} looks at {n} cards of different wonders."
            return self.forbidden(api.plural(due, one, many), *rules)
        return self.allowed("{player} looks at a card each of wonders {wonders}.", *rules)

    def apply(self, state: State) -> State:
        return state.without_tile(self.tile)

    def tell(self, state: State) -> dict[str, Say]:
        wonders = tuple(map(str, self.wonders))
        return {self.player: self.say("{tile} at {wonders}", wonders=wonders)}


def _wonders_left(state: State) -> list[int]:
    field = state.field
    return [n for n in range(1, field.box.wonders + 1) if field.left_at(n)]


class AnyTokenUsed(api.Event[State], frozen=True):
    """The tile for any token made a pair."""

    rule = keys.USING
    sheet_line = "won"
    player: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        own, rules = state.own, (keys.PAIR_WITH_TILE, keys.USING)
        if refused := _refuse_out_of_turn(self, state):
            return refused
        if ANY_TOKEN not in own.tiles:
            return self.forbidden("{player} does not have {tile}.", *rules, tile=ANY_TOKEN)
        if not own.may_plunder:
            said = "{player} does not plunder: {tile}."
            return self.forbidden(said, keys.NO_PLUNDER, keys.PAIR_WITH_TILE, tile=NO_PLUNDER)
        if not any(own.tokens):
            return self.forbidden("{player} has no token to pair it with.", *rules)
        if not state.has_loot:
            return self.forbidden("Nobody can be plundered.", keys.NO_VICTIM, *rules)
        return self.allowed("{player} uses the tile as a token.", *rules)

    def apply(self, state: State) -> State:
        after = state.with_holding(state.active, state.own.without_any_token())
        return api.replace(after, has_tile_pair=state.has_loot)

    def tell(self, state: State) -> dict[str, Say]:
        return {self.player: Say("uses any-token")}


def _refuse_out_of_turn(event: CardsPeeked | AnyTokenUsed, state: State) -> api.Ruling | None:
    """Refuse a tile that is used in the turn of another player. Cites: COL-5.6."""
    if event.player == state.active:
        return None
    said = "It is {active}'s turn; {player} cannot use a tile now."
    return event.forbidden(said, active=state.active)


def may_use_tile(state: State) -> bool:
    """Whether the active player has a single-use tile that would be of use now. Cites: COL-5.6."""
    own = state.own
    if state.field.face_down and (PEEK_DIFFERENT in own.tiles or PEEK_SAME in own.tiles):
        return True
    return ANY_TOKEN in own.tiles and own.may_plunder and any(own.tokens) and state.has_loot


def _ask_pick(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player, colour, tiles = state.active, state.claims()[0], state.tiles or ()

    def read(words: str) -> str:
        return api.NOTHING if is_none(words) else read_tile(words, tiles)

    def event(tile: str) -> api.Event[State]:
        if tile == api.NOTHING:
            return TileDeclined(player, colour)
        return TilePicked(player, colour, tile)

    said = "{player}, pick a tile for your third {colour} gem."
    return api.Prompt(
        ask=Say(said, player=player, colour=colour),
        answers=api.CustomAnswer((*tiles, api.NOTHING), read, Say("a number, a name, or none")),
        event=event,
        rules=(keys.THIRD_GEM, keys.THIRD_AGAIN, keys.SEVERAL_COLOURS, keys.PICKED),
        context=(Say("The tiles that are left:"), *numbered_tiles(tiles)),
    )


def _ask_peek(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player, tiles = state.active, state.own.tiles

    def event(wonders: tuple[int, ...]) -> CardsPeeked:
        likely, other = PEEK_SAME, PEEK_DIFFERENT
        if len(wonders) > 1:
            likely, other = other, likely
        tile = likely if likely in tiles or other not in tiles else other
        return CardsPeeked(player, tile, wonders)

    def offered() -> Iterator[str]:
        there = _wonders_left(state)
        if not there or not {PEEK_SAME, PEEK_DIFFERENT} & {*tiles}:
            return
        several = combinations(there, min(book[keys.PEEK_DIFFERENT], len(there)))
        for wonders in dict.fromkeys((*combinations(there, 1), *several)):
            if not event(wonders).judge(book, state).verdict.stops_play:
                yield " ".join(map(str, wonders))

    return api.Prompt(
        ask=Say("{player}, look at cards that are face down.", player=player),
        answers=api.CustomAnswer(
            api.LazySequence(offered), _wonders, Say("one wonder, or two, such as 3 5")
        ),
        event=event,
        rules=(keys.PEEK_DIFFERENT, keys.PEEK_SAME),
    )


def _wonders(words: str) -> tuple[int, ...]:
    numbers = [parse_count(part) for part in halfwidth(words).replace(",", " ").split()]
    wonders = tuple(n for n in numbers if n is not None)
    if not wonders or len(wonders) < len(numbers):
        raise api.BadAnswer(Say("“{words}” is not one wonder or two, such as 3 5.", words=words))
    return tuple(dict.fromkeys(wonders))


def _ask_any_token(book: api.Rulebook, state: State) -> api.Prompt[State]:
    used = AnyTokenUsed(state.active)
    return api.Prompt(
        ask=Say("{player} uses the tile as a token.", player=state.active),
        answers=api.choices(book, state, {USED: used}),
        event=lambda _: used,
        rules=(keys.PAIR_WITH_TILE,),
        default=USED,
    )


def _is_in_turn(state: State) -> bool:
    """Whether a turn is being played in a game with tiles. Cites: COL-5.6."""
    return bool(state.order) and state.tiles is not None and not state.is_over


PEEK = api.Stage(
    id="tile.peek",
    title=Say("ending the turn"),
    when=_is_in_turn,
    actor=lambda state: state.active,
    ask=_ask_peek,
    events=(CardsPeeked,),
)
USE_ANY_TOKEN = api.Stage(
    id="tile.pair",
    title=Say("ending the turn"),
    when=_is_in_turn,
    actor=lambda state: state.active,
    ask=_ask_any_token,
    events=(AnyTokenUsed,),
)
BY_TILE = (PEEK, USE_ANY_TOKEN)
"""What may be reported at any time in a turn, also between a pair and its loot.

Both are titled like the end of the turn, which offers them; only a refusal outside a turn says so.
"""
PICK = api.Stage(
    id="turn.tile",
    title=Say("picking a tile"),
    when=lambda state: not state.is_over and bool(state.claims()),
    actor=lambda state: state.active,
    ask=_ask_pick,
    events=(TilePicked, TileDeclined),
)
