"""Before the first turn: who begins, and which tiles are face up."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from referee import api
from referee.api import Player, Say
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.cards import ADVANCED, SIMPLE, box_of, odd_table
from referee.games.colorful_treasure.model.tiles import EFFECTS, TILES, read_tiles
from referee.games.colorful_treasure.state import State


class StartPlayerNamed(api.Event[State], frozen=True):
    """A player was the last one abroad, and begins."""

    verbs = "begins starts"
    filler = "is first goes player starter"
    rule = keys.START_PLAYER
    sheet_line = "start"
    tells_rule = True
    player: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        return self.allowed("{player} begins.")

    def apply(self, state: State) -> State:
        return api.replace(state, order=api.clockwise_from(state.players, self.player))

    def tell(self, state: State) -> dict[str, Say]:
        return {self.player: Say("begins")}


class TilesLaidOut(api.Event[State], frozen=True):
    """These effects of the tiles are face up."""

    rule = keys.TILES
    sheet_line = "start"
    tiles: tuple[str, ...]

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        for tile in self.tiles:
            if tile not in TILES:
                return self.impossible("No tile is called {tile}.", tile=tile)
        for tile in self.tiles:
            if self.tiles.count(tile) > 1:
                return self.impossible("No two tiles are {tile}.", tile=tile)
        due, n = book[keys.TILES], len(self.tiles)
        if n != due:
            one, many = "There is {n} tile, not {told}.", "There are {n} tiles, not {told}."
            return self.forbidden(api.plural(due, one, many, told=n))
        return self.allowed("On the tiles: {tiles}.")

    def apply(self, state: State) -> State:
        return api.replace(state, tiles=self.tiles, laid_out=self.tiles)


def setup_steps(book: api.Rulebook, setup: api.Setup) -> Iterator[api.Notice]:
    """List the steps of the setup of this table, in the order of the printed rules.

    Cites: COL-1.1, COL-1.4, COL-1.6, COL-1.9, COL-1.10, COL-5.7.
    """
    box, mode = box_of(book, setup.options), book.option(setup.options, "mode")
    if mode == SIMPLE:
        said = "Take out the key and chest cards, the tokens and the bonus cards."
        yield api.Notice(Say(said), keys.MODES)
    shuffled = "Shuffle the {cards} cards, and sort them by wonder."
    yield api.Notice(Say(shuffled, cards=box.cards), keys.LAYING_OUT)
    columns = "Lay the {wonders} wonders face down in columns, 1 to {wonders} from left to right."
    yield api.Notice(Say(columns, wonders=box.wonders), keys.LAYING_OUT)
    if mode == SIMPLE:
        yield api.Notice(Say("Put a diamond above each column."), keys.LAYING_OUT)
    else:
        said = "Put a diamond above each column, and the token of its wonder below it."
        yield api.Notice(Say(said), keys.LAYING_OUT)
        yield api.Notice(Say("Turn every token over to key or chest."), keys.LAYING_OUT)
    said = "The three colours on a back are those of the gems of its wonder."
    yield api.Notice(Say(said), keys.WONDERS)
    if mode != SIMPLE:
        said = "Lay the bonus cards aside, where everybody can read them."
        yield api.Notice(Say(said), keys.LAYING_OUT)
    yield from worth_lines(book, setup)
    help_cards = "Each player takes a help card, with the basic side up."
    if mode == ADVANCED:
        said = "For a first advanced game, use the tiles with the same background colour."
        yield api.Notice(Say(said), keys.FIRST_ADVANCED)
        help_cards = "Each player takes a help card, with the advanced side up."
    yield api.Notice(Say(help_cards), keys.HELP_CARDS)
    said = "Keep what you take face up in front of you; everybody may look at it."
    yield api.Notice(Say(said), keys.OPEN_AND_COVERED)


def worth_lines(book: api.Rulebook, setup: api.Setup) -> Iterator[api.Notice]:
    """List what bonus cards and gems are worth at this table, and how many tiles there are.

    Cites: COL-4.1 to COL-4.3, COL-5.1, COL-7.1, COL-9.8.
    """
    seats, mode = len(setup.seating), book.option(setup.options, "mode")
    if mode != SIMPLE:
        colours, gem = book[keys.GEM_COLOURS][seats], book[keys.GEM_WORTH][seats]
        said = "Gem bonus for {colours} colours: {gem} points."
        yield api.Notice(Say(said, colours=colours, gem=gem), keys.GEM_COLOURS)
        wonders, five = book[keys.EXPLORED], book[keys.EXPLORATION_WORTH]
        said = "Exploration bonus for {wonders} wonders: {five} points."
        yield api.Notice(Say(said, wonders=wonders, five=five), keys.EXPLORED)
        said = "Secret bonus for the most key and chest cards at the end: {seven} points."
        yield api.Notice(Say(said, seven=book[keys.SECRET_WORTH]), keys.SECRET_WORTH)
    if mode == ADVANCED:
        yield api.Notice(
            Say("{n} tiles are next to the bonus cards.", n=book[keys.TILES]), keys.TILES
        )
    if "same_colour" in setup.numbers:
        numbers = setup.numbers["same_colour"]
        said = "Gems of one colour score {numbers}."
        yield api.Notice(Say(said, numbers=tuple(map(str, numbers))), keys.SAME_COLOUR)
        if odd := odd_table(numbers):
            yield api.Notice(api.join((odd, Say("If not, start again.")), " "), keys.ODD_TABLE)


def numbered_tiles(tiles: Sequence[str]) -> tuple[Say, ...]:
    """List tiles with their effects, one in a line, each at its number in the rulebook."""
    return tuple(
        Say("{n} {tile}: {effect}", n=f"{n:>2}", tile=tile, effect=EFFECTS[tile])
        for n, tile in enumerate(TILES, start=1)
        if tile in tiles
    )


def _ask_start(book: api.Rulebook, state: State) -> api.Prompt[State]:
    players = state.players
    return api.Prompt(
        ask=Say("Who was abroad most recently? They begin."),
        answers=api.SomePlayer(players, players),
        event=lambda player: StartPlayerNamed(player or players[0]),
        setup=tuple(setup_steps(book, state.setup)),
    )


def _ask_tiles(book: api.Rulebook, state: State) -> api.Prompt[State]:
    due = book[keys.TILES]
    offered = api.LazySequence(lambda: [", ".join(tiles) for tiles in combinations(TILES, due)])
    return api.Prompt(
        ask=api.plural(due, "Which effect is face up?", "Which {n} effects are face up?"),
        answers=api.CustomAnswer(offered, read_tiles, Say("numbers or names, such as 1 3 6 7 10")),
        event=TilesLaidOut,
        context=(Say("The effects of the tiles:"), *numbered_tiles(TILES)),
    )


START = api.Stage(
    id="setup.start",
    title=Say("the start player"),
    when=lambda state: not state.order,
    ask=_ask_start,
    events=(StartPlayerNamed,),
)
LAY_OUT = api.Stage(
    id="setup.tiles",
    title=Say("laying out tiles"),
    when=lambda state: state.variant.has_tiles and state.tiles is None,
    ask=_ask_tiles,
    events=(TilesLaidOut,),
)
