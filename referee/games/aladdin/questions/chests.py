"""Disputes on the setup, on dice in the chests, on drawing from them, and on the end."""

import re
from collections.abc import Mapping
from typing import cast

from referee import api
from referee.api import Player, Say
from referee.api.reading import match_key
from referee.games.aladdin import keys
from referee.games.aladdin.model import dice
from referee.games.aladdin.model.cards import (
    BRONZE,
    CHEST_CARDS,
    FOURTH,
    METALS,
    RED,
    SORCERER,
    names_at,
)
from referee.games.aladdin.model.contradictions import refuse_beyond_box
from referee.games.aladdin.model.drawing import (
    Drawing,
    handed_out,
    has_ring,
    refuse_card,
    refuse_deal,
    sorcerer_at,
)
from referee.games.aladdin.model.readers import read_dice, read_draws
from referee.games.aladdin.questions.given import card_error


def _setup(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Return the dice and gems of everyone. Cites: ALA-1.2, ALA-1.3."""
    seats, dealt = facts.seats("players"), facts.integer("dealt", None)
    refused = api.wrong_number_of_players(book, seats, keys.STARTING_EACH)
    if refused := refused or refuse_beyond_box(book, dealt or 0, 0):
        return api.Answer.ruled(refused, dict.fromkeys(("dice", "starting_cards", "discard")))
    each, n, discard = handed_out(book, seats)
    said = Say(
        "{dice} and {gems} each; {discard} starting gems begin the discard pile.",
        dice=api.plural(n, "{n} die", "{n} dice"),
        gems=api.plural(each, "{n} starting gem", "{n} starting gems"),
        discard=discard,
    )
    results = {"dice": n, "starting_cards": each, "discard": discard}
    if dealt is not None:
        right = api.plural(dealt, "{n} starting gem is right.", "{n} starting gems are right.")
        ruling = refuse_deal(book, seats, dealt) or api.allowed(right, keys.STARTING_EACH)
        return api.Answer.ruled(ruling, results)
    return api.Answer.answered(said, results, keys.STARTING_EACH, keys.DICE_EACH)


def _dice_of(facts: api.Facts) -> dict[Player, tuple[dice.Die, ...]]:
    given = cast("Mapping[str, tuple[str, ...]]", facts.values["dice"])
    return {
        Player(player): tuple(die for words in own for die in read_dice(words))
        for player, own in given.items()
    }


def _refuse_dice(
    book: api.Rulebook, shown: Mapping[Player, tuple[dice.Die, ...]]
) -> api.Ruling | None:
    """Refuse impossible dice, then forbidden ones. Cites: ALA-1.3, ALA-2.1."""
    if refused := api.wrong_number_of_players(book, len(shown), keys.DICE_EACH):
        return refused
    found = (dice.refuse_dice(book, len(shown), player, own) for player, own in shown.items())
    wrong = filter(None, found)
    return min(wrong, key=lambda each: each.verdict is not api.Verdict.IMPOSSIBLE, default=None)


def _chests(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Name who opens which chest, and the shared numbers. Cites: ALA-3.1, ALA-5.1, ALA-5.2."""
    shown = _dice_of(facts)
    if refused := _refuse_dice(book, shown):
        return api.Answer.ruled(refused, dict.fromkeys(("opens", "cancelled", "lamp")))
    openers = {chest: dice.opener_of(shown, chest) for chest in METALS}
    shared = dice.shared_numbers(shown)
    opened = tuple(
        Say("{chest} by {player}, up to {limit}", chest=chest, player=each.player, limit=each.limit)
        for chest, each in openers.items()
        if each
    )
    said = Say("Opened: {opened}.", opened=opened) if opened else Say("No chest is opened.")
    rub = (dice.must_touch(n, players) for n, players in shared.items())
    results = {
        "opens": {chest: each and each._asdict() for chest, each in openers.items()},
        "cancelled": {chest: dice.cancelled_in(shown, chest) for chest in METALS},
        "lamp": tuple({"number": n, "players": players} for n, players in shared.items()),
    }
    rules = (keys.OPENING, keys.DRAWING, keys.MUST_RUB)
    two = (keys.TWO_CHESTS, keys.OWN_DOUBLES) if book[keys.DICE_EACH][len(shown)] > 1 else ()
    return api.Answer.answered(
        said, results, *rules, *two, because=(*dice.cancelled_lines(shown), *rub)
    )


def _lamp(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Name who summons the genie, in order, and the wrong hands. Cites: ALA-3.1 to ALA-3.7."""
    shown, touched = _dice_of(facts), tuple(dict.fromkeys(facts.players("touched")))
    strange = api.unknown_players(keys.MUST_RUB, shown, *touched)
    refused = _refuse_dice(book, shown)
    if strange and not (refused and refused.verdict is api.Verdict.IMPOSSIBLE):
        refused = strange
    if refused:
        return api.Answer.ruled(refused, dict.fromkeys(("summons", "wrong", "late")))
    to_other = book.option(facts.options, "two_matches") == "other"
    calls, shared = dice.summons(shown, touched, to_other=to_other), dice.shared_numbers(shown)
    wrong, late = dice.wrong_hands(shown, touched), dice.late_hands(shown, touched, calls)
    whom = tuple(Say("{player} on {n}", player=each.player, n=each.number) for each in calls)
    said = Say("The genie comes for {told}.", told=whom) if whom else Say("No genie comes.")
    because = [
        dice.must_touch(n, players)
        for n, players in shared.items()
        if not any(player in touched for player in players)
    ]
    if wrong:
        because.append(Say("{players} had no right to touch the lamp.", players=wrong))
    if late:
        because.append(Say("{players} touched the lamp too late.", players=late))
    because += [
        Say("The number {n} does nothing: nobody summons a genie on it.", n=n)
        for n in dice.lapsed_numbers(shown, touched, calls)
    ]
    rules: list[api.RuleLike] = [keys.MUST_RUB, keys.FIRST_HAND]
    rules += [keys.LOWER_FIRST, keys.ONE_SUMMONS] if len(shared) > 1 else []
    rules += [keys.OWN_DOUBLES] if book[keys.DICE_EACH][len(shown)] > 1 else []
    rules += [keys.WRONG_RUB] if wrong else []
    summoning = tuple(each._asdict() for each in calls)
    results = {"summons": summoning, "wrong": wrong, "late": late}
    return api.Answer.answered(said, results, *rules, because=tuple(because))


_DICE = api.Field(
    "dice",
    api.MapOf(api.PlayerName(new=True), api.ListOf(api.Text(like="b4", read=read_dice))),
    Say("the dice of each player, in order of seating"),
    required=True,
    as_facts=True,
)

SETUP = api.Question(
    name="setup",
    about=Say("What does everyone get?"),
    fields=(
        api.Field("players", api.Seats(), Say("how many play"), required=True),
        api.Field("dealt", api.Integer(), Say("how many gems one player is dealt")),
    ),
    answer=_setup,
    example="players=4",
)
CHESTS = api.Question(
    name="chests",
    about=Say("Who opens which chest, and who must touch the lamp?"),
    fields=(_DICE,),
    answer=_chests,
    example="Maya=b3 Margot=b3 Maurice=b5",
)
LAMP = api.Question(
    name="lamp",
    about=Say("Who summons the genie, and whose hand was wrong?"),
    fields=(
        _DICE,
        api.Field(
            "touched",
            api.ListOf(api.PlayerName()),
            Say("the hands on the lamp, in their order"),
            required=True,
        ),
    ),
    answer=_lamp,
    example="Maya=b3 Margot=s3 Maurice=g5 touched=Margot,Maya",
)


EXPLORE, WISH = "explore", "wish"
_WORD = re.compile(r"[^\W\d_]+")


def read_scorpions(words: str) -> tuple[int | None, ...]:
    """Read the scorpions of cards, which can be named as in play; None for the Sorcerer.

    Any word can be the table's name of the fourth gem, because the house rules are not known yet.
    Raises BadAnswer.

    >>> read_scorpions("2"), read_scorpions("gr2 purple1 S")
    ((2,), (2, 1, None))
    """
    known = {card: card for card in CHEST_CARDS}
    try:
        return read_draws(words, known)
    except api.BadAnswer:
        return _read_draws(words, known | dict.fromkeys(_WORD.findall(match_key(words)), FOURTH))


def _read_draws(words: str, readable: Mapping[str, str]) -> tuple[int | None, ...]:
    try:
        return read_draws(words, readable)
    except api.BadAnswer as bad:
        said = "“{words}” is neither a number of scorpions nor S for the Sorcerer."
        raise api.BadAnswer(Say(said, words=words)) from bad


def _scorpions(book: api.Rulebook, facts: api.Facts) -> list[int | None]:
    """Read the scorpions card by card, by the table's names. Raises RefereeError."""
    names = names_at(book, facts.options)
    readable = names.readable(CHEST_CARDS)
    try:
        return [n for words in facts.words("scorpions") for n in _read_draws(words, readable)]
    except api.BadAnswer as bad:
        raise card_error(names, CHEST_CARDS, bad) from bad


def _draw(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Decide whether a drawing is a bust, and what it brings its player and the game.

    Cites: ALA-1.4, ALA-5.2 to ALA-5.4, ALA-8.2, ALA-8.3.
    """
    die, before = facts.integer("die"), facts.integer("drawn", None)
    draws = _scorpions(book, facts)
    refused = dice.refuse_die(book, dice.Die(BRONZE, die)) or _refuse_draw(book, die, draws, before)
    drawing = Drawing(Player(""), BRONZE, die)
    for n in () if refused else draws:
        if not drawing.is_bust:  # the drawing was over then: ALA-5.3
            drawing = drawing.with_card(SORCERER if n is None else RED, n or 0)
    refused = refused or _refuse_sorcerer(book, drawing, before)
    if refused:
        unknown = dict.fromkeys(("bust", "kept", "may_draw", "closes_cave", "ring"))
        return api.Answer.ruled(refused, unknown)
    ring_in_play = has_ring(book, facts.options)
    counts = book.option(facts.options, "ring_counts_sorcerer") == "yes"
    results = {
        "bust": drawing.is_bust,
        "kept": 0 if drawing.is_bust else len(drawing.treasures),
        "may_draw": drawing.left,
        "closes_cave": drawing.brings_sorcerer,
        "ring": ring_in_play and drawing.wins_ring(book[keys.RING_DIE], counts_sorcerer=counts),
    }
    one = "{n} scorpion with a die of {die}: no bust."
    many = "{n} scorpions with a die of {die}: no bust."
    if drawing.is_bust:
        one = "{n} scorpion with a die of {die}: a bust, all is discarded."
        many = "{n} scorpions with a die of {die}: a bust, all is discarded."
    said = api.plural(drawing.scorpions, one, many, die=die)
    rules: list[api.RuleLike] = [keys.SCORPIONS, keys.DRAWING]
    because: list[Say] = []
    if drawing.brings_sorcerer:
        because.append(Say("A Sorcerer is out: the game ends after this turn."))
        rules.append(keys.SORCERER)
    if ring_in_play:
        rules += [keys.RING_DIE, keys.RING_AND_SORCERER]
    if len(drawing.cards) < len(draws):
        last = "Card {n} was the last: after a bust none is drawn."
        because.append(Say(last, n=len(drawing.cards)))
    return api.Answer.answered(said, results, *rules, because=tuple(because))


def _refuse_draw(
    book: api.Rulebook, die: int, draws: list[int | None], before: int | None
) -> api.Ruling | None:
    """Refuse more draws than the die or the chest allows, and a second Sorcerer."""
    if len(draws) > die:
        said = "A die of {die} draws at most {die} cards, not {n}."
        return api.impossible(said, keys.DRAWING, die=die, n=len(draws))
    sorcerers = draws.count(None)
    if sorcerers > 1:
        said = "There is one Sorcerer in a chest, not {n}."
        return api.impossible(said, keys.BELOW_SORCERER, n=sorcerers)
    return None if before is None else _refuse_beyond_chest(book, before + len(draws))


def _refuse_beyond_chest(book: api.Rulebook, cards: int) -> api.Ruling | None:
    """Refuse more cards than a chest has. Cites: ALA-1.1, ALA-1.4."""
    whole = book[keys.CHEST_CARDS] + 1
    said = "A chest has {whole} cards, not {n}."
    return api.impossible(said, keys.CHEST_CARDS, whole=whole, n=cards) if cards > whole else None


def _refuse_sorcerer(book: api.Rulebook, drawing: Drawing, before: int | None) -> api.Ruling | None:
    """Refuse a drawing that has the Sorcerer at another place. Cites: ALA-1.4."""
    if before is None:
        return None
    if before >= sorcerer_at(book):
        said = "The Sorcerer, card {at} of his chest, is out: nobody draws after that turn."
        return api.forbidden(said, keys.BELOW_SORCERER, keys.THE_END, at=sorcerer_at(book))
    cards = enumerate(drawing.cards, start=before + 1)
    wrong = (refuse_card(book, number, each.card) for number, each in cards)
    return next(filter(None, wrong), None)


def _end(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Decide when the Sorcerer ends the game. Cites: ALA-1.4, ALA-4.4, ALA-5.4, ALA-7.5."""
    by, chest, before = facts.word("by"), facts.word("chest"), facts.integer("drawn", None)
    is_bust = facts.yes("bust", None)
    if by == WISH and is_bust is not None:
        said = "Leave out bust: scorpions do not count on a card that a wish draws."
        raise api.RefereeError(Say(said))
    refused = None
    if before is not None:
        refused = _refuse_beyond_chest(book, before + 1) or refuse_card(book, before + 1, SORCERER)
    if refused:
        unknown = dict.fromkeys(("ends", "still_opened", "draws_on"))
        return api.Answer.ruled(refused, unknown)
    if by == WISH:
        results = {"ends": "at-once", "still_opened": (), "draws_on": False}
        said = "The game is over at once: no second genie comes, and no chest is opened."
        return api.Answer.answered(Say(said), results, keys.DRAWN_BY_WISH, keys.THE_END)
    later = METALS[METALS.index(chest) + 1 :]
    results = {"ends": "after-turn", "still_opened": later, "draws_on": not is_bust}
    ending = Say("The game ends after this turn. Chests still to come: {chests}.", chests=later)
    if not later:
        ending = Say("The game ends after this turn. No chest is left to come.")
    return api.Answer.answered(ending, results, keys.THE_END, keys.SORCERER)


DRAW = api.Question(
    name="draw",
    about=Say("Is it a bust, and may another card be drawn?"),
    fields=(
        api.Field("die", api.Integer(), Say("the number of the die"), required=True),
        api.Field(
            "scorpions",
            api.ListOf(api.Text(like="1", read=read_scorpions)),
            Say("the scorpions card by card; S for the Sorcerer"),
            required=True,
        ),
        api.Field("drawn", api.Integer(), Say("how many cards left this chest before")),
    ),
    answer=_draw,
    example="die=4 scorpions=1,0,S,0",
)
END = api.Question(
    name="end",
    about=Say("A Sorcerer came: when does the game end?"),
    fields=(
        api.Field(
            "by",
            api.Choice((EXPLORE, WISH)),
            Say("whether the Sorcerer came by exploring or by a wish"),
            required=True,
        ),
        api.Field("chest", api.Choice(METALS), Say("his chest"), required=True),
        api.Field(
            "drawn", api.Integer(), Say("how many cards had left this chest before the Sorcerer")
        ),
        api.Field(
            "bust",
            api.Boolean(),
            Say("whether the draw that brought the Sorcerer was a bust; only when exploring"),
        ),
    ),
    answer=_end,
    example="by=explore chest=bronze",
)
