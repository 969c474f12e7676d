"""Disputes about plunder: how many plunders tokens make, and what can be plundered."""

from collections.abc import Sequence

from referee import api
from referee.api import Say
from referee.api.reading import match_key
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model import tiles
from referee.games.colorful_treasure.model.cards import (
    CHEST,
    DIAMOND,
    EXAMPLE_CARD,
    KEY,
    SECRETS,
    SIMPLE,
    box_of,
    kinds_of,
    singular,
)
from referee.games.colorful_treasure.model.holding import Tokens, paired
from referee.games.colorful_treasure.questions import given

PLUNDER_KEYS = ("plunders", "keys", "chests")
LOOSE_DIAMOND, DIAMOND_CARD = "diamond", "diamond-card"
NOT_LOOT = ("token", "bonus", "tile")


def _plunder(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Answer how many plunders tokens make, and which tokens are left.

    Cites: COL-3.1, COL-3.4, COL-3.6, COL-6.1, COL-6.10.
    """
    own, uses = given.tiles_in(facts), facts.text("use", None) is not None
    refused = given.refuse_tiles(book, own) or (given.refuse_mode(facts) if own or uses else None)
    facts = given.of_advanced(facts) if own or uses else facts
    pieces = given.pieces_in(facts, "taken")
    taken = [given.face_of(piece) for piece in pieces]
    before = Tokens(facts.integer("keys"), facts.integer("chests"))
    held = Tokens(before.keys + taken.count(KEY), before.chests + taken.count(CHEST))
    refused = (
        refused
        or _refuse_tokens(book, facts, held)
        or _refuse_waiting_pair(book, facts, before, own)
        or _refuse_take(book, facts, pieces, own)
    )
    if refused:
        return api.Answer.ruled(refused, dict.fromkeys(PLUNDER_KEYS))
    return _paired(book, facts, held, own, uses=uses)


def _paired(
    book: api.Rulebook, facts: api.Facts, held: Tokens, own: Sequence[str], *, uses: bool
) -> api.Answer:
    made, rules = paired(held), list[api.RuleLike]([keys.PAIR])
    plunders, left = made.plunders, made.left
    has_victim = facts.integer("victims", 1) > 0
    refused: api.Ruling | None = None
    if tiles.NO_PLUNDER in own:
        plunders, left, rules = 0, held, [keys.NO_PLUNDER]
        refused = api.forbidden(
            "The player does not plunder: the tile stays.", keys.NO_PLUNDER, keys.PAIR_WITH_TILE
        )
    elif not has_victim:
        waits = book.option(facts.options, "no_victim") == "keep"
        plunders, left = 0, held if waits else made.left
        rules = [keys.NO_VICTIM, keys.PAIR] if made.plunders else rules
        refused = api.forbidden(
            "Nobody can be plundered: the tile stays.", keys.NO_VICTIM, keys.PAIR_WITH_TILE
        )
    elif not any(left):
        refused = api.forbidden("No token is left for the tile: it stays.", keys.PAIR_WITH_TILE)
    if uses and refused is None:
        more = paired(held, any_token=True)
        plunders, left, rules = more.plunders, more.left, [*rules, keys.PAIR_WITH_TILE]
    if plunders > 1:
        rules.append(keys.SEVERAL_PAIRS)
    results = {"plunders": plunders, "keys": left.keys, "chests": left.chests}
    if uses and refused is not None:
        return api.Answer.ruled(refused, results)
    said = api.plural(
        plunders,
        "{n} plunder; {keys} and {chests} are left.",
        "{n} plunders; {keys} and {chests} are left.",
        keys=api.plural(left.keys, "{n} key token", "{n} key tokens"),
        chests=api.plural(left.chests, "{n} chest token", "{n} chest tokens"),
    )
    return api.Answer.answered(said, results, *rules)


def _refuse_waiting_pair(
    book: api.Rulebook, facts: api.Facts, before: Tokens, own: Sequence[str]
) -> api.Ruling | None:
    """Refuse a pair that has waited although it plunders at once. Cites: COL-3.1."""
    keeps = book.option(facts.options, "no_victim") == "keep"
    if not before.has_pair or keeps or tiles.NO_PLUNDER in own:
        return None
    return api.impossible("A key and a chest token never wait: they plunder at once.", keys.PAIR)


def _refuse_tokens(book: api.Rulebook, facts: api.Facts, held: Tokens) -> api.Ruling | None:
    box = box_of(book, facts.options)
    if any(held) and not box.has_secrets:
        return api.impossible("The simple game has no tokens.", keys.MODES)
    for n, what in zip(held, SECRETS, strict=True):
        if n > box.count(what):
            said = "{n} {what} tokens; there are {most}."
            return api.impossible(said, keys.ALL_KEYS, n=n, what=what, most=box.count(what))
    return None


def _refuse_take(
    book: api.Rulebook, facts: api.Facts, taken: Sequence[given.Piece], own: Sequence[str]
) -> api.Ruling | None:
    """Refuse cards that no turn takes. Cites: COL-1.6, COL-2.2 to COL-2.4, COL-6.7, COL-6.9."""
    if len(taken) > (most := given.most_flipped(book, facts, own)):
        said = "At most {most} cards are flipped in a turn, not {n}."
        is_simple = given.mode_of(book, facts) == SIMPLE
        rules = (keys.MODES, keys.THIRD) if is_simple else (keys.THIRD, keys.FOURTH)
        return api.impossible(said, *rules, most=most, n=len(taken))
    kinds = kinds_of(map(given.face_of, taken))
    others = [kind for kind in kinds if kind not in SECRETS]
    if others and len(others) < len(kinds):
        return api.impossible(
            "Keys and chests are taken without anything else.", keys.SECRETS_FIRST
        )
    if len(others) > 1 and tiles.EXTRA_KIND not in own:
        return api.impossible("One kind is taken in a turn.", keys.ONE_KIND)
    if len(others) > 1 + book[keys.EXTRA_KIND]:
        return api.impossible("No turn takes three kinds.", keys.EXTRA_KIND, keys.ONE_KIND)
    return given.refuse_pieces(book, facts, [each for each in taken if not isinstance(each, str)])


def read_loot(words: str) -> tuple[given.Piece, ...]:
    """Read loot: a diamond, cards, kinds, or a token, bonus card or tile. Raises BadAnswer.

    >>> read_loot("d"), read_loot("3d diamond-card")
    (('diamond',), (Card(wonder=3, face='diamond'), 'diamond-card'))
    """
    found: list[given.Piece] = []
    parts = match_key(words).replace(",", " ").split()
    if len(parts) > 1 and not any(_names_loot(part) for part in parts):
        return given.read_pieces(words)
    for part in parts:
        found += _read_loot(part)
    if not found:
        said = "“{words}” is not loot such as {one} or {other}."
        raise api.BadAnswer(Say(said, words=words, one=LOOSE_DIAMOND, other=EXAMPLE_CARD))
    return tuple(found)


def _names_loot(part: str) -> bool:
    has_both = any(map(str.isdigit, part)) and not part.isdigit()
    return has_both or part in {"d", LOOSE_DIAMOND} or part.startswith(DIAMOND_CARD)


def _read_loot(part: str) -> tuple[given.Piece, ...]:
    word = singular(part)
    if word == DIAMOND_CARD:
        return (DIAMOND_CARD,)
    if word in NOT_LOOT or word in {"bonuse", "bonu"}:
        return ("bonus" if word.startswith("bonu") else word,)
    if word and LOOSE_DIAMOND.startswith(word):
        return (LOOSE_DIAMOND,)
    return given.read_pieces(part)


def _read_wants(words: str) -> given.Piece:
    if match_key(words) in {api.NOTHING, "-", "[]"}:
        return api.NOTHING
    found = read_loot(words)
    if len(found) != 1:
        raise api.BadAnswer(
            Say("“{words}” is more than one thing, and a plunder brings one.", words=words)
        )
    return found[0]


def _face(piece: given.Piece) -> str:
    """Name the face of a card or kind that can be plundered; the diamond has none."""
    return DIAMOND if piece == DIAMOND_CARD else given.face_of(piece)


def _loot_order(piece: given.Piece) -> tuple[int, int, int]:
    if piece == LOOSE_DIAMOND:
        return 0, 0, 0
    return 1, *given.by_face(DIAMOND if piece == DIAMOND_CARD else piece)


def _loot(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Answer what can be plundered from a player, or rule on it.

    Cites: COL-3.1, COL-3.2, COL-3.5, COL-3.6, COL-6.1, COL-6.2.
    """
    own, theirs = given.tiles_in(facts), given.tiles_in(facts, "victim_tiles")
    texts = facts.words("holds", None)
    holds = None if texts is None else [each for text in texts for each in read_loot(text)]
    wants = facts.text("wants", None)
    wanted = None if wants is None else _read_wants(wants)
    refused = given.refuse_tiles(book, own, theirs)
    refused = refused or (given.refuse_mode(facts) if own or theirs else None)
    facts = given.of_advanced(facts) if own or theirs else facts
    if refused := refused or _refuse_loot(book, facts, holds or [], wanted):
        return api.Answer.ruled(refused, {"may_take": None})
    refused = _refuse_plunder(book, facts, own, theirs)
    held = [piece for piece in holds or () if piece not in NOT_LOOT]
    can_take = [piece for piece in held if piece == LOOSE_DIAMOND or tiles.CARDS_SAFE not in theirs]
    free = [] if refused else list(dict.fromkeys(sorted(can_take, key=_loot_order)))
    names = [given.named(piece) for piece in free]
    results = {"may_take": None if holds is None and not refused else names}
    if wanted is not None:
        ruling = refused if wanted != api.NOTHING else None
        is_known = holds is not None or refused is not None
        ruling = ruling or _ruling_on_loot(wanted, holds, free, theirs, is_known=is_known)
        return api.Answer.ruled(ruling, results)
    if refused:
        return api.Answer.answered(refused.reason, results, *refused.rules)
    rules: tuple[api.RuleLike, ...] = (keys.LOOT, keys.NEVER_LOOT)
    if tiles.CARDS_SAFE in theirs:
        rules = (keys.CARDS_SAFE, keys.LOOT)
    said = Say("1 diamond or 1 card can be plundered.")
    if holds is not None:
        said = Say("You can plunder {loot}.", loot=tuple(names) or Say("nothing"))
        rules = rules if names else (keys.NO_VICTIM, *rules)
    return api.Answer.answered(said, results, *rules)


def _refuse_loot(
    book: api.Rulebook, facts: api.Facts, holds: Sequence[given.Piece], wanted: given.Piece | None
) -> api.Ruling | None:
    """Refuse loot that no player can hold. Cites: COL-1.1 to COL-1.3, COL-9.1."""
    diamonds, no_cards = list(holds).count(LOOSE_DIAMOND), (LOOSE_DIAMOND, *NOT_LOOT)
    if diamonds > book[keys.WONDERS]:
        said = "{n} diamonds; the box has {most}."
        return api.impossible(said, keys.WONDERS, n=diamonds, most=book[keys.WONDERS])
    known = [piece for piece in holds if not isinstance(piece, str)]
    kinds = [_face(each) for each in holds if isinstance(each, str) and each not in no_cards]
    refused = given.refuse_pieces(book, facts, known, kinds)
    if refused or wanted is None or wanted in (api.NOTHING, *no_cards):
        return refused
    if isinstance(wanted, str):
        return given.refuse_pieces(book, facts, (), (_face(wanted),))
    return given.refuse_pieces(book, facts, (wanted,))


def _refuse_plunder(
    book: api.Rulebook, facts: api.Facts, own: Sequence[str], theirs: Sequence[str]
) -> api.Ruling | None:
    """Refuse any plunder by this player or of this victim. Cites: COL-1.6, COL-3.2, COL-6.1."""
    if given.mode_of(book, facts) == SIMPLE:
        said = "In the simple game nobody plunders."
        return api.forbidden(said, keys.MODES, keys.PLUNDERS_AND_PAIRS)
    victim = facts.player("from", None)
    if victim is not None and victim == facts.player("player", None):
        return api.forbidden("You cannot plunder yourself.", keys.LOOT)
    if tiles.NO_PLUNDER in own:
        return api.forbidden("The player cannot plunder.", keys.NO_PLUNDER)
    if tiles.NO_PLUNDER in theirs:
        return api.forbidden("Nobody can plunder this player.", keys.NO_PLUNDER)
    return None


def _ruling_on_loot(  # noqa: PLR0911 - one for each reason
    wanted: given.Piece,
    holds: Sequence[given.Piece] | None,
    free: Sequence[given.Piece],
    theirs: Sequence[str],
    *,
    is_known: bool,
) -> api.Ruling:
    if wanted == api.NOTHING:
        if free:
            return api.forbidden("There is something to plunder.", keys.PAIR, keys.LOOT)
        if not is_known:
            return api.table_call("It depends on what the player has.", keys.PAIR, keys.NO_VICTIM)
        return api.allowed("There is nothing to plunder.", keys.NO_VICTIM)
    if wanted in NOT_LOOT:
        said = "Tokens, bonus cards and tiles cannot be plundered."
        return api.forbidden(said, keys.NEVER_LOOT)
    if wanted != LOOSE_DIAMOND and tiles.CARDS_SAFE in theirs:
        return api.forbidden("The player's cards are safe; diamonds are not.", keys.CARDS_SAFE)
    loot = Say("{loot}", loot=given.named(wanted))
    if holds is None:
        said = "{loot} can be plundered, if it is there."
        return api.allowed(said, keys.LOOT, keys.NOTHING_ALONG, loot=loot)
    if not _is_held(wanted, holds):
        return api.forbidden("{loot} is not there.", keys.LOOT, loot=loot)
    return api.allowed("{loot} can be plundered.", keys.LOOT, keys.NOTHING_ALONG, loot=loot)


def _is_held(wanted: given.Piece, holds: Sequence[given.Piece]) -> bool:
    """Whether loot is held; a card and a kind are the same if their faces are."""
    if wanted == LOOSE_DIAMOND:
        return LOOSE_DIAMOND in holds
    others = [piece for piece in holds if piece != LOOSE_DIAMOND]
    alike = [piece for piece in others if isinstance(wanted, str) or isinstance(piece, str)]
    return wanted in others or _face(wanted) in map(_face, alike)


def _read_use(words: str) -> str:
    tile = tiles.read_tile(words)
    if tile != tiles.ANY_TOKEN:
        raise api.BadAnswer(Say("“{word}” is not {tile}.", word=words, tile=tiles.ANY_TOKEN))
    return tile


PLUNDER = api.Question(
    name="plunder",
    about=Say("How often does a player plunder after a take, and which tokens are left?"),
    fields=(
        given.pieces("taken", "the cards taken, or their kinds", required=True),
        given.number("keys", "key tokens before the take"),
        given.number("chests", "chest tokens before the take"),
        given.tiles("tiles", "the player's tiles"),
        api.Field(
            "use", api.Text(tiles.ANY_TOKEN, _read_use), Say("the tile that is used as a token")
        ),
        given.number(
            "victims", "opponents with something to plunder; left out, some", required=False
        ),
    ),
    answer=_plunder,
    example="taken=chest,chest,chest keys=2 chests=0",
)
LOOT = api.Question(
    name="loot",
    about=Say("What can be plundered from this player?"),
    fields=(
        api.Field(
            "wants",
            api.Text("3r", _read_wants, none=api.NOTHING),
            Say("diamond, a card, a kind, diamond-card, token, bonus, tile or none"),
        ),
        api.Field(
            "holds",
            api.ListOf(api.Text("3r", read_loot)),
            Say("what the victim has: each diamond, cards, kinds"),
        ),
        api.Field("from", api.PlayerName(new=True), Say("the victim")),
        api.Field("player", api.PlayerName(new=True), Say("who plunders")),
        given.tiles("tiles", "the plunderer's tiles"),
        given.tiles("victim_tiles", "the victim's tiles"),
    ),
    answer=_loot,
    example="holds=3r,3d,diamond",
)
