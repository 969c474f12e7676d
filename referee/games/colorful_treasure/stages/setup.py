"""Before the first turn: who begins, and which tiles lie up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from referee.api import (
    CustomAnswer,
    Event,
    LazySequence,
    Player,
    Prompt,
    Rulebook,
    Ruling,
    Say,
    Setup,
    SomePlayer,
    Stage,
    clockwise_from,
    join,
    plural,
    replace,
)
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.cards import ADVANCED, SIMPLE, box_of, odd_table
from referee.games.colorful_treasure.model.tiles import EFFECTS, TILES, read_tiles
from referee.games.colorful_treasure.state import State


class StartPlayerNamed(Event[State], frozen=True):
    """A player was the last one abroad, and begins."""

    rule = keys.START_PLAYER
    sheet_line = "start"
    player: Player

    def judge(self, book: Rulebook, state: State) -> Ruling:
        return self.allowed("{player} begins.")

    def apply(self, state: State) -> State:
        return replace(state, order=clockwise_from(state.players, self.player))

    def tell(self, state: State) -> dict[str, Say]:
        return {self.player: Say("begins")}


class TilesLaidOut(Event[State], frozen=True):
    """These effects lie up on the tiles."""

    rule = keys.TILES
    sheet_line = "start"
    tiles: tuple[str, ...]

    def judge(self, book: Rulebook, state: State) -> Ruling:
        for tile in self.tiles:
            if tile not in TILES:
                return self.impossible("No tile is called {tile}.", tile=tile)
        for tile in self.tiles:
            if self.tiles.count(tile) > 1:
                return self.impossible("No two tiles are {tile}.", tile=tile)
        due, n = book[keys.TILES], len(self.tiles)
        if n != due:
            one, many = "There is {n} tile, not {told}.", "There are {n} tiles, not {told}."
            return self.forbidden(plural(due, one, many, told=n))
        return self.allowed("On the tiles: {tiles}.")

    def apply(self, state: State) -> State:
        return replace(state, tiles=self.tiles, laid_out=self.tiles)


def setup_lines(book: Rulebook, setup: Setup) -> tuple[Say, ...]:
    """Word the setup of this table. Cites: COL-1.4 to COL-1.6, COL-4.1, COL-4.2, COL-5.1."""
    return tuple(_lines(book, setup))


def _lines(book: Rulebook, setup: Setup) -> Iterator[Say]:
    box, mode = box_of(book, setup.options), book.option(setup.options, "mode")
    above = "a diamond above each"
    if mode != SIMPLE:
        above = "a diamond above and a token below each"
    yield Say(
        "The {mode} game: {cards} cards in columns 1 to {wonders}, from left to right; {above}.",
        mode=mode,
        cards=box.cards,
        wonders=box.wonders,
        above=Say(above),
    )
    seats = len(setup.seating)
    if mode != SIMPLE:
        colours, gem = book[keys.GEM_COLOURS][seats], book[keys.GEM_WORTH][seats]
        yield Say("Gem bonus for {colours} colours: {gem} points.", colours=colours, gem=gem)
        wonders, five = book[keys.EXPLORED], book[keys.EXPLORATION_WORTH]
        said = "Exploration bonus for {wonders} wonders: {five} points."
        yield Say(said, wonders=wonders, five=five)
    if mode == ADVANCED:
        yield Say("{n} tiles are next to the bonus cards.", n=book[keys.TILES])
    if "same_colour" in setup.numbers:
        numbers = setup.numbers["same_colour"]
        yield Say("Gems of one colour score {numbers}.", numbers=tuple(map(str, numbers)))
        if odd := odd_table(numbers):
            yield join((odd, Say("If not, begin anew.")), " ")


def _advice(book: Rulebook, setup: Setup) -> Iterator[Say]:
    """Word what lies there. Cites: COL-1.1, COL-1.4, COL-1.6, COL-1.9, COL-1.10, COL-5.7."""
    mode = book.option(setup.options, "mode")
    yield Say("The three colours on a back are those of the gems of its wonder.")
    if mode != SIMPLE:
        yield Say("Turn every token over to key or chest.")
        yield Say("Lay the bonus cards aside, where everybody can read them.")
    if mode == ADVANCED:
        yield Say("Each player takes a help card, with the advanced side up.")
        yield Say("For a first advanced game, use the tiles with the same background colour.")
    else:
        yield Say("Each player takes a help card, with the basic side up.")
    yield Say("Keep what you take face up in front of you; everybody may look at it.")


def numbered_tiles(tiles: Sequence[str]) -> tuple[Say, ...]:
    """List tiles with their effects, one in a line, each at its number in the rulebook."""
    return tuple(
        Say("{n} {tile}: {effect}", n=f"{n:>2}", tile=tile, effect=EFFECTS[tile])
        for n, tile in enumerate(TILES, start=1)
        if tile in tiles
    )


def _ask_start(book: Rulebook, state: State) -> Prompt[State]:
    players = state.players
    return Prompt(
        ask=Say("Who was abroad most recently? They begin."),
        answers=SomePlayer(players, players),
        event=lambda player: StartPlayerNamed(player or players[0]),
        setup=(*setup_lines(book, state.setup), *_advice(book, state.setup)),
    )


def _ask_tiles(book: Rulebook, state: State) -> Prompt[State]:
    due = book[keys.TILES]
    offered = LazySequence(lambda: [", ".join(tiles) for tiles in combinations(TILES, due)])
    return Prompt(
        ask=plural(due, "Which effect is face up?", "Which {n} effects are face up?"),
        answers=CustomAnswer(offered, read_tiles, Say("numbers or names, such as 1 3 6 7 10")),
        event=TilesLaidOut,
        context=(Say("The effects of the tiles:"), *numbered_tiles(TILES)),
    )


START = Stage(
    id="setup.start",
    title=Say("the start player"),
    when=lambda state: not state.order,
    ask=_ask_start,
    events=(StartPlayerNamed,),
)
LAY_OUT = Stage(
    id="setup.tiles",
    title=Say("laying out tiles"),
    when=lambda state: state.variant.has_tiles and state.tiles is None,
    ask=_ask_tiles,
    events=(TilesLaidOut,),
)
