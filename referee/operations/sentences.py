"""Find the rules, cases and questions that a dispute in plain words is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from msgspec import Struct

from referee.core.answers.text_input import match_key
from referee.core.game import Game
from referee.core.rulebook import Rulebook
from referee.core.say import Say, join, worded
from referee.core.words.index import Found
from referee.core.words.small_words import FILLERS
from referee.core.words.terms import says_something as says_something  # noqa: PLC0414 - handed on
from referee.core.words.terms import stem
from referee.files.finding.compiled import (
    QUESTION_PREFIX,
    CaseSummary,
    GameIndex,
    elsewhere_words,
    load_index,
)
from referee.registry import open_game, own_ids
from referee.render.sentences import SentenceReply, ShownCase, ShownRule, nothing_fits

FITS: Final = 0.22
"""The least fit, of 0 to 1, with which anything decided fits a sentence."""
ELSEWHERE: Final = 0.5
"""How well a sentence must fit another game for it to be named."""
_SURE_FIT, _FAR_BETTER = 0.35, 2.0
"""A sentence that does not fit a game so well is not about it if it fits another far better."""
_FIT_BY_CASE: Final = 0.8
"""The fit of a rule whose case fits wholly."""
_GAIN_BY_RULE: Final = 0.1
"""The share of the fit of its rule that a case gains."""
_ALSO_NAMED: Final = 0.35
"""How well the others must fit, compared with the best, to be named with it."""
_CLEARLY_NEAR: Final = 0.7
"""And to be shown to people in a reply."""
_NEARLY_BEST: Final = 0.85
"""A case of the top rule that fits so well, compared with the best case, comes first."""
_MOST_RULES: Final = 5
_MOST_CASES: Final = 5
_MOST_OTHERS: Final = 8
_NEAREST: Final = 3
_LONGEST: Final = 100
_QUESTION_FIRST: Final = 0.75
"""A question that fits so well, compared with the best, is asked before the first case's."""


class Ranking(Struct, frozen=True):
    """The rules, cases and questions of one game that fit a sentence, best first."""

    known: GameIndex
    rules: tuple[Found, ...]
    cases: tuple[Found, ...]
    questions: tuple[Found, ...]

    @property
    def fit(self) -> float:
        """How well the best rule or case fits."""
        return max((each.fit for each in (*self.rules[:1], *self.cases[:1])), default=0.0)

    @property
    def fits(self) -> bool:
        """Whether anything that is decided fits."""
        return self.fit >= FITS

    def near(self, found: Sequence[Found], most: int) -> tuple[Found, ...]:
        """Return the first of these that fit well enough, compared with the best."""
        least = max(_ALSO_NAMED * self.fit, _ALSO_NAMED * FITS)
        return tuple(each for each in found[:most] if each.fit >= least)

    def clearly(self, found: Sequence[Found]) -> int:
        """Count those that fit well enough, compared with the best, to be shown."""
        return sum(each.fit >= _CLEARLY_NEAR * self.fit for each in found)


class Decided(Struct, frozen=True):
    """What a sentence is about, in one game: rules and cases by id, best first.

    Where nothing ``fits`` the rules are the three nearest, and there are no cases or questions;
    ``elsewhere`` are the games that fit well instead. ``others`` are questions less
    near, which a sentence may fill anyway. ``clauses`` has which clause of each rule.
    ``clear`` is how many rules and cases are near enough to be shown to people.
    """

    sentence: str
    game: Game | None
    book: Rulebook | None
    fits: bool
    rules: tuple[str, ...] = ()
    clauses: tuple[int, ...] = ()
    cases: tuple[tuple[str, CaseSummary], ...] = ()
    questions: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    known: GameIndex | None = None
    clear: tuple[int, int] = (5, 5)


@cache
def index_of(game_id: str) -> GameIndex:
    """Return the index of a game; that of a third-party game is made each time."""

    def made() -> GameIndex:
        from referee.operations.indexing import made_index  # a wheel has it compiled

        return made_index(game_id)

    return load_index(game_id, made) if game_id in own_ids() else made()


def about(game: Game, book: Rulebook, sentence: str) -> Decided:
    """Find what a sentence is about in one game."""
    ranking = ranked(index_of(game.id), sentence)
    if ranking.fit >= _SURE_FIT:
        return _decided(game, book, ranking, sentence)
    others = {each: ranked(index_of(each), sentence).fit for each in own_ids() if each != game.id}
    open_game(game.id)  # an index that is made anew opens its game; the table's words go first
    elsewhere = [e for e, fit in others.items() if fit >= max(ELSEWHERE, _FAR_BETTER * ranking.fit)]
    if ranking.fits and not elsewhere:
        return _decided(game, book, ranking, sentence)
    elsewhere.sort(key=lambda each: -others[each])
    rules = _nearest(book, sentence, ranking.rules)
    return Decided(
        sentence, game, book, fits=False, rules=rules, clauses=(0,) * len(rules),
        elsewhere=tuple(elsewhere),
    )  # fmt: skip


def about_any(sentence: str) -> Decided:
    """Find what a sentence is about in the game that it names, else in the one it fits best."""
    known = [index_of(each) for each in own_ids()]
    named, rest = named_in(sentence, known)
    if named is not None:
        game, book = open_game(named)
        return about(game, book, rest) if says_something(rest) else Decided(rest, game, book, False)  # noqa: FBT003
    rankings = [ranked(each, sentence) for each in known]
    best = max(rankings, key=lambda each: each.fit)
    if not best.fits:
        found = (rule for each in rankings for rule in each.rules)
        nearest = sorted(found, key=lambda each: -each.fit)[:_NEAREST]
        rules = tuple(each.id for each in nearest)
        return Decided(sentence, None, None, fits=False, rules=rules)
    game, book = open_game(best.known.game)
    return _decided(game, book, best, sentence)


def named_in(sentence: str, known: Iterable[GameIndex]) -> tuple[str | None, str]:
    """Return the game that a sentence names, or None, and the rest of the sentence."""
    for each in known:
        for name in each.names:
            words = re.escape(name).replace(r"\-", r"[\s-]")
            pattern = rf"\b{words}\b!?" if name.isascii() else words
            found = re.search(pattern, sentence, re.IGNORECASE)
            if found:
                return each.game, sentence[: found.start()] + sentence[found.end() :]
    return None, sentence


def without_names(known: GameIndex, sentence: str, people: Iterable[str]) -> str:
    """Write *someone* for each of the people whom a sentence names.

    A name that the game says too, or small words, is one only as it is written, and not at the
    beginning: *May I*. In Chinese and Japanese a name is left out.
    """
    for name in sorted(people, key=len, reverse=True):
        if not name.isascii():
            sentence = sentence.replace(name, "") if len(name) > 1 else sentence
            continue
        key = name.casefold()
        is_word = key in FILLERS or known.index.plain.get(stem(key)) is not None
        pattern = rf"{'(?<!^)' if is_word else ''}(?<!\w){re.escape(name)}(?!\w)"
        if key != "i":
            sentence = re.sub(pattern, "someone", sentence, flags=0 if is_word else re.IGNORECASE)
    return sentence


def ranked(known: GameIndex, sentence: str) -> Ranking:
    """Rank rules, cases and questions of a game by a sentence.

    A rule fits as well as its own words, or as the case that it decides.
    """
    found = known.index.find(sentence, elsewhere_words())
    own = {each.id: each for each in found if not (each.id in known.cases or _is_question(each))}
    case_fits = {each.id: each.fit for each in found if each.id in known.cases}
    helped = {name: _fit_with_rule(fit, name, known, own) for name, fit in case_fits.items()}
    cases = [Found(case_id, fit) for case_id, fit in helped.items()]
    cases.sort(key=lambda each: -each.fit)
    fits = {rule_id: each.fit for rule_id, each in own.items()}
    for case in cases:
        for place, rule_id in enumerate(known.cases[case.id].rules):
            through = case_fits[case.id] * _FIT_BY_CASE * (1.0 if place == 0 else _ALSO_NAMED)
            fits[rule_id] = max(fits.get(rule_id, 0.0), through)
    rules = sorted(
        (Found(rule_id, fit, own[rule_id].clause if rule_id in own else 0)
         for rule_id, fit in fits.items()),
        key=lambda each: -each.fit,
    )  # fmt: skip
    return Ranking(
        known, tuple(rules), tuple(_deciding_first(known, rules, cases)),
        tuple(Found(e.id.removeprefix(QUESTION_PREFIX), e.fit) for e in found if _is_question(e)),
    )  # fmt: skip


def questions_about(known: GameIndex, words: str) -> tuple[str, ...]:
    """List the questions that have to do with words, themselves or by their cases, best first."""
    ranking = ranked(known, words)
    by_case = (Found(known.cases[each.id].question, each.fit) for each in ranking.cases)
    through = sorted((*ranking.questions, *by_case), key=lambda each: -each.fit)
    return tuple(dict.fromkeys(each.id for each in through))


def _fit_with_rule(fit: float, case_id: str, known: GameIndex, own: Mapping[str, Found]) -> float:
    """Let a case fit better if its rule does, though never better than the rule."""
    rule = own.get(next(iter(known.cases[case_id].rules), ""))
    if rule is None:
        return fit
    return max(fit, min(fit + _GAIN_BY_RULE * rule.fit, _FIT_BY_CASE * rule.fit))


def _is_question(found: Found) -> bool:
    return found.id.startswith(QUESTION_PREFIX)


def _deciding_first(
    known: GameIndex, rules: Sequence[Found], cases: Sequence[Found]
) -> Iterable[Found]:
    """Put a case of the top rule first if it fits nearly as well as the best."""
    if not rules or not cases:
        return cases
    first = next((c for c in cases if known.cases[c.id].rules[:1] == [rules[0].id]), None)
    if first is None or first.fit < _NEARLY_BEST * cases[0].fit:
        return cases
    return (first, *(case for case in cases if case is not first))


def _decided(game: Game, book: Rulebook, ranking: Ranking, sentence: str) -> Decided:
    known = ranking.known
    rules = [each for each in ranking.rules if each.id in book.rules]
    rules = [*ranking.near(rules, _MOST_RULES)] or rules[:1]
    cases = ranking.near(ranking.cases, _MOST_CASES)
    asked = [known.cases[case.id].question for case in cases[: ranking.clearly(cases)]]
    own = [each.id for each in ranking.questions if each.fit >= _QUESTION_FIRST * ranking.fit]
    if not asked and not own:
        top = [rules[0].id]
        asked = [case.question for case in known.cases.values() if case.rules[:1] == top]
    return Decided(
        sentence,
        game,
        book,
        fits=True,
        rules=tuple(each.id for each in rules),
        clauses=tuple(each.clause for each in rules),
        cases=tuple((case.id, known.cases[case.id]) for case in cases),
        questions=tuple(dict.fromkeys((*asked[:1], *own, *asked))),
        others=tuple(known.cases[each.id].question for each in ranking.cases[:_MOST_OTHERS]),
        known=known,
        clear=(ranking.clearly(rules), ranking.clearly(cases)),
    )


def _nearest(book: Rulebook, words: str, found: Sequence[Found]) -> tuple[str, ...]:
    """Return the three rules that fit words best, or else those with the most similar titles."""
    ids = [each.id for each in found if each.id in book.rules][:_NEAREST]
    if len(ids) < _NEAREST:
        from difflib import SequenceMatcher  # only where next to nothing was found

        key = match_key(words)[:_LONGEST]

        def likeness(rule_id: str) -> float:
            names = map(match_key, (rule_id, book.rules[rule_id].title))
            return max(SequenceMatcher(None, key, name).ratio() for name in names)

        ids += sorted(book.rules, key=likeness, reverse=True)
    return tuple(dict.fromkeys(ids))[:_NEAREST]


def nearest_said(game: Game, book: Rulebook, words: str, found: Sequence[Found]) -> Say:
    """Say that nothing fits words about a game, and which three rules are nearest."""
    rules = tuple(ShownRule(book.rules[each]) for each in _nearest(book, words, found))
    reply = SentenceReply(game=game.id, title=game.title, sentence=words, fits=False, rules=rules)
    return join(nothing_fits(reply), "\n")


def shown_case(case_id: str, case: CaseSummary) -> ShownCase:
    """Word a case in the language that is spoken."""
    return ShownCase(
        case_id, worded(case.asked), worded(case.short), tuple(case.rules), worded(case.reading)
    )
