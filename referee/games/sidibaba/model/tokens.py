"""Tokens from the bag, and what an adventurer holds after unseen thefts.

No source lists the printed numbers, so any are read; those up to twenty are on offer.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from referee import api
from referee.api import Say
from referee.api.reading import NUMBERS, halfwidth, match_key, parse_count, prefix_matches
from referee.games.sidibaba import keys

GENIE, CURSE, HIDDEN = api.identifier("genie"), api.identifier("curse"), api.identifier("hidden")
HIGHEST: Final = 20
"""The highest number on offer; the game has only a few."""

_NUMBERS: Final = tuple(str(n) for n in range(1, HIGHEST + 1))
JEWELS: Final = (*_NUMBERS, *(f"{left}/{right}" for left in _NUMBERS for right in _NUMBERS))
"""Every jewel that is on offer: a number, or two with a stroke between."""
HOLDABLE: Final = (*JEWELS, GENIE)
"""Every token that somebody may hold."""
DRAWABLE: Final = (*HOLDABLE, CURSE)
"""Every token that may come out of the bag."""
GENIE_EXAMPLE: Final = api.Example("g", GENIE)
TOKEN_SYNTAX: Final = Say("a number, two such as 1/5, or {g} for a genie", g=GENIE_EXAMPLE)

_JEWEL: Final = re.compile(r"[0-9]{1,9}(?:/[0-9]{1,9})?")
_WORDS: Final = (GENIE, CURSE, HIDDEN, api.NOTHING)
_NOTHING: Final = ("-", "nothing")
_SEPARATORS: Final = re.compile(r"[\s,+]+")
_DIGIT_WORD: Final = "|".join(NUMBERS[1:])
_PAIR_IN_WORDS: Final = rf"(?i)\b({_DIGIT_WORD})-({_DIGIT_WORD})\b"
_WORD_JEWEL: Final = (
    r"(?i)(?<!\d )\bjewel (?:(?:of|worth) )?(?=\d)|(?<=\d) jewel\b(?! *(?:\d|of|worth))"
)
"""The thing itself beside its number; between two numbers it may belong to either."""


def in_digits(words: str) -> str:
    """Write number words as digits; *one* behind another word may be the thing itself.

    >>> in_digits("two threes and a six"), in_digits("the genie one")
    ('2 3s and a 6', 'the genie one')
    """
    return re.sub(
        rf"(?i)\b(?:(?<!\w )one|{_DIGIT_WORD[len('one|') :]})(?=s?\b)(?!-)",
        lambda found: str(NUMBERS.index(found[0].casefold())),
        words,
    )


def _pairs_in_digits(words: str) -> str:
    return re.sub(_PAIR_IN_WORDS, lambda found: "/".join(map(in_digits, found.groups())), words)


def read_token(words: str) -> str:
    """Read a token: a jewel by its number, ``g``, ``c``, ``hidden`` or ``none``. Raises BadAnswer.

    >>> read_token("3"), read_token("one-five"), read_token("G"), read_token("-")
    ('3', '1/5', 'genie', 'none')
    """
    plain = re.sub(_WORD_JEWEL, "", _pairs_in_digits(halfwidth(words)))
    if match_key(plain) in _NOTHING:
        return api.NOTHING
    if _JEWEL.fullmatch(plain):
        return "/".join(str(int(number)) for number in plain.split("/"))
    if match_key(plain) == "unseen":
        return HIDDEN
    found = prefix_matches(plain, _WORDS)
    if len(found) != 1:
        said = "“{words}” is not a token: {form}." if words else "A token is missing: {form}."
        raise api.BadAnswer(Say(said, words=words, form=TOKEN_SYNTAX))
    return found[0]


_ARTICLE: Final = r"(?i)\b(?:an?|the) (?=\S)|\bone (?=\d|genie|curse|jewel)"
_AND: Final = r"(?i),? and (?=\S)"
_TIMES_BEFORE: Final = re.compile(r"(?<![\d/])([0-9])(?: x |x)([^\s,+]+)")
_TIMES_BEHIND: Final = r"(?i)\b(genie|curse|g|c)s? ?[x×] ?([0-9])\b"
_SEVERAL: Final = (
    r"(?i)(?<![\d/])([2-9]) (?:(genie|curse)s|jewels (?:of|worth) ([\d/]+)(?!s)|([\d/]+)'?s)\b"
)
"""A number and what is said in the plural."""
_WORDS_APART: Final = rf"(?i)\b(?:{_DIGIT_WORD}) (?:{_DIGIT_WORD})\b(?!-)"
"""Two number words side by side: a number of jewels and a jewel, or two jewels."""
_WORD_BEFORE_JEWEL: Final = rf"(?i)\b({_DIGIT_WORD}) (?=\d)(?![\d/]+'?s)"
"""A number word before what a jewel shows says how many there are."""
_LETTERS: Final = frozenset("gc")


def _letters(part: str) -> Iterable[str]:
    """Return letters that are run together one by one: ``gg`` is two genies."""
    return part if _LETTERS.issuperset(part.casefold()) else (part,)


def read_tokens(words: str) -> tuple[str, ...]:
    """Read several tokens, with blanks, commas or plus signs between. Raises BadAnswer.

    >>> read_tokens("3+1/5 g"), read_tokens("none"), read_tokens("a 3, two 2s and 2 genies")
    (('3', '1/5', 'genie'), (), ('3', '2', '2', 'genie', 'genie'))
    """
    text = re.sub(_AND, ", ", halfwidth(words))
    if unclear := re.search(_WORDS_APART, text):
        said = "“{words}” is not a token: {form}."
        raise api.BadAnswer(Say(said, words=unclear[0], form=TOKEN_SYNTAX))
    text = _pairs_in_digits(re.sub(_ARTICLE, "", text))
    text = re.sub(_WORD_BEFORE_JEWEL, lambda n: f"{in_digits(n[1])} x ", text)
    text = re.sub(_SEVERAL, lambda n: f"{n[1]} x {n[2] or n[3] or n[4]}", in_digits(text))
    text = re.sub(_TIMES_BEHIND, r"\2 x \1", re.sub(_WORD_JEWEL, "", text))
    text = _TIMES_BEFORE.sub(lambda found: f"{found[2]} " * int(found[1]), text)
    parts = [part for whole in _SEPARATORS.split(text) if whole for part in _letters(whole)]
    tokens = tuple(map(read_token, parts))
    return () if tokens == (api.NOTHING,) else tokens


def in_order(tokens: Iterable[str]) -> tuple[str, ...]:
    """Sort tokens: jewels by their numbers, then genies and curses.

    >>> in_order(["genie", "1/5", "3", "2"])
    ('2', '3', '1/5', 'genie')
    """
    return tuple(sorted(tokens, key=_sort_key))


def _sort_key(token: str) -> tuple[int, tuple[int, ...]]:
    if not is_jewel(token):
        return 2 + (_WORDS.index(token) if token in _WORDS else len(_WORDS)), ()
    return token.count("/"), numbers_of(token)


def is_jewel(token: str) -> bool:
    """Whether a token is a jewel.

    >>> is_jewel("1/5"), is_jewel("genie")
    (True, False)
    """
    return _JEWEL.fullmatch(token) is not None


def numbers_of(jewel: str) -> tuple[int, ...]:
    """Return the number of a jewel, or both: its value alone, and that of two together.

    >>> numbers_of("3"), numbers_of("1/5")
    ((3,), (1, 5))
    """
    return tuple(map(int, jewel.split("/")))


def value_of_payment(paid: Sequence[tuple[str, str]], alike: int) -> int:
    """Return what a joint payment is worth; jewels pair up with the payer's own.

    ``alike`` of a kind with two numbers score the right one. Cites: SID-5.3, SID-8.2.

    >>> value_of_payment([("Bo", "1/5"), ("Bo", "1/5")], alike=2)
    5
    >>> value_of_payment([("Bo", "1/5"), ("Ana", "1/5")], alike=2)
    2
    """
    points = 0
    for (_, jewel), n in Counter(paid).items():
        if "/" in jewel:
            alone, together = numbers_of(jewel)
            sets, over = divmod(n, alike)
            points += sets * together + over * alone
        elif is_jewel(jewel):
            points += n * int(jewel)
    return points


def read_pair(words: str) -> str:
    """Read a jewel with two numbers, such as ``1/5``. Raises BadAnswer.

    >>> read_pair("１／5")
    '1/5'
    """
    left, stroke, right = halfwidth(words).partition("/")
    numbers = [parse_count(part) for part in (left, right)]
    if not stroke or None in numbers:
        raise api.BadAnswer(Say("“{words}” is not two numbers, such as 1/5.", words=words))
    return "/".join(map(str, numbers))


def jewel_words(tokens: Iterable[str]) -> tuple[str, ...]:
    """Return tokens as words of a sentence, equal ones together.

    >>> jewel_words(["1", "genie", "1"])
    ('2 x 1', 'genie')
    """
    return tuple(f"{n} x {token}" if n > 1 else token for token, n in Counter(tokens).items())


def refuse_unholdable(book: api.Rulebook, *tokens: str) -> api.Ruling | None:
    """Refuse what no token shows, and a curse, which nobody holds. Cites: SID-4.2, SID-9.6."""
    for token in tokens:
        if token == CURSE:
            return refuse_curse()
        if refused := refuse_unknown_faces(book, token):
            return refused
    return None


def refuse_curse() -> api.Ruling:
    """Refuse a curse in somebody's hand. Cites: SID-4.2."""
    return api.forbidden("Nobody keeps a curse.", keys.CURSES)


def refuse_unknown_faces(book: api.Rulebook, *tokens: str) -> api.Ruling | None:
    """Refuse what no token shows: the numbers of a jewel are at least 1. Cites: SID-9.6."""
    least = book[keys.LEAST]
    for token in tokens:
        if token in (GENIE, CURSE):
            continue
        if not is_jewel(token):
            return api.impossible("“{token}” is not a jewel or a genie.", keys.LEAST, token=token)
        if min(numbers_of(token)) < least:
            said = "There is no jewel {token}: its numbers are {least} or more."
            return api.impossible(said, keys.LEAST, token=token, least=least)
    return None


def unlikely(book: api.Rulebook, tokens: Iterable[str]) -> tuple[str, ...]:
    """List the jewels whose number is so high that the table is asked about it. Cites: SID-9.6."""
    likely, kinds = book[keys.LIKELY], dict.fromkeys(tokens)
    return tuple(each for each in kinds if is_jewel(each) and max(numbers_of(each)) > likely)


def ask_about_high(book: api.Rulebook, said: Say, tokens: Iterable[str]) -> api.Ruling | None:
    """Return a table call if a number is unusually high; else None. Cites: SID-9.6."""
    high, most = unlikely(book, tokens), book[keys.LIKELY]
    if not high:
        return None
    question = Say("Is {tokens} right? A number above {most} is rare.", tokens=high, most=most)
    return api.table_call(api.join((said, question), " "), keys.LEAST)


class Spell(api.Struct, frozen=True):
    """The time up to an unseen theft: tokens gained, tokens seen to leave, and how many were left.

    ``got`` holds HIDDEN for a token that nobody has seen; ``gone`` are tokens of earlier spells,
    or unseen ones, for what came and went within one is in neither. A spell also ends where a
    token is got unseen after others went.
    """

    got: tuple[str, ...]
    gone: tuple[str, ...]
    left: int


class Holding(api.Struct, frozen=True):
    """Tokens by what they show, and the number of those unseen since an unseen theft.

    ``unseen`` of the hidden ones were kept unseen since the last theft and may show anything; the
    others are what the thefts of ``past`` left. ``gone`` were seen to go since.
    A curse is there only where the table let one be kept. Cites: SID-4.2, SID-9.4.

    >>> robbed = Holding(("1", "1", "5")).robbed(1)
    >>> robbed.hidden, robbed.may_hide(("1", "5")), robbed.may_hide(("5", "5"))
    (2, True, False)
    """

    tokens: tuple[str, ...] = ()
    hidden: int = 0
    unseen: int = 0
    gone: tuple[str, ...] = ()
    past: tuple[Spell, ...] = ()

    @property
    def said(self) -> Say:
        """The seen tokens, and how many are unseen."""
        parts: tuple[str | Say, ...] = jewel_words(self.tokens)
        if self.hidden:
            parts += (api.plural(self.hidden, "{n} token unseen", "{n} tokens unseen"),)
        return Say("{parts}", parts=parts) if parts else Say("nothing")

    @property
    def count(self) -> int:
        return len(self.tokens) + self.hidden

    @property
    def jewels(self) -> tuple[str, ...]:
        """List the jewels that are known."""
        return tuple(token for token in self.tokens if is_jewel(token))

    def may_have(self, *tokens: str) -> bool:
        """Return whether all these tokens are, or may be, held."""
        if len(tokens) == 1:  # as it mostly is
            return self.may_hide(() if tokens[0] in self.tokens else tokens)
        wanted = Counter(tokens) - Counter(self.tokens)
        return self.may_hide(tuple(wanted.elements()))

    def may_hide(self, tokens: Sequence[str]) -> bool:
        """Return whether some theft that fits the record leaves these among the hidden tokens.

        Each token that must be there, now or when it was seen to leave, is matched to one gained
        before it; the later that was, the fewer thefts it has survived. The latest possible
        matching is found by augmenting from the last token backwards. No theft may then have more
        survivors than it left.
        """
        if len(tokens) > self.hidden or not self.past:
            # without a theft the tokens wanted are kept unseen: anything but a curse
            is_enough = len(self.gone) + len(tokens) <= self.unseen and len(tokens) <= self.hidden
            return is_enough and CURSE not in tokens
        now = len(self.past)
        wanted = [(at, token) for at, spell in enumerate(self.past) for token in spell.gone]
        wanted += [(now, token) for token in (*self.gone, *tokens)]
        had = [(at, token) for at, spell in enumerate(self.past) for token in spell.got]
        had += [(now, HIDDEN)] * self.unseen
        source_of: dict[int, int] = {}  # what is wanted, by its place: the token it comes from

        def finds_use(source: int, tried: set[int]) -> bool:
            since, token = had[source]
            for place, (until, shows) in enumerate(wanted):
                if place in tried or token not in (shows, HIDDEN if shows != CURSE else CURSE):
                    continue
                if since > until or (since == until and token != HIDDEN):
                    continue  # of tokens that were seen, those that are still seen go first
                tried.add(place)
                if place not in source_of or finds_use(source_of[place], tried):
                    source_of[place] = source
                    return True
            return False

        for source in reversed(range(len(had))):
            if len(source_of) < len(wanted):
                finds_use(source, set())
        if len(source_of) < len(wanted):
            return False
        return all(
            sum(had[source][0] <= at < wanted[place][0] for place, source in source_of.items())
            <= spell.left
            for at, spell in enumerate(self.past)
        )

    def having(self, token: str) -> "Holding":
        """Add a token, seen or not."""
        if token != HIDDEN:
            return api.replace(self, tokens=in_order((*self.tokens, token)))
        held = self
        if self.gone:  # what went before is not this token
            before = Spell((HIDDEN,) * self.unseen, self.gone, self.hidden)
            held = api.replace(self, unseen=0, gone=(), past=(*self.past, before))
        return api.replace(held, hidden=held.hidden + 1, unseen=held.unseen + 1)

    def without(self, token: str) -> "Holding":
        """Give a token away: a seen one, else an unseen one if there is any."""
        if token in self.tokens:
            at = self.tokens.index(token)
            return api.replace(self, tokens=self.tokens[:at] + self.tokens[at + 1 :])
        gone = (*self.gone, token) if self.may_hide((token,)) else self.gone
        return api.replace(self, hidden=max(0, self.hidden - 1), gone=gone)

    def robbed(self, n: int) -> "Holding":
        """Lose tokens unseen; what is left is known by number only. Cites: SID-7.2."""
        if not n:
            return self
        left = max(0, self.count - n)
        if not left:
            return Holding()
        spell = Spell((*self.tokens, *(HIDDEN,) * self.unseen), self.gone, left)
        return Holding((), left, past=(*self.past, spell))

    @property
    def faces(self) -> tuple[str, ...]:
        """What a hidden token may show; HIDDEN is anything but a curse."""
        had = (token for spell in self.past for token in spell.got)
        return tuple(dict.fromkeys((*had, *(HIDDEN,) * self.unseen)))

    def as_entry(self) -> dict[str, Any]:
        """Return the holding as an entry of a holdings file; unseen tokens are left out."""
        return {
            "jewels": tuple(int(token) for token in self.jewels if "/" not in token),
            "pairs": dict(Counter(token for token in self.jewels if "/" in token)),
            "genies": self.tokens.count(GENIE),
        }
