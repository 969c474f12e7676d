"""The answers to the disputes of this room."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from referee.core.no_such_table import wrong_number_of_players
from referee.core.question import Answer, Facts
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, impossible
from referee.core.say import Say, join_or, plural
from referee.core.table import Player
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.bonuses import BONUSES, EXPLORATION, GEM, Bonuses
from referee.games.colorful_treasure.cards import CHEST, COLOURS, FACES, KEY, SECRETS
from referee.games.colorful_treasure.scoring import secret_shares
from referee.games.colorful_treasure.state import SIMPLE, box_of
from referee.games.colorful_treasure.takes import Leave, legal_takes
from referee.games.colorful_treasure.tiles import FOURTH_CARD, NO_PLUNDER, WILD
from referee.games.colorful_treasure.tokens import Tokens, paired


def _is_simple(book: Rulebook, facts: Facts) -> bool:
    return book.option(facts.options, "mode") == SIMPLE


def _tiles(facts: Facts) -> tuple[str, ...]:
    return cast("tuple[str, ...]", facts.values.get("tiles", ()))


def answer_setup(book: Rulebook, facts: Facts) -> Answer:
    """Tell how many cards are laid out, and what the gem bonus asks for.

    Cites: COL-1.1, COL-1.6, COL-4.1.
    """
    seats = cast("int", facts.values["players"])
    refused = wrong_number_of_players(book, seats, keys.GEM_COLOURS)
    if refused:
        return Answer.ruled(refused, {"cards": None, "gem_bonus": None})
    box = box_of(book, facts.options)
    cards = box.cards
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


def answer_take(book: Rulebook, facts: Facts) -> Answer:
    """Tell what may be taken of the cards that show.

    Cites: COL-2.3 to COL-2.6, COL-6.5, COL-6.9.
    """
    revealed = cast("tuple[str, ...]", facts.values["revealed"])
    tiles = _tiles(facts)
    refused = _too_many_flipped(book, facts, revealed, tiles)
    if refused:
        return Answer.ruled(refused, {"choices": None})
    leave = Leave.of(book, facts.options, tiles)
    legal = legal_takes(revealed, leave)
    choices = tuple(_in_order(face for face in revealed if face in kinds) for kinds in legal)
    worded = [" + ".join(choice) or "nothing" for choice in choices]
    said = Say("To be taken: {choices}.", choices=join_or(worded))
    shows_secret = any(face in SECRETS for face in revealed)
    rules: list[Any] = [keys.SECRETS_FIRST if shows_secret else keys.ONE_KIND, keys.COVERED]
    if leave.avoids_secrets or leave.may_avoid:
        rules.append(keys.NO_SECRETS)
    if leave.kinds > 1:
        rules.append(keys.EXTRA_KIND)
    if len(revealed) > book[keys.FLIPPED] + book[keys.THIRD]:
        rules.append(keys.FOURTH)
    if not all(choices):
        rules.append(keys.MUST_TAKE)
    return Answer.answered(said, {"choices": choices}, *rules)


def _in_order(faces: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(faces, key=FACES.index))


def _too_many_flipped(
    book: Rulebook, facts: Facts, revealed: tuple[str, ...], tiles: tuple[str, ...]
) -> Ruling | None:
    """Stop cards that no turn can show together. Cites: COL-1.6, COL-2.2, COL-6.7."""
    is_simple = _is_simple(book, facts)
    if is_simple and {*revealed} & {*SECRETS}:
        return impossible(Say("The simple game has no keys and chests."), keys.MODES)
    most = book[keys.FLIPPED] + (0 if is_simple else book[keys.THIRD])
    rule: Any = keys.THIRD
    if FOURTH_CARD in tiles and not is_simple:
        most, rule = most + book[keys.FOURTH], keys.FOURTH
    if len(revealed) <= most:
        return None
    said = Say("At most {most} cards are flipped, not {n}.", most=most, n=len(revealed))
    return impossible(said, rule, keys.FOURTH)


def answer_plunder(book: Rulebook, facts: Facts) -> Answer:
    """Tell how many plunders tokens make, and which tokens are left.

    Cites: COL-3.1, COL-3.4, COL-6.1, COL-6.10.
    """
    taken = cast("tuple[str, ...]", facts.values["taken"])
    held = Tokens(
        cast("int", facts.values["keys"]) + taken.count(KEY),
        cast("int", facts.values["chests"]) + taken.count(CHEST),
    )
    refused = _too_many_taken(book, taken) or _no_such_tokens(book, facts, held)
    if refused:
        return Answer.ruled(refused, dict.fromkeys(("plunders", "keys", "chests")))
    if NO_PLUNDER in _tiles(facts):
        answer = {"plunders": 0, "keys": held.keys, "chests": held.chests}
        said = Say("No plunder: the tokens stay.")
        return Answer.answered(said, answer, keys.NO_PLUNDER)
    uses = "use" in facts.values
    made = paired(held, any_token=uses)
    said = plural(
        made.plunders,
        "{n} plunder; {keys} and {chests} are left.",
        "{n} plunders; {keys} and {chests} are left.",
        keys=plural(made.left.keys, "{n} key token", "{n} key tokens"),
        chests=plural(made.left.chests, "{n} chest token", "{n} chest tokens"),
    )
    rules: list[Any] = [keys.PAIR]
    because: tuple[Say, ...] = ()
    if made.plunders > 1:
        rules.append(keys.SEVERAL_PAIRS)
    if uses:
        rules.append(keys.WILD)
        if made == paired(held, any_token=False):
            because = (Say("No token is left for {tile}: it stays.", tile=WILD),)
    answer = {"plunders": made.plunders, "keys": made.left.keys, "chests": made.left.chests}
    return Answer.answered(said, answer, *rules, because=because)


def _too_many_taken(book: Rulebook, taken: tuple[str, ...]) -> Ruling | None:
    """Stop more cards than anybody flips in a turn."""
    most = book[keys.FLIPPED] + book[keys.THIRD] + book[keys.FOURTH]
    if len(taken) <= most:
        return None
    said = Say("At most {most} cards are flipped in a turn, not {n}.", most=most, n=len(taken))
    return impossible(said, keys.FLIPPED, keys.THIRD, keys.FOURTH)


def _no_such_tokens(book: Rulebook, facts: Facts, held: Tokens) -> Ruling | None:
    box = box_of(book, facts.options)
    if any(held) and not box.has_secrets:
        return impossible(Say("The simple game has no tokens."), keys.MODES)
    for n, most, what in ((held.keys, box.keys, KEY), (held.chests, box.chests, CHEST)):
        if n > most:
            said = Say("{n} {what} tokens; there are {most}.", n=n, what=what, most=most)
            return impossible(said, keys.ALL_KEYS)
    return None


def answer_bonus(book: Rulebook, facts: Facts) -> Answer:
    """Tell which bonus cards are taken now. Cites: COL-4.1, COL-4.2, COL-4.4."""
    values = cast("Mapping[str, Any]", facts.values)
    seats, colours, wonders = values["players"], values["colours"], values["wonders"]
    refused = wrong_number_of_players(book, seats, keys.GEM_COLOURS)
    refused = refused or _too_much_shown(book, facts, colours, wonders)
    if refused:
        return Answer.ruled(refused, dict.fromkeys(BONUSES))
    if _is_simple(book, facts):
        said = Say("The simple game has no bonus cards.")
        return Answer.answered(said, dict.fromkeys(BONUSES, 0), keys.MODES)
    asked = Bonuses.of(book, seats)
    earned = asked.earned(colours, wonders, values.get("claimed", ()))
    worth = {GEM: book[keys.GEM_WORTH][seats], EXPLORATION: book[keys.EXPLORATION_WORTH]}
    answer = {bonus: worth[bonus] if bonus in earned else 0 for bonus in BONUSES}
    won = tuple(Say("the {bonus} bonus for {n}", bonus=each, n=worth[each]) for each in earned)
    said = Say("Taken now: {bonuses}.", bonuses=won) if won else Say("No bonus is taken now.")
    because = Say(
        "It takes {colours} colours and {wonders} wonders.",
        colours=asked.colours,
        wonders=asked.wonders,
    )
    rules = (keys.GEM_COLOURS, keys.EXPLORED, keys.BONUS_TIME, keys.BONUS_KEPT)
    return Answer.answered(said, answer, *rules, because=(because,))


def _too_much_shown(book: Rulebook, facts: Facts, colours: int, wonders: int) -> Ruling | None:
    """Stop more colours or wonders than there are; a tile may be one colour more."""
    most = len(COLOURS) + 1
    if colours > most:
        said = Say("{n} colours; with a tile there are {most}.", n=colours, most=most)
        return impossible(said, keys.OF_EACH_COLOUR, keys.SIXTH_WORTH)
    if wonders > book[keys.WONDERS]:
        said = Say("{n} wonders; there are {most}.", n=wonders, most=book[keys.WONDERS])
        return impossible(said, keys.WONDERS)
    return None


def answer_secrets(book: Rulebook, facts: Facts) -> Answer:
    """Share the secret bonus. Cites: COL-4.3."""
    told = cast("Mapping[str, int]", facts.values["cards"])
    cards = {Player(player): n for player, n in told.items()}
    refused = wrong_number_of_players(book, len(cards), keys.SECRET_WORTH)
    box = box_of(book, facts.options)
    most = (box.keys + box.chests) * box.has_secrets
    if not refused and sum(cards.values()) > most:
        said = Say(
            "{n} key and chest cards; the game has {most}.", n=sum(cards.values()), most=most
        )
        refused = impossible(said, keys.ALL_KEYS, keys.MODES)
    if refused:
        return Answer.ruled(refused, {"shares": None})
    shares = secret_shares(book, cards)
    first = tuple(player for player, share in shares.items() if share)
    said = Say("Nobody has a key or chest card: nobody gets the secret bonus.")
    if first:
        share = shares[first[0]]
        said = Say("{players} gets {share}.", players=first, share=share)
        if len(first) > 1:
            said = Say("{players} share the bonus: {share} each.", players=first, share=share)
    answer = {"shares": {player: str(share) for player, share in shares.items()}}
    return Answer.answered(said, answer, keys.SECRET_WORTH)


def answer_end(book: Rulebook, facts: Facts) -> Answer:
    """Tell whether the game is over, and whether the last round is on. Cites: COL-8.1, COL-8.2."""
    values = cast("Mapping[str, Any]", facts.values)
    left, seats, seat = values["field"], values["players"], values["seat"]
    refused = wrong_number_of_players(book, seats, keys.LEFT) or _no_such_end(
        book, facts, left, seats, seat
    )
    if refused:
        return Answer.ruled(refused, {"over": None, "last_round": None})
    if _is_simple(book, facts):
        is_over = not left
        said = Say("The last card is taken: the game is over.")
        if not is_over:
            said = Say("The simple game goes on until every card is taken.")
        answer = {"over": is_over, "last_round": is_over}
        return Answer.answered(said, answer, keys.SIMPLE_END)
    is_last = left <= book[keys.LEFT] or bool(values.get("last_round", False))
    is_over = is_last and seat == seats
    said = Say("The game goes on: there are more than {n} cards.", n=book[keys.LEFT])
    if is_over:
        said = Say("The player to the right of the start player has finished: the game is over.")
    elif is_last:
        said = plural(
            seats - seat, "The last round: {n} more turn.", "The last round: {n} more turns."
        )
    answer = {"over": is_over, "last_round": is_last}
    return Answer.answered(said, answer, keys.LEFT)


def _no_such_end(book: Rulebook, facts: Facts, left: int, seats: int, seat: int) -> Ruling | None:
    box = box_of(book, facts.options)
    whole = box.cards
    if left > whole:
        said = Say("{n} cards on the field; the game has {whole}.", n=left, whole=whole)
        return impossible(said, keys.WONDERS, keys.MODES)
    if not 1 <= seat <= seats:
        said = Say("The seats are 1 to {seats}, not {seat}.", seats=seats, seat=seat)
        return impossible(said, keys.LEFT)
    return None
