"""Facts that many disputes have in common, and what cannot be true of any table."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from referee import api
from referee.api import Player, Say
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.tokens import GENIE, read_token, read_tokens, refuse_unknown_faces
from referee.games.sidibaba.state import State, start

Order = tuple[Player, ...]
ANY_JEWEL: Final = "jewel"
"""A jewel of which it does not matter what it shows."""


def question(
    name: str,
    about: Say,
    *fields: api.Field,
    rule: Callable[[api.Rulebook, api.Facts], api.Ruling | api.Answer],
    results: tuple[str, ...] = (),
    example: str,
) -> api.Question:
    """Return a dispute that ``rule`` decides; the results that it does not give are unknown."""

    def answer(book: api.Rulebook, facts: api.Facts) -> api.Answer:
        found = rule(book, facts)
        answered = api.Answer.ruled(found) if isinstance(found, api.Ruling) else found
        return api.replace(answered, results={**dict.fromkeys(results), **answered.results})

    return api.Question(name=name, about=about, fields=fields, answer=answer, example=example)


def read_any_tokens(words: str) -> tuple[str, ...]:
    """Read tokens, among them jewels whose numbers do not matter. Raises BadAnswer.

    >>> read_any_tokens("jewel g")
    ('jewel', 'genie')
    """
    found: list[str] = []
    for word in words.replace("+", " ").split():
        is_any = len(word) > 1 and ANY_JEWEL.startswith(word.casefold())
        found += (ANY_JEWEL,) if is_any else read_tokens(word)
    if not found and words.strip():
        raise api.BadAnswer(Say("“{words}” is not a token.", words=words))
    return tuple(found)


_WHETHER_FOUND: Final = {
    **dict.fromkeys(("missing", "no", "not", "not-found", "unfound"), "hidden"),
    **dict.fromkeys(("yes", "y"), "found"),
}


def whether_found(words: str) -> str:
    """Return *found* or *hidden* for words that mean it of the Treasure; else the words.

    >>> whether_found("not found"), whether_found("locked")
    ('hidden', 'locked')
    """
    return _WHETHER_FOUND.get("-".join(words.casefold().split()), words)


TOKEN: Final = api.Text(like="3", read=read_token)
TOKEN_LIST: Final = api.ListOf(api.Text(like="1/5", read=read_tokens))
TOKENS_OF_EACH: Final = api.MapOf(api.PlayerName(), TOKEN_LIST)
ORDER: Final = api.Field(
    "order",
    api.ListOf(api.PlayerName()),
    Say("the marching order, who is in front first"),
    required=True,
)


def count_of_each(name: str, about: Say, *, required: bool = False) -> api.Field:
    """Return a field that counts something of each adventurer."""
    return api.Field(name, api.MapOf(api.PlayerName(), api.Integer()), about, required=required)


def tokens_in(facts: api.Facts, name: str) -> tuple[str, ...]:
    """Return the tokens of a list."""
    return tuple(token for word in facts.words(name, ()) for token in read_any_tokens(str(word)))


def tokens_by_player(facts: api.Facts, name: str) -> dict[Player, tuple[str, ...]]:
    """Return the tokens of each adventurer named."""
    given: Mapping[str, Any] = facts.values.get(name, {})  # type: ignore[assignment]
    return {
        Player(player): tuple(token for word in words for token in read_any_tokens(str(word)))
        for player, words in given.items()
    }


def refuse_order(book: api.Rulebook, order: Order, *named: str) -> api.Ruling | None:
    """Refuse a marching order that no party can have, and names that are not in it."""
    if twice := next((name for name in order if order.count(name) > 1), None):
        return api.impossible("{player} is in the order twice.", keys.ORDER, player=twice)
    if refused := refuse_party_size(book, len(order)):
        return refused
    if stranger := next((name for name in named if name not in order), None):
        return api.impossible("{player} is not in the order.", keys.ORDER, player=stranger)
    return None


def refuse_party_size(book: api.Rulebook, adventurers: int) -> api.Ruling | None:
    """Refuse a wrong number of adventurers; name that of players too. Cites: SID-1.1."""
    least, most = book.players
    if least <= adventurers <= most:
        return None
    said = Say(
        "The game is for {least} to {most} adventurers, {fewest} to {all} players with the Leader;"
        " not for {n} adventurers.",
        least=least,
        most=most,
        fewest=least + 1,
        all=most + 1,
        n=adventurers,
    )
    return api.impossible(said, keys.LEADER)


def refuse_lamps(book: api.Rulebook, lamps: int, burning: int = 1) -> api.Ruling | None:
    """Refuse more unlit lamps than there can be next to those that burn. Cites: SID-1.2."""
    most = book[keys.LAMPS] - burning
    if lamps <= most:
        return None
    said = "{n} lamps cannot be left: there are {all}, and one burns."
    if not burning:
        said = "{n} lamps cannot be left: there are {all}."
    return api.impossible(said, keys.LAMPS, n=lamps, all=book[keys.LAMPS])


def refuse_tokens(book: api.Rulebook, tokens: Iterable[str]) -> api.Ruling | None:
    """Refuse what no token shows. Cites: SID-9.6."""
    return refuse_unknown_faces(book, *(token for token in tokens if token != ANY_JEWEL))


def refuse_counts(book: api.Rulebook, order: Order, tokens: Mapping[str, int]) -> api.Ruling | None:
    """Refuse more tokens than a party of this size can have won. Cites: SID-9.5."""
    picks = book[keys.CHESTS] * book[keys.FROM_CHEST]
    picks += book[keys.TREASURES] * book[keys.FROM_TREASURE]
    most = (book[keys.STARTING_JEWELS] + picks) * len(order)
    held = sum(tokens.values())
    if held <= most:
        return None
    said = "{n} tokens are held; the most that can be won is {most}."
    return api.impossible(said, keys.TOKENS_WON, n=held, most=most)


def refuse_excess(
    book: api.Rulebook, key: api.RuleKey[int], n: int | None, said: str
) -> api.Ruling | None:
    """Refuse more of something than the box has."""
    return api.impossible(said, key, n=book[key]) if n is not None and n > book[key] else None


def rolls_in(facts: api.Facts) -> tuple[int, ...]:
    """Return the rolls in order; several may be run together."""
    return tuple(roll for word in facts.words("rolls") for roll in read_rolls(str(word)))


def read_rolls(words: str) -> tuple[int, ...]:
    """Read rolls, also run together. Raises BadAnswer.

    >>> read_rolls("546"), read_rolls("5 4")
    ((5, 4, 6), (5, 4))
    """
    digits = "".join(words.split())
    if not (digits.isascii() and digits.isdecimal()):
        raise api.BadAnswer(Say("“{words}” is not a roll, such as 5 or 546.", words=words))
    return tuple(map(int, digits))


ROLLS: Final = api.Field(
    "rolls",
    api.ListOf(api.Text(like="5", read=read_rolls)),
    Say("the rolls in order"),
    required=True,
)


def position(book: api.Rulebook, facts: api.Facts, order: Order = (), **changes: Any) -> State:
    """Set up a party on the march: a lamp is lit, and everybody holds plain coins."""
    seats = order or (Player("A"), Player("B"))
    state = start(book, api.Setup(seats, {"leader": Player("The Leader")}, facts.options))
    lamps = state.lamps or dict.fromkeys(seats, 1)
    lit = api.replace(state, order=seats, is_lit=True, glass=1, lamps=lamps)
    return api.replace(lit, **changes)


def as_written(token: str) -> int | str:
    """Return a token of an answer as it is written: a jewel's number, ``1/5``, ``g``.

    >>> as_written("3"), as_written("1/5"), as_written("genie")
    (3, '1/5', 'g')
    """
    return int(token) if token.isdecimal() else "g" if token == GENIE else token
