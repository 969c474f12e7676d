"""Disputes about a turn: which cards may be flipped, and which of them may be taken."""

from collections.abc import Sequence

from referee import api
from referee.api import Player, Say
from referee.api.reading import match_key
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model import tiles
from referee.games.colorful_treasure.model.cards import (
    SECRETS,
    SIMPLE,
    Card,
    box_of,
    kinds_of,
    refuse_cards,
)
from referee.games.colorful_treasure.model.field import Field, why_no_flips
from referee.games.colorful_treasure.questions import given
from referee.games.colorful_treasure.stages.flip_and_take import CardsTaken
from referee.games.colorful_treasure.state import start

_PLAYER = Player("The player")
ALL_SECRETS = ("s", "secret", "secrets")
OWN_TILES = given.tiles("tiles", "the player's tiles")


def _flip(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Rule on cards that are turned up. Cites: COL-2.1, COL-2.2, COL-2.8, COL-2.9, COL-6.7."""
    own = given.tiles_in(facts)
    refused = given.refuse_tiles(book, own) or (given.refuse_mode(facts) if own else None)
    facts = given.of_advanced(facts) if own else facts
    box = box_of(book, facts.options)
    face_up, taken = given.cards_in(facts, "open"), given.cards_in(facts, "taken")
    flipped, field = given.cards_in(facts, "cards"), facts.integer("field", None)
    refused = (
        refused
        or refuse_cards(box, flipped)
        or _refuse_table(book, facts, face_up, taken)
        or _refuse_field(box.cards, field, len(face_up), len(taken))
    )
    if refused:
        return api.Answer.ruled(refused, {"due": None, "more": None})
    first, most = book[keys.FLIPPED], given.most_flipped(book, facts, own)
    face_down = (box.cards - len(taken) if field is None else field) - len(face_up)
    due = min(face_down, first)
    if face_up:
        due = int(face_down > 0 and first <= len(face_up) < most)
    ruling = _ruling_on_flip(book, facts, flipped, due, len(face_up), face_down)
    if ruling is None:
        table = Field.laid_out(box).flipped((*given.cards_in(facts, "seen"), *taken)).covered(taken)
        rule: api.RuleLike = keys.FOURTH if len(face_up) > first else keys.THIRD
        if not face_up:
            rule = keys.FLIPPED if due == first else keys.FEW_LEFT
        shown = tuple(map(str, flipped))
        ruling = api.allowed("{cards} can be flipped.", rule, cards=shown)
        if why := why_no_flips(table.flipped(face_up), flipped):
            ruling = api.forbidden(why, keys.STILL_THERE)
    more = bool(flipped) and len(face_up) + len(flipped) < most and face_down > len(flipped)
    is_allowed = not ruling.verdict.stops_play
    return api.Answer.ruled(ruling, {"due": due, "more": more if is_allowed else None})


def _ruling_on_flip(  # noqa: PLR0911, PLR0913 - a position
    book: api.Rulebook, facts: api.Facts, flipped: Sequence[Card], due: int, up: int, down: int
) -> api.Ruling | None:
    """Rule on the number of cards; None if it is right, and cards are flipped."""
    of_first = keys.FEW_LEFT if due < book[keys.FLIPPED] else keys.FLIPPED
    if not flipped:
        if up or not down:
            rule = keys.THIRD if up else keys.FEW_LEFT
            return api.allowed("No other card has to be flipped.", rule)
        return api.forbidden("The first cards have to be flipped.", of_first)
    one, many = "Flip {n} card now, not {told}.", "Flip {n} cards now, not {told}."
    said = api.plural(due, one, many, told=len(flipped))
    if not up:
        return None if len(flipped) == due else api.forbidden(said, of_first)
    if not down:
        return api.forbidden("No card is left to be flipped.", keys.FEW_LEFT)
    if up < book[keys.FLIPPED]:
        return api.forbidden("The first cards are flipped at the same time.", keys.FLIPPED)
    if due:
        return None if len(flipped) == due else api.forbidden(said, keys.THIRD)
    if given.mode_of(book, facts) == SIMPLE:
        return api.forbidden("The simple game has no third card.", keys.MODES, keys.THIRD)
    return api.forbidden("A fourth card needs the tile; there is never a fifth.", keys.FOURTH)


def _refuse_table(
    book: api.Rulebook, facts: api.Facts, face_up: Sequence[Card], taken: Sequence[Card]
) -> api.Ruling | None:
    most = book[keys.FLIPPED] + book[keys.THIRD] + book[keys.FOURTH]
    if len(face_up) > most:
        said = "{n} cards are face up; at most {most} are flipped in a turn."
        return api.impossible(said, keys.FOURTH, n=len(face_up), most=most)
    both = [card for card in face_up if card in taken]
    if both:
        said = "{card} cannot be face up and taken."
        return api.impossible(said, keys.WONDERS, card=str(both[0]))
    doubled = [card for cards in (face_up, taken) for card in cards if cards.count(card) > 1]
    if doubled:
        return api.impossible("There is only one {card}.", keys.WONDERS, card=str(doubled[0]))
    return given.refuse_pieces(
        book, facts, dict.fromkeys((*taken, *given.cards_in(facts, "seen"), *face_up))
    )


def _refuse_field(whole: int, field: int | None, face_up: int, taken: int) -> api.Ruling | None:
    if field is None:
        return None
    if field > whole - taken:
        one = "{n} card cannot be left of {whole} where {gone} are taken."
        many = "{n} cards cannot be left of {whole} where {gone} are taken."
        said = api.plural(field, one, many, whole=whole, gone=taken)
        return api.impossible(said, keys.WONDERS, keys.MODES)
    if field < face_up:
        one = "{n} card is left, and {lying} are face up."
        many = "{n} cards are left, and {lying} are face up."
        return api.impossible(api.plural(field, one, many, lying=face_up), keys.FLIPPED)
    return None


def _take(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Answer what may be taken, or rule on a take. Cites: COL-2.3 to COL-2.6, COL-6.5, COL-6.9."""
    shown, own = given.pieces_in(facts, "revealed"), given.tiles_in(facts)
    refused = given.refuse_tiles(book, own) or (given.refuse_mode(facts) if own else None)
    facts = given.of_advanced(facts) if own else facts
    if refused := refused or _refuse_shown(book, facts, shown, own):
        return api.Answer.ruled(refused, {"choices": None})
    limits = tiles.TakeLimits.read(book, facts.options, own)
    faces = [given.face_of(piece) for piece in shown]
    choices = tuple(
        tuple(
            sorted((piece for piece in shown if given.face_of(piece) in kinds), key=given.by_face)
        )
        for kinds in tiles.legal_takes(faces, limits)
    )
    are_cards = not any(isinstance(piece, str) for piece in shown)
    results = {
        "choices": tuple(
            tuple(given.named(piece) if are_cards else given.face_of(piece) for piece in choice)
            for choice in choices
        )
    }
    if (wants := facts.words("wants", None)) is not None:
        return api.Answer.ruled(_ruling_on_take(book, facts, wants, shown, own), results)
    worded = [" + ".join(choice) or api.NOTHING for choice in results["choices"]]
    said = Say("You can take {choices}.", choices=api.join_or(worded))
    return api.Answer.answered(said, results, *_rules_of_take(book, faces, limits, own, choices))


def _rules_of_take(
    book: api.Rulebook,
    faces: Sequence[str],
    limits: tiles.TakeLimits,
    own: Sequence[str],
    choices: Sequence[Sequence[given.Piece]],
) -> list[api.RuleLike]:
    others = [kind for kind in kinds_of(faces) if kind not in SECRETS]
    rules: list[api.RuleLike] = [keys.ONE_KIND]
    if any(face in SECRETS for face in faces):
        rules = [keys.NO_SECRETS] if tiles.NO_SECRETS in own else [keys.SECRETS_FIRST]
    elif limits.kinds > 1 and len(others) > 1:
        rules = [keys.EXTRA_KIND, keys.ONE_KIND]
    if len(faces) > book[keys.FLIPPED] + book[keys.THIRD]:
        rules.append(keys.FOURTH)
    if not all(choices):
        rules.append(keys.MUST_TAKE)
    return [*rules, keys.COVERED]


def _refuse_shown(
    book: api.Rulebook, facts: api.Facts, shown: Sequence[given.Piece], own: Sequence[str]
) -> api.Ruling | None:
    """Refuse cards that no turn can show together. Cites: COL-1.6, COL-2.2, COL-6.7."""
    if len(shown) > (most := given.most_flipped(book, facts, own)):
        rules: tuple[api.RuleLike, ...] = (keys.THIRD, keys.FOURTH)
        if given.mode_of(book, facts) == SIMPLE:
            rules = (keys.MODES, keys.THIRD)
        elif tiles.FOURTH_CARD in own:
            rules = (keys.FOURTH, keys.THIRD)
        said = "At most {most} cards are flipped, not {n}."
        return api.impossible(said, *rules, most=most, n=len(shown))
    known = [piece for piece in shown if not isinstance(piece, str)]
    kinds = [piece for piece in shown if isinstance(piece, str)]
    return given.refuse_pieces(book, facts, known, kinds)


def _ruling_on_take(
    book: api.Rulebook,
    facts: api.Facts,
    wants: Sequence[str],
    shown: Sequence[given.Piece],
    own: Sequence[str],
) -> api.Ruling:
    """Rule as play would, with made-up wonders if only kinds are given.

    A kind by itself means all its cards that show; a kind with a number, or given more than once,
    means so many of them. Cites: COL-2.4.
    """
    known = {piece.wonder for piece in shown if not isinstance(piece, str)}
    unused = [n for n in range(1, book[keys.WONDERS] + 1) if n not in known]
    open_now = [Card(unused.pop(0), piece) if isinstance(piece, str) else piece for piece in shown]
    are_cards = not any(isinstance(piece, str) for piece in shown)
    wanted: list[Card] = []
    reason: Say | None = None
    pieces = [(each, words) for words in wants for each in _wanted(words, open_now)]
    for piece, words in pieces:
        face = given.face_of(piece)
        there = [card for card in open_now if card.face == face]
        if isinstance(piece, str):
            n = sum(each == piece for each, _ in pieces)
            is_counted = n > 1 or any(map(str.isdecimal, words))
            wanted += there[:n] if is_counted else there
            if not there or (is_counted and n > len(there)):
                wanted.append(Card(unused[0], face))
                reason = reason or _too_few(len(there), face)
        elif are_cards or not there:
            wanted.append(piece)
        else:
            left = [card for card in there if card not in wanted]
            wanted.append(left[0] if left else Card(unused[0], face))
    players = (_PLAYER, Player("another player"))
    state = start(book, api.Setup(players, options=facts.options))
    held, field = api.replace(state.own, tiles=tuple(own)), state.field.flipped(tuple(open_now))
    state = api.replace(state.with_holding(_PLAYER, held), order=players, field=field)
    ruling = CardsTaken(_PLAYER, tuple(dict.fromkeys(wanted))).judge(book, state)
    if not reason and not are_cards and ruling.verdict is api.Verdict.ALLOWED:
        kinds = kinds_of(card.face for card in wanted)
        reason = Say("You can take {kinds}.", kinds=kinds or Say("nothing"))
    return api.replace(ruling, reason=reason) if reason else ruling


def _too_few(there: int, kind: str) -> Say:
    if not there:
        return Say("No {kind} card is face up.", kind=kind)
    one, many = "Only {n} {kind} card is face up.", "Only {n} {kind} cards are face up."
    return api.plural(there, one, many, kind=kind)


def _wanted(wants: str, open_now: Sequence[Card]) -> tuple[given.Piece, ...]:
    if match_key(wants) in {api.NOTHING, "-", ""}:
        return ()
    if match_key(wants) in ALL_SECRETS:
        return tuple(card for card in open_now if card.face in SECRETS) or (SECRETS[0],)
    return given.read_pieces(wants)


def _read_wants(wants: str) -> object:
    return _wanted(wants, ())


FLIP = api.Question(
    name="flip",
    about=Say("Which cards can be flipped now?"),
    fields=(
        given.cards(
            "cards", "the cards that are turned up now, or none for stopping", required=True
        ),
        given.cards("open", "the cards that are already face up in this turn"),
        given.cards("taken", "cards before players"),
        given.cards("seen", "cards that were shown in earlier turns, and covered again"),
        given.number(
            "field", "cards on the table when the turn began; left out, enough", required=False
        ),
        OWN_TILES,
    ),
    answer=_flip,
    example="cards=5k open=3r,4r tiles=fourth-card",
)
TAKE = api.Question(
    name="take",
    about=Say("What can be taken of the cards that show?"),
    fields=(
        given.pieces("revealed", "the cards that are face up, or their kinds", required=True),
        OWN_TILES,
        api.Field(
            "wants",
            api.ListOf(api.Text("red", _read_wants)),
            Say("what the player takes: cards, kinds, s for all keys and chests, or none"),
        ),
    ),
    answer=_take,
    example="revealed=red,red,key tiles=no-secrets",
)
