"""Disputes about the table: its setup, and its end."""

from __future__ import annotations

from collections.abc import Iterator

from referee.api import (
    Answer,
    Boolean,
    Facts,
    Field,
    Question,
    Rulebook,
    Ruling,
    Say,
    Seats,
    allowed,
    forbidden,
    impossible,
    plural,
    wrong_number_of_players,
)
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.box import ADVANCED, SIMPLE, box_of
from referee.games.colorful_treasure.model.tokens import BONUSES
from referee.games.colorful_treasure.questions.facts import (
    no_such_tiles,
    not_advanced,
    number,
    of_advanced,
    tiles,
    tiles_in,
)

SET_UP = ("cards", "gem_bonus", "diamonds", "tokens", "bonus_cards", "tiles", "help_cards")
PLAYERS = Field(name="players", shape=Seats(), about=Say("how many play"), required=True)


def mode_of(book: Rulebook, facts: Facts) -> str:
    """Give the way of playing. Cites: COL-1.6."""
    return book.option(facts.options, "mode")


def _setup(book: Rulebook, facts: Facts) -> Answer:
    """Tell what is laid out, or rule on the tiles that lie up.

    Cites: COL-1.1, COL-1.4, COL-1.6, COL-1.9, COL-4.1, COL-5.1.
    """
    seats, told = facts.seats("players"), facts.words("tiles", None)
    up = tiles_in(facts)
    refused = wrong_number_of_players(book, seats, keys.PLAYERS)
    refused = refused or (not_advanced(facts) if told is not None else None)
    refused = refused or no_such_tiles(book, [t for t in up if up.count(t) > 1][:2])
    if refused:
        return Answer.ruled(refused, dict.fromkeys(SET_UP))
    facts = of_advanced(facts) if told is not None else facts
    box, mode = box_of(book, facts.options), mode_of(book, facts)
    is_simple = mode == SIMPLE
    bonus = {"colours": book[keys.GEM_COLOURS][seats], "points": book[keys.GEM_WORTH][seats]}
    results = {
        "cards": box.cards,
        "gem_bonus": None if is_simple else bonus,
        "diamonds": box.wonders * book[keys.WONDER_DIAMONDS],
        "tokens": 0 if is_simple else box.keys + box.chests,
        "bonus_cards": 0 if is_simple else len(BONUSES) + 1,
        "tiles": book[keys.TILES] if mode == ADVANCED else 0,
        "help_cards": seats,
    }
    if told is not None:
        return Answer.ruled(_ruling_on_tiles(book, up), results)
    if is_simple:
        said = Say("{cards} cards, and no bonus cards.", cards=box.cards)
        return Answer.answered(said, results, keys.WONDERS, keys.MODES)
    said = Say(
        "{cards} cards; the first with {colours} colours takes the gem bonus for {points}.",
        cards=box.cards,
        **bonus,
    )
    return Answer.answered(said, results, keys.WONDERS, keys.MODES, keys.GEM_COLOURS)


def _ruling_on_tiles(book: Rulebook, up: tuple[str, ...]) -> Ruling:
    due = book[keys.TILES]
    if len(up) == due:
        return allowed("These tiles can be face up.", keys.TILES)
    one, many = "{n} tile is face up, not {told}.", "{n} tiles are face up, not {told}."
    return forbidden(plural(due, one, many, told=len(up)), keys.TILES)


def _end(book: Rulebook, facts: Facts) -> Answer:
    """Tell whether the game is over, and whether the last round is on. Cites: COL-8.1, COL-8.2."""
    left, seats, seat = facts.integer("field"), facts.seats("players"), facts.integer("seat")
    refused = wrong_number_of_players(book, seats, keys.PLAYERS)
    refused = refused or _no_such_end(book, facts, left, seats, seat)
    if refused:
        return Answer.ruled(refused, {"over": None, "last_round": None})
    if mode_of(book, facts) == SIMPLE:
        is_over = not left
        said = Say("The last card is taken: the game is over.")
        if not is_over:
            said = Say("The simple game goes on until every card is taken.")
        results = {"over": is_over, "last_round": is_over}
        return Answer.answered(said, results, keys.SIMPLE_END)
    is_last = left <= book[keys.LEFT]
    is_over = is_last and seat == seats
    said = Say("The game goes on: there are more than {n} cards.", n=book[keys.LEFT])
    if is_over:
        said = Say("The player to the right of the start player has finished: the game is over.")
    elif is_last:
        one, many = "The last round: {n} more turn.", "The last round: {n} more turns."
        said = plural(seats - seat, one, many)
    results = {"over": is_over, "last_round": is_last}
    return Answer.answered(said, results, keys.LEFT)


def _no_such_end(book: Rulebook, facts: Facts, left: int, seats: int, seat: int) -> Ruling | None:
    """Stop what no game can show after a turn. Cites: COL-8.1, COL-2.2, COL-2.6, COL-1.1."""
    box = box_of(book, facts.options)
    if left > box.cards:
        said = "{n} cards are left; the game has {whole}."
        rules = (keys.LEFT, keys.WONDERS, keys.MODES)
        return impossible(said, *rules, n=left, whole=box.cards)
    if not 1 <= seat <= seats:
        said = "The seats are 1 to {seats}, not {seat}."
        return impossible(said, keys.LEFT, seats=seats, seat=seat)
    found: list[Ruling] = []
    for rounds in range(box.cards + 1):
        broken = next(_broken(book, facts, box.cards - left, left, seats, seat, rounds), None)
        if broken is None:
            return None
        found.append(broken)
    # The reason of the first turn that the cards allow says most: of others they are too few.
    return min(found, key=lambda ruling: len(ruling.rules))


def _broken(  # noqa: PLR0913 - a position
    book: Rulebook, facts: Facts, gone: int, left: int, seats: int, seat: int, rounds: int
) -> Iterator[Ruling]:
    """Say what stands against so many full rounds before the one of this turn."""
    mode = mode_of(book, facts)
    turns = seats * rounds + seat
    is_simple, is_advanced = mode == SIMPLE, mode == ADVANCED
    may_idle = is_advanced or book.option(facts.options, "takes") == "may"
    most = book[keys.FLIPPED] + (0 if is_simple else book[keys.THIRD])
    if gone < turns and not may_idle:
        one, many = "Too few cards for {n} turn: {gone}.", "Too few cards for {n} turns: {gone}."
        said = plural(turns, one, many, gone=gone)
        yield impossible(said, keys.LEFT, keys.MUST_TAKE)
    if gone > most * turns + rounds * is_advanced * book[keys.FOURTH]:
        one, many = "Too many cards for {n} turn: {gone}.", "Too many cards for {n} turns: {gone}."
        said = plural(turns, one, many, gone=gone)
        yield impossible(said, keys.LEFT, keys.THIRD)
    if is_simple:
        return
    extra, last = is_advanced * book[keys.FOURTH], facts.yes("last_round", None)
    least = book[keys.LEFT] + 1 - most * seat - extra
    if left < least:
        yield impossible("The game was over before this turn.", keys.LEFT)
    if last and (seat == 1 or left > book[keys.LEFT] - (not may_idle)):
        yield impossible("The last round cannot have been on before this turn.", keys.LEFT)
    if last is False and left <= book[keys.LEFT] and left < book[keys.LEFT] + 1 - most - extra:
        yield impossible("The last round must have been on before this turn.", keys.LEFT)


SETUP = Question(
    name="setup",
    about=Say("What is laid out, and what does the gem bonus ask for?"),
    fields=(
        PLAYERS,
        tiles("tiles", "the effects that lie up, in the advanced game"),
    ),
    answer=_setup,
    example="players=3",
)
END = Question(
    name="end",
    about=Say("Is the game over, and is this the last round?"),
    fields=(
        number("field", "cards left on the table"),
        PLAYERS,
        number("seat", "seat of the player who has just finished, the start player's is 1"),
        Field(
            name="last_round",
            shape=Boolean(),
            about=Say("whether the last round was on before"),
        ),
    ),
    answer=_end,
    example="field=10 players=4 seat=4",
)
