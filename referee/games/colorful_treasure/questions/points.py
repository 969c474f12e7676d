"""Disputes about the table as a whole: setup and end, bonus cards, points and the winner."""

from collections.abc import Iterator
from fractions import Fraction

from referee import api
from referee.api import Player, Say
from referee.api.reading import halfwidth
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.final import secret_shares
from referee.games.colorful_treasure.model.cards import ADVANCED, COLOURS, SIMPLE, box_of
from referee.games.colorful_treasure.model.holding import BONUSES, EXPLORATION, GEM, Bonuses
from referee.games.colorful_treasure.questions import given

SET_UP = ("cards", "gem_bonus", "diamonds", "tokens", "bonus_cards", "tiles", "help_cards")
PLAYERS = api.Field("players", api.Seats(), Say("how many play"), required=True)


def _setup(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Say what is laid out, or rule on the tiles that are face up.

    Cites: COL-1.1, COL-1.4, COL-1.6, COL-1.9, COL-4.1, COL-5.1.
    """
    seats, stated = facts.seats("players"), facts.words("tiles", None)
    up = given.tiles_in(facts)
    refused = api.wrong_number_of_players(book, seats, keys.PLAYERS)
    refused = refused or (given.refuse_mode(facts) if stated is not None else None)
    if refused := refused or given.refuse_tiles(book, [t for t in up if up.count(t) > 1][:2]):
        return api.Answer.ruled(refused, dict.fromkeys(SET_UP))
    facts = given.of_advanced(facts) if stated is not None else facts
    box, mode = box_of(book, facts.options), given.mode_of(book, facts)
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
    if stated is not None:
        return api.Answer.ruled(_ruling_on_tiles(book, up), results)
    if is_simple:
        said = Say("{cards} cards, and no bonus cards.", cards=box.cards)
        return api.Answer.answered(said, results, keys.WONDERS, keys.MODES)
    first = "{cards} cards; the first with {colours} colours takes the gem bonus for {points}."
    said = Say(first, cards=box.cards, **bonus)
    return api.Answer.answered(said, results, keys.WONDERS, keys.MODES, keys.GEM_COLOURS)


def _ruling_on_tiles(book: api.Rulebook, up: tuple[str, ...]) -> api.Ruling:
    due = book[keys.TILES]
    if len(up) == due:
        return api.allowed("These tiles can be face up.", keys.TILES)
    one, many = "{n} tile is face up, not {told}.", "{n} tiles are face up, not {told}."
    return api.forbidden(api.plural(due, one, many, told=len(up)), keys.TILES)


def _end(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Answer whether the game is over, or in its last round. Cites: COL-8.1, COL-8.2."""
    left, seats, seat = facts.integer("field"), facts.seats("players"), facts.integer("seat")
    refused = api.wrong_number_of_players(book, seats, keys.PLAYERS)
    if refused := refused or _refuse_end(book, facts, left, seats, seat):
        return api.Answer.ruled(refused, {"over": None, "last_round": None})
    if given.mode_of(book, facts) == SIMPLE:
        said = Say("The simple game continues until every card is taken.")
        if not left:
            said = Say("The last card is taken: the game is over.")
        results = {"over": not left, "last_round": not left}
        return api.Answer.answered(said, results, keys.SIMPLE_END)
    is_last = left <= book[keys.LEFT]
    is_over = is_last and seat == seats
    said = Say("The game continues: there are more than {n} cards.", n=book[keys.LEFT])
    if is_over:
        said = Say("The player to the right of the start player has finished: the game is over.")
    elif is_last:
        one, many = "The last round: {n} more turn.", "The last round: {n} more turns."
        said = api.plural(seats - seat, one, many)
    results = {"over": is_over, "last_round": is_last}
    return api.Answer.answered(said, results, keys.LEFT)


def _refuse_end(
    book: api.Rulebook, facts: api.Facts, left: int, seats: int, seat: int
) -> api.Ruling | None:
    """Refuse a table that no game shows after a turn. Cites: COL-8.1, COL-2.2, COL-2.6, COL-1.1."""
    box = box_of(book, facts.options)
    if left > box.cards:
        said = "{n} cards are left; the game has {whole}."
        rules = (keys.LEFT, keys.WONDERS, keys.MODES)
        return api.impossible(said, *rules, n=left, whole=box.cards)
    if not 1 <= seat <= seats:
        said = "The seats are 1 to {seats}, not {seat}."
        return api.impossible(said, keys.LEFT, seats=seats, seat=seat)
    found: list[api.Ruling] = []
    for rounds in range(box.cards + 1):
        reason = next(_objections(book, facts, box.cards - left, left, seats, seat, rounds), None)
        if reason is None:
            return None
        found.append(reason)
    # A reason with one rule says more than that the cards do not fit the number of turns.
    return min(found, key=lambda ruling: len(ruling.rules))


def _objections(  # noqa: PLR0913 - a position
    book: api.Rulebook, facts: api.Facts, gone: int, left: int, seats: int, seat: int, rounds: int
) -> Iterator[api.Ruling]:
    """List what contradicts so many full rounds before the round of this turn."""
    mode = given.mode_of(book, facts)
    turns = seats * rounds + seat
    is_simple, is_advanced = mode == SIMPLE, mode == ADVANCED
    may_idle = is_advanced or book.option(facts.options, "takes") == "may"
    most = book[keys.FLIPPED] + (0 if is_simple else book[keys.THIRD])
    if gone < turns and not may_idle:
        one, many = "Too few cards for {n} turn: {gone}.", "Too few cards for {n} turns: {gone}."
        said = api.plural(turns, one, many, gone=gone)
        yield api.impossible(said, keys.LEFT, keys.MUST_TAKE)
    if gone > most * turns + rounds * is_advanced * book[keys.FOURTH]:
        one, many = "Too many cards for {n} turn: {gone}.", "Too many cards for {n} turns: {gone}."
        said = api.plural(turns, one, many, gone=gone)
        yield api.impossible(said, keys.LEFT, keys.THIRD)
    if is_simple:
        return
    extra, last = is_advanced * book[keys.FOURTH], facts.yes("last_round", None)
    least = book[keys.LEFT] + 1 - most * seat - extra
    if left < least:
        yield api.impossible("The game was over before this turn.", keys.LEFT)
    if last and (seat == 1 or left > book[keys.LEFT] - (not may_idle)):
        yield api.impossible("The last round cannot have been on before this turn.", keys.LEFT)
    if last is False and left <= book[keys.LEFT] and left < book[keys.LEFT] + 1 - most - extra:
        yield api.impossible("The last round must have been on before this turn.", keys.LEFT)


SETUP = api.Question(
    name="setup",
    about=Say("What is laid out, and what does the gem bonus ask for?"),
    fields=(
        PLAYERS,
        given.tiles("tiles", "the effects that are face up, in the advanced game"),
    ),
    answer=_setup,
    example="players=3",
)
END = api.Question(
    name="end",
    about=Say("Is the game over, and is this the last round?"),
    fields=(
        given.number("field", "cards left on the table"),
        PLAYERS,
        given.number("seat", "seat of the player who has just finished, the start player's is 1"),
        api.Field("last_round", api.Boolean(), Say("whether the last round was on before")),
    ),
    answer=_end,
    example="field=10 players=4 seat=4",
)


def _bonus(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Answer which bonus cards are taken now. Cites: COL-4.1, COL-4.2, COL-4.4."""
    seats, claimed = facts.seats("players"), facts.words("claimed", ())
    known = {GEM: "colours" in facts.values, EXPLORATION: "wonders" in facts.values}
    colours, wonders = facts.integer("colours", 0), facts.integer("wonders", 0)
    refused = api.wrong_number_of_players(book, seats, keys.PLAYERS)
    if colours > len(COLOURS):
        refused = refused or given.refuse_mode(facts)
        facts = given.of_advanced(facts)
    of_wonders = wonders if known[EXPLORATION] else book[keys.WONDERS]
    if refused := refused or _refuse_bonus(book, facts, colours, of_wonders, claimed):
        return api.Answer.ruled(refused, dict.fromkeys(BONUSES))
    if given.mode_of(book, facts) == SIMPLE:
        said = Say("The simple game has no bonus cards.")
        return api.Answer.answered(said, dict.fromkeys(BONUSES, 0), keys.MODES)
    needed = Bonuses.read(book, seats)
    earned, worth = needed.earned(colours, wonders, claimed), needed.worth
    open_now = tuple(each for each in BONUSES if not known[each] and each not in claimed)
    results: dict[str, int | None] = {
        each: worth[each] if each in earned else 0 for each in BONUSES
    }
    results |= dict.fromkeys(open_now)
    won = tuple(Say("the {bonus} bonus for {n}", bonus=each, n=worth[each]) for each in earned)
    said = Say("Taken now: {bonuses}.", bonuses=won) if won else Say("No bonus is taken now.")
    if open_now:
        questions = {
            GEM: Say("How many colours has the player? The gem bonus hangs on it."),
            EXPLORATION: Say("How many wonders has the player? The exploration bonus hangs on it."),
        }
        said = api.join([*((said,) if won else ()), *(questions[each] for each in open_now)], " ")
    takes = "It takes {colours} colours and {wonders} wonders."
    because = Say(takes, colours=needed.colours, wonders=needed.wonders)
    rules = (keys.GEM_COLOURS, keys.EXPLORED, keys.BONUS_TIME, keys.BONUS_KEPT)
    return api.Answer.answered(said, results, *rules, because=(because,))


def _refuse_bonus(
    book: api.Rulebook, facts: api.Facts, colours: int, wonders: int, claimed: tuple[str, ...]
) -> api.Ruling | None:
    """Refuse holdings that no player can have. Cites: COL-1.1, COL-1.2, COL-1.6, COL-9.1."""
    sixth = given.mode_of(book, facts) == ADVANCED
    most = len(COLOURS) + sixth
    if colours > most:
        said = "{n} colours; with a tile there are {most}."
        return api.impossible(said, keys.OF_EACH_COLOUR, keys.SIXTH_WORTH, n=colours, most=most)
    if wonders > book[keys.WONDERS]:
        said = "{n} wonders; there are {most}."
        return api.impossible(said, keys.WONDERS, n=wonders, most=book[keys.WONDERS])
    shown = book[keys.WONDER_GEMS] * wonders + sixth
    if colours > shown:
        one = "{n} wonder shows at most {most} colours, not {colours}."
        many = "{n} wonders show at most {most} colours, not {colours}."
        short = api.plural(wonders, one, many, most=shown, colours=colours)
        return api.impossible(short, keys.WONDERS)
    if len({*claimed}) < len(claimed):
        said = "Each bonus card can be taken once."
        return api.impossible(said, keys.PIECES_THERE_ARE, keys.GEM_COLOURS, keys.EXPLORED)
    if claimed and given.mode_of(book, facts) == SIMPLE:
        said = "The simple game has no bonus cards."
        return api.impossible(said, keys.MODES, keys.NOT_IN_THIS_GAME)
    return None


def _secrets(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Share the secret bonus. Cites: COL-4.3."""
    cards = {Player(player): n for player, n in facts.counts("cards").items()}
    box, held = box_of(book, facts.options), sum(cards.values())
    refused = api.wrong_number_of_players(book, len(cards), keys.PLAYERS)
    most = box.keys + box.chests
    if not refused and held and not box.has_secrets:
        said = "The simple game has no keys and chests."
        refused = api.impossible(said, keys.MODES, keys.NOT_IN_THIS_GAME)
    if not refused and held > most:
        said = "{n} key and chest cards; the game has {most}."
        refused = api.impossible(said, keys.ALL_KEYS, n=held, most=most)
    if refused:
        return api.Answer.ruled(refused, {"shares": None})
    shares = secret_shares(book, cards)
    first = tuple(player for player, share in shares.items() if share)
    reason = Say("Nobody has a key or chest card: nobody gets the secret bonus.")
    if len(first) == 1:
        reason = Say("{players} gets {share}.", players=first, share=shares[first[0]])
    elif first:
        said = "{players} share the bonus: {share} each."
        reason = Say(said, players=first, share=shares[first[0]])
    results = {"shares": {player: str(share) for player, share in shares.items()}}
    return api.Answer.answered(reason, results, keys.SECRET_WORTH)


def _gems(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Score gems by the numbers of the help card. Cites: COL-7.1."""
    gems, table = facts.counts("gems", {}), facts.numbers("same_colour")
    most = book[keys.OF_EACH_COLOUR]
    if len(table) != most:
        said = "The help card has {most} numbers for gems of one colour, not {n}."
        raise api.BadAnswer(Say(said, most=most, n=len(table)))
    if refused := given.refuse_gems(book, gems):
        return api.Answer.ruled(refused, {"points": None, "by_colour": None, "table": None})
    scored = {colour: table[gems[colour] - 1] for colour in COLOURS if gems.get(colour)}
    points = sum(scored.values())
    results = {"points": points, "by_colour": scored, "table": table}
    numbers = tuple(map(str, table))
    worth = Say("They score {points}, by the numbers {table}.", points=points, table=numbers)
    return api.Answer.answered(worth, results, keys.SAME_COLOUR)


def _tie(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Answer who wins; a tie is not broken. Cites: COL-7.5, COL-4.3."""
    totals = {
        Player(player): _read_total(str(total)) for player, total in facts.counts("totals").items()
    }
    refused = api.wrong_number_of_players(book, len(totals), keys.PLAYERS)
    if refused or not _can_be_shared(book, facts, totals):
        said = "Fractions of a point come only from a shared secret bonus, which cannot give these."
        ruling = refused or api.impossible(said, keys.SECRET_WORTH)
        return api.Answer.ruled(ruling, dict.fromkeys(("winners", "shared", "best")))
    best = max(totals.values())
    winners = tuple(player for player, total in totals.items() if total == best)
    results = {
        "winners": winners,
        "shared": len(winners) > 1,
        "best": int(best) if best.denominator == 1 else str(best),
    }
    won = Say("{winners} wins with {best}.", winners=winners, best=best)
    if len(winners) > 1:
        won = Say("{winners} share the win with {best}.", winners=winners, best=best)
    return api.Answer.answered(won, results, keys.THE_WINNER)


def _can_be_shared(book: api.Rulebook, facts: api.Facts, totals: dict[Player, Fraction]) -> bool:
    """Whether the fractions of these totals can come from a shared secret bonus, if there are any.

    The simple game shares none, and nobody who shared it has less than the share. Cites: COL-4.3.
    """
    with_fractions = [total for total in totals.values() if total.denominator > 1]
    if not with_fractions:
        return True
    share = Fraction(book[keys.SECRET_WORTH], len(with_fractions))
    is_shared = all(total >= share and (total - share).denominator == 1 for total in with_fractions)
    return is_shared and given.mode_of(book, facts) != SIMPLE


def _read_total(words: str) -> Fraction:
    """Read a total: a whole number, or one with a fraction. Raises BadAnswer.

    >>> _read_total("77/2"), _read_total("38½"), _read_total("38 1/2")
    (Fraction(77, 2), Fraction(77, 2), Fraction(77, 2))
    """
    text = words
    for character, part in FRACTIONS.items():
        text = text.replace(character, f" {part}")
    parts = halfwidth(text).split()
    is_sum = len(parts) == 1 or (len(parts) == 2 and parts[0].isdigit() and "/" in parts[1])  # noqa: PLR2004
    try:
        can_be = is_sum and all(part.isascii() and len(part) < MOST_CHARACTERS for part in parts)
        total = sum(map(Fraction, parts), Fraction()) if can_be else None
    except (ValueError, ZeroDivisionError):
        total = None
    if total is None or total < 0:
        raise api.BadAnswer(Say("“{words}” is not a total such as 31 or 77/2.", words=words))
    return total


FRACTIONS = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"}
"""Fractions of a point as sheets show them."""
MOST_CHARACTERS = 20
BONUS = api.Question(
    name="bonus",
    about=Say("Which bonus cards does a player take now?"),
    fields=(
        PLAYERS,
        given.number(
            "colours", "gem colours of the player, the sixth one of a tile too", required=False
        ),
        given.number("wonders", "wonders of which the player has cards", required=False),
        api.Field("claimed", api.ListOf(api.Choice(BONUSES)), Say("bonus cards taken before")),
    ),
    answer=_bonus,
    example="players=4 colours=4 wonders=8 claimed=gem",
)
SECRET_BONUS = api.Question(
    name="secrets",
    about=Say("Who gets how much of the secret bonus?"),
    fields=(
        api.Field(
            "cards",
            api.MapOf(api.PlayerName(new=True), api.Integer()),
            Say("key and chest cards of each player"),
            required=True,
            as_facts=True,
        ),
    ),
    answer=_secrets,
    example="Ana=3 Bo=3 Cy=2",
)
GEMS = api.Question(
    name="gems",
    about=Say("What are these gems worth?"),
    fields=(
        api.Field(
            "gems",
            api.MapOf(api.Choice(COLOURS), api.Integer()),
            Say("gems of each colour"),
            as_facts=True,
        ),
        api.Field(
            "same_colour",
            api.ListOf(api.Integer()),
            Say("what 1 to 6 gems of one colour are worth on the help card"),
            required=True,
        ),
    ),
    answer=_gems,
    example="red=3 blue=2 same-colour=1,3,6,10,15,21",
)


def _asked_who_wins(name: str) -> api.Question:
    return api.Question(
        name=name,
        about=Say("Who wins with these totals?"),
        fields=(
            api.Field(
                "totals",
                api.MapOf(api.PlayerName(new=True), api.Text("31", _read_total)),
                Say("the totals of all players"),
                required=True,
                as_facts=True,
            ),
        ),
        answer=_tie,
        example="totals=Ana:77/2,Bo:77/2,Cy:31",
    )


TIE, WINNER = map(_asked_who_wins, ("tie", "winner"))
