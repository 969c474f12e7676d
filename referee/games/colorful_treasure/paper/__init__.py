"""The lines of the round sheet, the notes below it, and the game in a few lines."""

from collections.abc import Iterator
from contextlib import suppress

from referee import api
from referee.api import Notice, Rulebook, RuleLike, Say, Setup
from referee.api.drawing import Diagram, Ink, counted_out
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.final import DIAMOND_CARDS, behind, count_so_far, points_so_far
from referee.games.colorful_treasure.model.cards import ADVANCED, COLOURS, SIMPLE, box_of
from referee.games.colorful_treasure.paper import pages
from referee.games.colorful_treasure.stages.setup import worth_lines
from referee.games.colorful_treasure.state import State

CARD_CODES = Say("3r is the red card of wonder 3: r y g b p gems, d diamond, k key, c chest.")
AT_THE_END = Say("At the end 3r are three red gems; tokens are those left over.")
NO_SECRET_BONUS = Say("Points so far: without the secret bonus, which the end decides.")


def _cards_left(state: State) -> api.SheetCells:
    if state.is_by_end:
        return {}
    return {api.SHARED: state.field.size}


def _bonuses_won(before: State, after: State) -> api.SheetCells:
    return {
        player: tuple(
            Say("{bonus} bonus", bonus=bonus)
            for bonus in held.bonuses
            if bonus not in before.holdings[player].bonuses
        )
        for player, held in after.holdings.items()
    }


def _points(book: api.Rulebook, state: State) -> api.SheetCells:
    """Return what everybody's own pieces are worth so far.

    If it is not given what gems of one colour are worth, the points stay blank.
    """
    if state.is_by_end:
        return {}
    with suppress(api.NumberMissing):
        numbers = state.setup.numbers
        return points_so_far(book.with_table_numbers(numbers), count_so_far(state))
    return {}


def _line_of(part: str) -> api.SheetLine[State]:

    def held(state: State) -> dict[str, api.SheetCell]:
        return {player: pages.PARTS[part](own) for player, own in state.holdings.items()}

    return api.SheetLine(part, pages.PARTS_CALLED[part], after_round=held)


def _most_rounds(state: State) -> int:
    """Count the rounds of a game in which nobody ever takes more than one card."""
    variant = state.variant
    left = 0 if variant.mode == SIMPLE else variant.last_round_at
    return -(-(state.field.box.cards - left) // len(state.players))


def _notes(book: api.Rulebook, state: State) -> Iterator[Say]:
    mode, box = state.variant.mode, box_of(book, state.setup.options)
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
    yield from (each.say for each in worth_lines(book, state.setup))
    if state.laid_out:
        yield Say("Tiles laid out: {tiles}.", tiles=state.laid_out)
        yield Say("Tiles not picked: {tiles}.", tiles=state.tiles or Say("none"))
    yield from (CARD_CODES, AT_THE_END)
    if mode != SIMPLE:
        yield NO_SECRET_BONUS


def box_back(book: Rulebook, setup: Setup) -> tuple[Notice, ...]:
    """Return in a few lines who wins, what everything is worth, and how a turn goes.

    >>> from referee.api import Player
    >>> from referee.files.documents.rulebook import load_rulebook
    >>> said = box_back(load_rulebook("colorful-treasure"), Setup((Player("Ana"),) * 3))
    >>> print(said[6].cited)
    First with 5 colours of gem: 9; with cards of 8 wonders: 5. (COL-4.1, COL-4.2)
    """
    mode = book.option(setup.options, "mode")
    aim = "Flip cards, remember them and take treasures; the most points win."
    return (
        _notice(aim, keys.THE_WINNER),
        *_turn(book, mode),
        *_worth(book, setup, mode),
        *_end(book, mode),
    )


def _notice(said: str | Say, *rules: RuleLike) -> Notice:
    return Notice(Say(said) if isinstance(said, str) else said, rules)


def _turn(book: Rulebook, mode: str) -> Iterator[Notice]:
    flips = Say("A turn: flip {n} cards at the same time.", n=book[keys.FLIPPED])
    if mode == SIMPLE:
        yield _notice(flips, keys.FLIPPED, keys.MODES)
        yield _notice("Take all cards of one kind that show.", keys.ONE_KIND)
        return
    more = "A turn: flip {n} cards at once, then {more} more if you like."
    yield _notice(Say(more, n=book[keys.FLIPPED], more=book[keys.THIRD]), keys.FLIPPED, keys.THIRD)
    said = "If keys or chests show, take all of them; otherwise one kind."
    yield _notice(said, keys.SECRETS_FIRST, keys.ONE_KIND)
    said = "A key token and a chest token: plunder a diamond or a card."
    yield _notice(said, keys.PAIR, keys.LOOT)


def _worth(book: Rulebook, setup: Setup, mode: str) -> Iterator[Notice]:
    """List what everything is worth; gems only if the table has read out the help card."""
    gems = Say("Gems of one colour score together, by the help card.")
    if "same_colour" in setup.numbers:
        numbers = tuple(map(str, setup.numbers["same_colour"]))
        gems = Say("Gems of one colour score {numbers}.", numbers=numbers)
    yield _notice(gems, keys.SAME_COLOUR)
    card, diamond = book[keys.DIAMOND_CARD], book[keys.DIAMOND][mode]
    said = "A diamond card is worth {card}, the diamond that comes along {diamond}."
    yield _notice(Say(said, card=card, diamond=diamond), keys.DIAMOND_CARD, keys.DIAMOND)
    if mode == SIMPLE:
        return
    first = Say(
        "First with {colours} colours of gem: {gem}; with cards of {wonders} wonders: {five}.",
        colours=book[keys.GEM_COLOURS][len(setup.seating)],
        gem=book[keys.GEM_WORTH][len(setup.seating)],
        wonders=book[keys.EXPLORED],
        five=book[keys.EXPLORATION_WORTH],
    )
    yield _notice(first, keys.GEM_COLOURS, keys.EXPLORED)
    most = Say("The most key and chest cards at the end: {seven}.", seven=book[keys.SECRET_WORTH])
    yield _notice(most, keys.SECRET_WORTH)


def _end(book: Rulebook, mode: str) -> Iterator[Notice]:
    if mode == ADVANCED:
        yield _notice("A third gem of a colour brings a tile with an effect.", keys.THIRD_GEM)
    if mode == SIMPLE:
        yield _notice("The game is over when the last card is taken.", keys.SIMPLE_END)
        return
    left = "With {n} cards or fewer left, the round is played to its end."
    yield _notice(Say(left, n=book[keys.LEFT]), keys.LEFT)


def _all_cards(book: Rulebook) -> Diagram:
    """Draw how many cards of each kind the box has. Cites: COL-1.1 to COL-1.3."""
    gems = [(Say("{colour}", colour=colour), book[keys.OF_EACH_COLOUR]) for colour in COLOURS]
    others = [
        (DIAMOND_CARDS, book[keys.WONDERS]),
        (Say("key cards"), book[keys.ALL_KEYS]),
        (Say("chest cards"), book[keys.ALL_CHESTS]),
    ]
    return counted_out(Say("The cards in the box"), [*gems, *others])


PAPER: api.Paper[State] = api.Paper(
    counts=Say("round"),
    table=Say("cards left"),
    rounds=_most_rounds,
    first=api.SheetLine("start", Say("start player"), after_round=_cards_left),
    lines=(
        api.SheetLine("won", Say("won and lost"), changed=_bonuses_won),
        api.SheetLine("points", Say("points so far"), after_round=_cards_left, points=_points),
    ),
    last=tuple(map(_line_of, pages.PARTS)),
    notes=lambda book, state: tuple(_notes(book, state)),
    views=pages.VIEWS,
    reference=pages.reference,
    in_short=pages.IN_SHORT,
    chart=pages.chart,
    box_back=box_back,
    in_booklet=_all_cards,
    pad=pages.pad,
    behind=behind,
    ink=Ink("#7a1f5c", "#f3a6d6"),
)
