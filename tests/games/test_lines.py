"""A line is read whole or not at all: whatever the referee prints of an entry can be typed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from msgspec.structs import replace

from referee.core.play.loop import GameLoop
from referee.core.play.reading.line import LineReader
from referee.core.play.reading.names import leading_name
from referee.core.play.reading.plan import Plan
from referee.core.play.record import Entry
from referee.core.play.session import Session
from referee.core.play.stage import Step
from referee.core.ruling import Verdict
from referee.core.say import AsIs, Say
from referee.core.table import ROUND
from referee.files.journal.journal import Journal
from referee.registry import open_game
from referee.testing.play import begin, drawn, random_player, still_going, taken
from tests.journals.printed import journals
from tests.languages.spoken import FOREIGN as TAGS
from tests.languages.spoken import speaking
from tests.rooms import ROOMS, few_or_many

ONCE_A_KIND = 3
"""How often a sentence of each kind is typed of somebody else."""
MOST_IN_A_PIECE = 8
"""How many answers of a run are typed as one piece."""
FOREIGN = "xylophone"
SPARSE = 6
"""The quick run looks at every sixth of the places that the proof looks at."""


def recorded(name: str) -> Iterator[tuple[Session, list[Entry]]]:
    """Give the journals of a game, each as a session that begins and the entries that it had."""
    room = ROOMS[name]
    for path in journals():
        if path.parent.name == room.tests.name:
            journal = Journal.open(path, lambda _: (room.game, room.book), lambda: "", write=False)
            done = journal.session
            entries = [done.entry(number) for number in done.active]
            yield Session(room.game, done.book, done.setup), entries


def random_games(name: str, seeds: range) -> Iterator[tuple[Session, list[Entry]]]:
    """Give random games with each number of players: by the turn, and by the round."""
    room = ROOMS[name]
    for seed in seeds:
        setup = room.setup(room.game.players[seed % len(room.game.players)], seed)
        *_, done = random_player(room, setup, seed)
        yield begin(room, setup), [done.entry(number) for number in done.active]
        whole, draw = begin(room, replace(setup, by=ROUND)), Random(seed)
        while still_going(whole):
            taken(whole, drawn(whole, draw))
        entries = [whole.entry(number) for number in whole.active]
        yield begin(room, whole.setup), entries


def played_again(
    games: Iterator[tuple[Session, list[Entry]]], each: int = 1
) -> Iterator[tuple[Session, Step, Entry]]:
    """Play games again; give every so many-th entry, if somebody typed it, before it is noted."""
    for session, entries in games:
        for at, entry in enumerate(entries):
            step = session.step
            if step is not None and at % each == 0 and is_typed(step, entry):
                yield session, step, entry
            session.add(replace(entry, rest=None))


def is_typed(step: Step, entry: Entry) -> bool:
    """Return whether somebody typed an answer, and it holds nothing that its echo leaves out."""
    if entry.secret or entry.overrule_reason or entry.by_timer or step.hides_answer:
        return False
    is_depth = type(entry.event).__name__ == "DepthChosen"  # a command
    return not is_depth and getattr(entry.event, "square", None) is None  # of the Leader


def echoes(session: Session, step: Step, entry: Entry) -> list[str]:
    """Give what may be printed of an entry: whole, forced, corrected, its first sentence alone."""
    ruling, reason, followed = session.game.course.rule_in_parts(
        session.book, session.state, entry.event
    )
    if ruling.verdict is not Verdict.ALLOWED:
        return []
    rules = entry.event.ends_in(ruling)
    said = " ".join(str(each.cited) for each in followed)
    noted = f"{reason} ({rules[0]})" if rules else str(reason)
    place = f"{len(session.active) + 1:4}"
    first = re.split(r"\. |。", str(reason))[0].rstrip(".")
    forced_by = AsIs(step.forced_by or ruling.rules[0])
    forced = Say("{said} (no choice, {rules})", said=reason, rules=forced_by)
    return [
        f"{place}  {noted} {said}",
        f"{noted} {said}",
        f"{place}  {forced}",
        f"{place}  {Say('{said} (was: {was})', said=reason, was=AsIs('gold; silver'))}",
        str(reason),
        first,
    ]


def noted_of(session: Session, line: str, *, announces: bool) -> list[object]:
    """Type a line; give what it notes, but for what the rules force then, and take it back."""
    before = len(session.active)
    loop = GameLoop(session, announces=announces)
    said = loop.feed_line(line)
    entries = [session.entry(number) for number in session.active[before:]]
    typed = [entry for n, entry in enumerate(entries) if n == 0 or not entry.is_forced]
    if entries:
        GameLoop(session).feed_line(f"undo {len(typed)}")
    assert len(session.active) == before, line
    return [entry.event for entry in typed] or [str(each.say) for each in said]


def wrongly_read(games: Iterator[tuple[Session, list[Entry]]], each: int) -> Iterator[str]:
    for session, step, entry in played_again(games, each):
        lines = echoes(session, step, entry)
        at_table = [(line, True) for line in (*lines[:1], *lines[-1:])]
        for line, announces in (*((line, False) for line in lines), *at_table):
            read = noted_of(session, line, announces=announces)
            if read != [entry.event]:
                yield f"{step.id} {line!r} -> {read}"


@pytest.mark.parametrize("each", [SPARSE, pytest.param(1, marks=pytest.mark.prove)])
@pytest.mark.parametrize("name", sorted(ROOMS))
def test_what_was_printed_of_recorded_entries_can_be_typed(name: str, each: int) -> None:
    assert [*wrongly_read(recorded(name), each)] == []


@few_or_many(range(1), range(40))
@pytest.mark.parametrize("name", sorted(ROOMS))
def test_what_is_printed_of_an_entry_can_be_typed(name: str, seeds: range) -> None:
    """Both as in a pipe, where all is asked, and as at a terminal."""
    assert [*wrongly_read(random_games(name, seeds), sparsely(seeds))] == []


@few_or_many(range(1, 2), range(20))
@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("name", sorted(ROOMS))
def test_what_is_printed_in_a_language_can_be_typed(name: str, tag: str, seeds: range) -> None:
    """Each kind of entry, as it is printed there: whole, forced, corrected, its first sentence.

    With another name in front it is nothing that whose turn it is did.
    """
    tried: Counter[type] = Counter()
    wrong: list[str] = []
    with speaking(tag):
        open_game(name)
        for session, step, entry in played_again(random_games(name, seeds)):
            tried[type(entry.event)] += 1
            if tried[type(entry.event)] > len(seeds):
                continue
            lines = echoes(session, step, entry)
            for line in lines:
                read = noted_of(session, line, announces=False)
                if read != [entry.event]:
                    wrong.append(f"{step.id} {line!r} -> {read}")
            player = step.player if entry.event.actor == step.player else None
            is_first = tried[type(entry.event)] == 1
            if is_first and lines and player and lines[4].startswith(player):
                other = next(each for each in session.setup.seating if each != player)
                line = lines[4].replace(player, other, 1)
                read = noted_of(session, line, announces=False)
                if any(getattr(each, "actor", other) != other for each in read):
                    wrong.append(f"{step.id} {line!r} -> {read}")
    assert tried
    assert wrong == []


def sparsely(seeds: range) -> int:
    """Return of how many places one is looked at with these seeds."""
    return SPARSE if len(seeds) == 1 else 1


def pieces(name: str, seeds: range, each: int) -> Iterator[tuple[Session, list[str]]]:
    """Give runs of recorded and random games as pieces, with the session before each.

    Only every so many-th entry begins one: ``each``.
    """
    for games in (recorded(name), random_games(name, seeds)):
        for session, entries in games:
            answers = [*_asked(session, entries)]
            for at, entry in enumerate(entries):
                step, words = answers[at]
                if step is not None and words and at % each == 0:
                    yield session, [*_run(answers, at)]
                session.add(replace(entry, rest=None))


def _asked(session: Session, entries: list[Entry]) -> Iterator[tuple[Step | None, str]]:
    """Give the step of each entry, and its words; none where nobody can type them at the table."""
    again = Session(session.game, session.book, session.setup)
    for entry in entries:
        step, words = again.step, entry.words.replace("@", "")
        can_be_typed = step is not None and ";" not in words and is_typed(step, entry)
        yield step, words if can_be_typed else ""
        again.add(replace(entry, rest=None))


def _run(answers: list[tuple[Step | None, str]], at: int) -> Iterator[str]:
    first, words = answers[at]
    yield words
    for step, more in answers[at + 1 : at + MOST_IN_A_PIECE]:
        if first is None or step is None or not more or not first.run or step.run != first.run:
            return
        yield more


def read(session: Session, line: str) -> Plan:
    return LineReader(session, announces=session.game.id == "no-swap-no-pay").plan(line)


def begins_alike(first: Sequence[object], then: Sequence[object], *, plan: Plan) -> bool:
    """Return whether a longer piece begins with the entries of the shorter one, or notes none.

    The last answer may be longer itself: a list, or a card and its scorpions.
    """
    if plan.refused is not None and len(then) < len(first):
        return then == first[: len(then)]
    is_longer = [*map(type, then[: len(first)])] == [*map(type, first)]
    return then[: len(first)] == first or (is_longer and then[: len(first) - 1] == first[:-1])


@few_or_many(range(1), range(12))
@pytest.mark.parametrize("name", sorted(ROOMS))
def test_what_follows_never_changes_what_came_before(name: str, seeds: range) -> None:
    """Cut each piece at each word, and put behind it what came there, or any word of the game."""
    changed, draw, each_piece = [], Random(1), 9 * sparsely(seeds)
    every = [*pieces(name, seeds, each_piece)]
    known = sorted({word for _, answers in every for each in answers for word in each.split()})
    for session, answers in pieces(name, seeds, each_piece):
        words = " ".join(answers).split()
        for end in range(1, len(words) + 1):
            cut = " ".join(words[:end])
            begun = read(session, cut)
            if begun.said is not None or begun.refused is not None:
                continue
            first = [each.attempt.event for each in begun.answers]
            for more in (" ".join(words[end:]), *draw.sample(known, min(6, len(known)))):
                then = read(session, f"{cut} {more}".strip())
                events = [each.attempt.event for each in then.answers]
                if then.said is None and not begins_alike(first, events, plan=then):
                    changed.append((cut, more, first, events))
    assert changed == []


@few_or_many(range(1), range(12))
@pytest.mark.parametrize("name", sorted(ROOMS))
def test_with_a_foreign_word_nothing_is_noted(name: str, seeds: range) -> None:
    tried = 0
    for session, answers in pieces(name, seeds, 11 * sparsely(seeds)):
        plan = read(session, " ".join(answers))
        is_any_word = session.step is not None and session.step.id == "genie.arrow"  # its colour
        if plan.said is not None or plan.refused is not None or is_any_word:
            continue
        for at in range(len(answers) + 1):
            typed = " ".join((*answers[:at], FOREIGN, *answers[at:]))
            plan = read(session, typed)
            tried += 1
            assert (plan.answers, plan.refused) == ((), None), typed
            assert isinstance(plan.said, Say)
            assert FOREIGN in str(plan.said), typed
    assert tried > len(seeds)


@few_or_many(range(1), range(1, 12))
@pytest.mark.parametrize("name", sorted(ROOMS))
def test_a_sentence_of_somebody_who_has_not_the_turn_is_refused(name: str, seeds: range) -> None:
    """Whole, with its full stop, and with another name; with none it is of whose turn it is."""
    tried: Counter[type] = Counter()
    for session, step, entry in played_again(random_games(name, seeds), 1):
        event, others = entry.event, [*session.setup.seating]
        lines = echoes(session, step, entry)
        named = leading_name(lines[4], others) if lines else None
        if named is None or named.player != step.player or event.actor != step.player:
            continue
        tried[type(event)] += 1
        if tried[type(event)] > ONCE_A_KIND * len(seeds):
            continue
        own = lines[4].removeprefix(named.player)
        if own.startswith(" "):  # who acts may be left out
            typed = read(session, own.strip()).answers
            assert [each.attempt.event for each in typed if not each.is_forced] == [event], own
        others.remove(named.player)
        said = lines[4].replace(named.player, others[0], 1)
        plan = read(session, said)
        assert plan.answers == (), said
        assert plan.refused is not None, said
        assert plan.refused.attempt.ruling.rules, said
        assert str(step.player) in str(plan.refused.attempt.ruling.reason), said
    assert tried
