"""Disputes about the table: its setup, its bonus cards, its end."""

from __future__ import annotations

from referee.api import (
    Answer,
    Boolean,
    Choice,
    Facts,
    Field,
    Integer,
    ListOf,
    MapOf,
    Player,
    PlayerName,
    Question,
    Rulebook,
    Ruling,
    Say,
    impossible,
    plural,
    wrong_number_of_players,
)
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.final import secret_shares
from referee.games.colorful_treasure.model.box import SIMPLE, box_of
from referee.games.colorful_treasure.model.cards import COLOURS
from referee.games.colorful_treasure.model.tokens import (
    BONUSES,
    EXPLORATION,
    GEM,
    Bonuses,
)


def _is_simple(book: Rulebook, facts: Facts) -> bool:
    return book.option(facts.options, "mode") == SIMPLE


def _setup(book: Rulebook, facts: Facts) -> Answer:
    """Tell how many cards are laid out, and what the gem bonus asks for.

    Cites: COL-1.1, COL-1.6, COL-4.1.
    """
    seats = facts.integer("players")
    if refused := wrong_number_of_players(book, seats, keys.GEM_COLOURS):
        return Answer.ruled(refused, {"cards": None, "gem_bonus": None})
    cards = box_of(book, facts.options).cards
    if _is_simple(book, facts):
        said = Say("{cards} cards, and no bonus cards.", cards=cards)
        return Answer.answered(said, {"cards": cards, "gem_bonus": None}, keys.WONDERS, keys.MODES)
    bonus = {"colours": book[keys.GEM_COLOURS][seats], "points": book[keys.GEM_WORTH][seats]}
    said = Say(
        "{cards} cards; the first with {colours} colours takes the gem bonus for {points}.",
        cards=cards,
        **bonus,
    )
    rules = (keys.WONDERS, keys.MODES, keys.GEM_COLOURS)
    return Answer.answered(said, {"cards": cards, "gem_bonus": bonus}, *rules)


def _bonus(book: Rulebook, facts: Facts) -> Answer:
    """Tell which bonus cards are taken now. Cites: COL-4.1, COL-4.2, COL-4.4."""
    seats, colours = facts.integer("players"), facts.integer("colours")
    wonders = facts.integer("wonders")
    refused = wrong_number_of_players(book, seats, keys.GEM_COLOURS)
    refused = refused or _too_much_shown(book, colours, wonders)
    if refused:
        return Answer.ruled(refused, dict.fromkeys(BONUSES))
    if _is_simple(book, facts):
        said = Say("The simple game has no bonus cards.")
        return Answer.answered(said, dict.fromkeys(BONUSES, 0), keys.MODES)
    asked = Bonuses.of(book, seats)
    earned = asked.earned(colours, wonders, facts.words("claimed", ()))
    worth = {GEM: book[keys.GEM_WORTH][seats], EXPLORATION: book[keys.EXPLORATION_WORTH]}
    results = {bonus: worth[bonus] if bonus in earned else 0 for bonus in BONUSES}
    won = tuple(Say("the {bonus} bonus for {n}", bonus=each, n=worth[each]) for each in earned)
    said = Say("Taken now: {bonuses}.", bonuses=won) if won else Say("No bonus is taken now.")
    because = Say(
        "It takes {colours} colours and {wonders} wonders.",
        colours=asked.colours,
        wonders=asked.wonders,
    )
    rules = (keys.GEM_COLOURS, keys.EXPLORED, keys.BONUS_TIME, keys.BONUS_KEPT)
    return Answer.answered(said, results, *rules, because=(because,))


def _too_much_shown(book: Rulebook, colours: int, wonders: int) -> Ruling | None:
    """Stop more colours or wonders than there are; a tile may be one colour more."""
    most = len(COLOURS) + 1
    if colours > most:
        said = "{n} colours; with a tile there are {most}."
        return impossible(said, keys.OF_EACH_COLOUR, keys.SIXTH_WORTH, n=colours, most=most)
    if wonders > book[keys.WONDERS]:
        said = "{n} wonders; there are {most}."
        return impossible(said, keys.WONDERS, n=wonders, most=book[keys.WONDERS])
    return None


def _secrets(book: Rulebook, facts: Facts) -> Answer:
    """Share the secret bonus. Cites: COL-4.3."""
    cards = {Player(player): n for player, n in facts.counts("cards").items()}
    box, held = box_of(book, facts.options), sum(cards.values())
    refused = wrong_number_of_players(book, len(cards), keys.SECRET_WORTH)
    most = (box.keys + box.chests) * box.has_secrets
    if not refused and held > most:
        said = "{n} key and chest cards; the game has {most}."
        refused = impossible(said, keys.ALL_KEYS, keys.MODES, n=held, most=most)
    if refused:
        return Answer.ruled(refused, {"shares": None})
    shares = secret_shares(book, cards)
    first = tuple(player for player, share in shares.items() if share)
    reason = Say("Nobody has a key or chest card: nobody gets the secret bonus.")
    if len(first) == 1:
        reason = Say("{players} gets {share}.", players=first, share=shares[first[0]])
    elif first:
        said = "{players} share the bonus: {share} each."
        reason = Say(said, players=first, share=shares[first[0]])
    results = {"shares": {player: str(share) for player, share in shares.items()}}
    return Answer.answered(reason, results, keys.SECRET_WORTH)


def _end(book: Rulebook, facts: Facts) -> Answer:
    """Tell whether the game is over, and whether the last round is on. Cites: COL-8.1, COL-8.2."""
    left, seats, seat = facts.integer("field"), facts.integer("players"), facts.integer("seat")
    refused = wrong_number_of_players(book, seats, keys.LEFT)
    refused = refused or _no_such_end(box_of(book, facts.options).cards, left, seats, seat)
    if refused:
        return Answer.ruled(refused, {"over": None, "last_round": None})
    if _is_simple(book, facts):
        is_over = not left
        said = Say("The last card is taken: the game is over.")
        if not is_over:
            said = Say("The simple game goes on until every card is taken.")
        results = {"over": is_over, "last_round": is_over}
        return Answer.answered(said, results, keys.SIMPLE_END)
    is_last = left <= book[keys.LEFT] or facts.yes("last_round", default=False)
    is_over = is_last and seat == seats
    said = Say("The game goes on: there are more than {n} cards.", n=book[keys.LEFT])
    if is_over:
        said = Say("The player to the right of the start player has finished: the game is over.")
    elif is_last:
        one, many = "The last round: {n} more turn.", "The last round: {n} more turns."
        said = plural(seats - seat, one, many)
    results = {"over": is_over, "last_round": is_last}
    return Answer.answered(said, results, keys.LEFT)


def _no_such_end(whole: int, left: int, seats: int, seat: int) -> Ruling | None:
    if left > whole:
        said = "{n} cards on the field; the game has {whole}."
        return impossible(said, keys.WONDERS, keys.MODES, n=left, whole=whole)
    if not 1 <= seat <= seats:
        said = "The seats are 1 to {seats}, not {seat}."
        return impossible(said, keys.LEFT, seats=seats, seat=seat)
    return None


def _number(name: str, about: str) -> Field:
    return Field(name=name, shape=Integer(), about=Say(about), required=True)


PLAYERS = _number("players", "how many play")


SETUP = Question(
    name="setup",
    about=Say("How many cards are laid out, and what does the gem bonus ask for?"),
    fields=(PLAYERS,),
    answer=_setup,
    example="players=3",
)
BONUS = Question(
    name="bonus",
    about=Say("Which bonus cards does a player take now?"),
    fields=(
        PLAYERS,
        _number("colours", "gem colours of the player, the sixth one of a tile too"),
        _number("wonders", "wonders of which the player has cards"),
        Field(name="claimed", shape=ListOf(Choice(BONUSES)), about=Say("bonus cards taken before")),
    ),
    answer=_bonus,
    example="players=4 colours=4 wonders=8 claimed=gem",
)
SECRET_BONUS = Question(
    name="secrets",
    about=Say("Who gets how much of the secret bonus?"),
    fields=(
        Field(
            name="cards",
            shape=MapOf(PlayerName(new=True), Integer()),
            about=Say("key and chest cards of each player"),
            required=True,
            as_facts=True,
        ),
    ),
    answer=_secrets,
    example="Ana=3 Bo=3 Cy=2",
)
END = Question(
    name="end",
    about=Say("Is the game over, and is this the last round?"),
    fields=(
        _number("field", "cards left on the field"),
        PLAYERS,
        _number("seat", "seat of the player who has just finished, the start player's is 1"),
        Field(
            name="last_round",
            shape=Boolean(),
            about=Say("whether the last round was on before"),
        ),
    ),
    answer=_end,
    example="field=10 players=4 seat=4",
)
