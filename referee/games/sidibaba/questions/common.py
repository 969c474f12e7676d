"""Facts that many disputes have in common, and what cannot be true of any table."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from referee import api
from referee.api import Player, Say
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.tokens import GENIE, Holding, no_such_face, read_tokens
from referee.games.sidibaba.state import State, start

Line = tuple[Player, ...]
ANY_JEWEL: Final = "jewel"
"""A jewel of which it does not matter what it shows."""


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


_FOUND: Final = {
    **dict.fromkeys(("missing", "no", "not", "not-found", "unfound"), "hidden"),
    **dict.fromkeys(("yes", "y"), "found"),
}


def whether_found(words: str) -> str:
    """Say whether the Treasure is found in the words of the question, as far as these mean that.

    >>> whether_found("not found"), whether_found("locked")
    ('hidden', 'locked')
    """
    return _FOUND.get("-".join(words.casefold().split()), words)


TOKEN_LIST: Final = api.ListOf(api.Text(like="1/5", read=read_tokens))
ORDER: Final = api.Field(
    "order",
    api.ListOf(api.PlayerName()),
    Say("the marching order, who is in front first"),
    required=True,
)
COUNTS: Final = api.MapOf(api.PlayerName(), api.Integer())


def counts(name: str, about: Say, *, required: bool = False) -> api.Field:
    """Describe a fact that counts something of each adventurer."""
    return api.Field(name, COUNTS, about, required=required)


def tokens_in(facts: api.Facts, name: str) -> tuple[str, ...] | None:
    """Return the tokens of a list; None if it was left out."""
    words = facts.words(name, None)
    if words is None:
        return None
    return tuple(token for word in words for token in read_any_tokens(str(word)))


def tokens_by_player(facts: api.Facts, name: str) -> dict[Player, tuple[str, ...]] | None:
    """Return the tokens of each adventurer named; None if they were left out."""
    given: Mapping[str, Any] | None = facts.values.get(name)  # type: ignore[assignment]
    if given is None:
        return None
    return {
        Player(player): tuple(token for word in words for token in read_any_tokens(str(word)))
        for player, words in given.items()
    }


def no_such_line(book: api.Rulebook, order: Line, *named: str) -> api.Ruling | None:
    """Refuse a marching order that no party can have, and names that are not in it."""
    if twice := next((name for name in order if order.count(name) > 1), None):
        return api.impossible("{player} is in the order twice.", keys.ORDER, player=twice)
    if refused := no_such_party(book, len(order)):
        return refused
    if stranger := next((name for name in named if name not in order), None):
        return api.impossible("{player} is not in the order.", keys.ORDER, player=stranger)
    return None


def no_such_party(book: api.Rulebook, adventurers: int) -> api.Ruling | None:
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


def no_such_lamps(book: api.Rulebook, lamps: int, burning: int = 1) -> api.Ruling | None:
    """Refuse more unlit lamps than there can be next to those that burn. Cites: SID-1.2."""
    most = book[keys.LAMPS] - burning
    if lamps <= most:
        return None
    said = "{n} lamps cannot be left: there are {all}, and one burns."
    if not burning:
        said = "{n} lamps cannot be left: there are {all}."
    return api.impossible(said, keys.LAMPS, n=lamps, all=book[keys.LAMPS])


def no_such_tokens(book: api.Rulebook, tokens: Iterable[str]) -> api.Ruling | None:
    """Refuse what no token shows. Cites: SID-9.6."""
    refused = (no_such_face(book, token) for token in tokens if token != ANY_JEWEL)
    return next(filter(None, refused), None)


def no_such_counts(book: api.Rulebook, order: Line, tokens: Mapping[str, int]) -> api.Ruling | None:
    """Refuse more tokens than a party of this size can have won. Cites: SID-9.5."""
    picks = book[keys.CHESTS] * book[keys.FROM_CHEST]
    picks += book[keys.TREASURES] * book[keys.FROM_TREASURE]
    most = (book[keys.STARTING_JEWELS] + picks) * len(order)
    held = sum(tokens.values())
    if held <= most:
        return None
    said = "{n} tokens are held; the most that can be won is {most}."
    return api.impossible(said, keys.TOKENS_WON, n=held, most=most)


def no_such_rolls(rule: api.RuleLike, rolls: Iterable[int], die: int) -> api.Ruling | None:
    """Refuse what no die shows."""
    wrong = next((n for n in rolls if not 1 <= n <= die), None)
    if wrong is None:
        return None
    return api.impossible("A die shows 1 to {faces}, not {n}.", rule, faces=die, n=wrong)


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


def position(book: api.Rulebook, facts: api.Facts, order: Line = (), **changes: Any) -> State:
    """Set up a party on the march: a lamp is lit, and everybody holds plain coins."""
    seats = order or (Player("A"), Player("B"))
    state = start(book, api.Setup(seats, {"leader": Player("The Leader")}, facts.options))
    lamps = state.lamps or dict.fromkeys(seats, 1)
    lit = api.replace(state, order=seats, is_lit=True, glass=1, lamps=lamps)
    return api.replace(lit, **changes)


def holding(tokens: tuple[str, ...] | None) -> Holding:
    """Return a holding of these tokens; if they were left out, of one that may be any."""
    return Holding(hidden=1, unseen=1) if tokens is None else Holding(tokens)


def as_written(token: str) -> int | str:
    """Return a token of an answer as it is written: a jewel's number, ``1/5``, ``g``.

    >>> as_written("3"), as_written("1/5"), as_written("genie")
    (3, '1/5', 'g')
    """
    return int(token) if token.isdecimal() else "g" if token == GENIE else token
