"""The words of a sentence: the verb that identifies it, and the noise around an answer."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise, repeat, starmap
from typing import Final

from referee.core.answers.text_input import (
    NUMBERS,
    THINGS,
    halfwidth,
    match_key,
    parse_count,
    reads,
)
from referee.core.play.reading.answer import read_at
from referee.core.play.reading.names import POSSESSIVE, leading_name
from referee.core.play.reading.spans import WORD
from referee.core.play.stage import Step
from referee.core.table import Player

ARTICLES: Final = frozenset(("the", "a", "an", "my", "your", "his", "her", "their"))
JOINTS: Final = frozenset(("at", "to", "on", "from", "with", "of", "in"))
"""Words between the parts of one answer."""
AND: Final = frozenset(("and", "&", "then"))
NOISE: Final = ARTICLES | JOINTS | AND
_PRONOUNS: Final = frozenset(("i", "you", "he", "she", "we", "they"))
"""Pronouns for the player who acts."""
_LEADS: Final = _PRONOUNS.union(
    ("i'll", "we'll", "i'm", "it's", "that's", "there's", "let's", "it", "is", "as", "to", "on"),
    ("against", "there", "go", "goes", "move", "moves", "take", "takes", "pick", "picks", "choose"),
    ("chooses", "want", "wants", "get", "gets", "got", "have", "has", "put", "puts", "place"),
    ("places", "steal", "steals", "say", "says", "count", "counts", "keep", "keeps", "use", "uses"),
    ("play", "plays", "lay", "lays", "does", "am", "grab", "grabs", "i'd", "rather", "just"),
    ("fine", "ok", "okay", "well"),
)
"""Words that people say before an answer and that do not change it."""
_ASKING: Final = frozenset(("is", "does", "has", "have"))
"""Words with which a question begins, but no answer."""
_THINGS: Final = THINGS | ARTICLES
_MANY: Final = frozenset(("ones", "twos", "threes", "fours", "fives", "sixes"))
_TOKEN: Final = re.compile(r"[^\s.,:;!?()“”\"…]+")
_BEFORE_VERB: Final = 4
"""The verb is among so many first words of a sentence, because names come before it."""
_SHORTEST_VERB: Final = 3


def has_verb(step: Step, words: str) -> bool:
    """Return whether words may be a sentence of this step: a verb of its events is among them."""
    verbs = verbs_of(step)
    return bool(verbs) and not verbs.isdisjoint(folded(as_said_of_others(words, verbs)))


def verbs_of(step: Step) -> frozenset[str]:
    """Return the verbs of a step and of its alternatives."""
    return step.verbs.union(*(each.verbs for each in step.alternatives))


def as_said_of_others(words: str, verbs: frozenset[str]) -> str:
    """Put the verb of a sentence into the third person, if the step has it so.

    >>> as_said_of_others("take gold", frozenset(("takes",)))
    'takes gold'
    """
    parts = words.split(maxsplit=_BEFORE_VERB)
    for at, part in enumerate(parts[:_BEFORE_VERB]):
        word = fold(part)
        if word in verbs:
            return words
        said = next((each for each in (f"{word}s", f"{word}es") if each in verbs), None)
        if said is not None and len(word) >= _SHORTEST_VERB:
            return " ".join((*parts[:at], said, *parts[at + 1 :]))
    return words


def without_pronoun(words: str, players: Sequence[Player]) -> str:
    """Drop a pronoun at the beginning of a sentence, unless it is a player's name.

    >>> without_pronoun("he pays", ()), without_pronoun("He pays", (Player("He"),))
    ('pays', 'He pays')
    """
    first, _, rest = words.lstrip().partition(" ")
    is_name = fold(first) not in _PRONOUNS or match_key(first) in map(match_key, players)
    return words if is_name or not rest.strip() else rest.lstrip()


def said_plainly(words: str, people: Sequence[Player]) -> Iterator[str]:
    """Yield an answer without the words that people say before it, and with numbers in digits.

    The name of a player stays. *One* can also be a thing, as in *the silver one*.

    >>> [*said_plainly("I'll take the silver one", ())]
    ['the silver 1', 'silver']
    >>> [*said_plainly("gold for me", ())], [*said_plainly("gold for me", (Player("Me"),))]
    (['gold'], [])
    """
    named = leading_name(words, people)
    rest = words if named is None else named.rest
    own = {word for name in people for word in folded(name)}
    tokens = rest.replace("’", "'").split()
    if tokens[-2:] == ["for", "me"] and "me" not in own:
        del tokens[-2:]
    if not tokens or (named is None and fold(tokens[0]) in _ASKING):
        return
    if any(starmap(partial(_counts_next, own=own), pairwise(tokens))):
        return
    while len(tokens) > 1 and fold(tokens[0]) in _LEADS - own:
        tokens = tokens[1:]
    who = () if named is None else (f"@{named.player}",)
    counted = [_in_digits(token, own) for token in tokens]
    things = [token for token in tokens if fold(token) not in _THINGS - own]
    if len(things) > 1:  # alone, one is the number
        things = [token for token in things if fold(token) not in {"one", "ones"} - own]
    ways = (counted, things, [*map(_in_digits, things, repeat(own))])
    for text in dict.fromkeys(" ".join((*who, *each)) for each in ways if each):
        if text != words:
            yield text


def _counts_next(n: str, many: str, own: Collection[str]) -> bool:
    """Return whether a number counts the next one, as in *two ones* or *one 3*."""
    number, each = _in_digits(n, own), _in_digits(many, own)
    is_said = number != n and number.isdecimal() and each[:1].isdecimal()
    return is_said or (fold(many) in _MANY and number[:1].isdecimal())


def in_digits(words: str) -> str:
    """Write the numbers of a line as digits."""
    return " ".join(_in_digits(token, ()) for token in words.split())


def _in_digits(token: str, own: Collection[str]) -> str:
    word = token.rstrip(",.;:!")
    is_number = fold(word) in NUMBERS and fold(word) not in own
    return f"{NUMBERS.index(fold(word))}{token[len(word) :]}" if is_number else token


def fold(word: str) -> str:
    """Fold a word for comparison, without the marks around it."""
    return word.strip(".,:;!").casefold()


@lru_cache(maxsize=256)
def folded(text: str) -> tuple[str, ...]:
    """List the words of a sentence, folded, without marks and possessives."""
    return tuple(_TOKEN.findall(re.sub(POSSESSIVE, "", halfwidth(text)).casefold()))


def plainer(step: Step, words: str, players: Sequence[Player] = ()) -> Iterator[str]:
    """Yield words as they are, then without noise, then without commas, too."""
    yield words
    plain = without_noise(step, words, players)
    yield from dict.fromkeys(
        each for each in (plain, " ".join(WORD.findall(plain))) if each != words
    )


def without_noise(step: Step, words: str, players: Sequence[Player] = ()) -> str:
    """Drop the noise in an answer: articles, joints between parts, *coin* after *gold*.

    A word that is an answer to this step stays.
    """
    tokens = re.sub(POSSESSIVE, "", without_pronoun(words, players)).split()
    names = frozenset(map(match_key, players))
    kept: list[str] = []
    for at, token in enumerate(tokens, start=1):
        bare = fold(token)
        may_go = at < len(tokens) and bare not in names
        if may_go and (bare in ARTICLES or (bare in JOINTS and kept)):
            if reads(partial(read_at, step), bare):
                kept.append(token)
        elif may_go and bare in AND and kept:
            kept[-1] = f"{kept[-1].rstrip(',')},"
        elif bare in THINGS and kept and _is_kind(kept[-1], names):
            kept[-1] += "," * token.endswith(",")
        else:
            kept.append(token)
    return " ".join(kept)


def _is_kind(word: str, names: frozenset[str]) -> bool:
    return not word.endswith(",") and match_key(word) not in names and may_be_kind(word)


def may_be_kind(word: str) -> bool:
    """Return whether a word can be the kind of a thing: *gold*, but not *a* or *1*."""
    return word.casefold() not in ARTICLES and parse_count(word) is None


def is_noise(word: str, players: Sequence[Player] = ()) -> bool:
    """Return whether a word adds nothing to an answer and is not the name of a player."""
    return fold(word) in NOISE and not any(match_key(word) == match_key(each) for each in players)
