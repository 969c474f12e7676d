"""A journal gives back what was noted, by the rules it was played by."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import json
from msgspec.structs import replace

from referee.core.game import Game
from referee.core.play.record import Entry, Note, TimerAction, TimerMark, Undo
from referee.core.rulebook import Option, Rulebook
from referee.core.table import Player
from referee.files.journal.errors import EmptyJournal, JournalBroken, WriteFailed
from referee.files.journal.journal import Journal, next_journal_path
from referee.files.journal.lines import MAX_REFUSED
from tests.files.pebble_journal import (
    ANA,
    BASKETS,
    BOOK,
    COURSE,
    GAME,
    MARKS,
    PRICES,
    SETUP,
    SUPPLY,
    TAKEN,
    WORTH,
    Clock,
    PebblesTaken,
    State,
    begin,
    reopen,
    rule,
    written,
)
from tests.toys import with_parts


def test_every_kind_of_mark_comes_back_as_it_was_noted(path: Path) -> None:
    journal = begin(path, MARKS)
    session = journal.session
    journal.close()
    again = reopen(path)
    assert again.session.record == list(MARKS) == session.record
    assert again.session.state == session.state
    assert again.session.active == session.active == [7]
    assert again.times == journal.times
    assert len(set(again.times)) == len(MARKS)
    assert again.session.setup == SETUP
    assert again.head.game == "pebble-fair"
    assert (again.torn, again.set_aside) == (b"", None)


def test_a_player_can_read_the_lines(path: Path) -> None:
    lines = written(path).decode().removesuffix("\n").split("\n")
    assert len(lines) == 1 + len(MARKS)
    assert lines[0].startswith(
        '{"referee":2,"game":"pebble-fair","setup":{"seating":["Ana","Bo 弓"]'
    )
    assert lines[1].startswith(
        '{"n":1,"at":"20:02","step":"turn.taken","words":"2",'
        '"event":{"type":"PebblesTaken","player":"Ana","pebbles":{"plain":2}},"sum":"'
    )
    assert '"overruled":"wir sind müde","sum":"' in lines[2]
    assert lines[4].startswith('{"n":4,"at":"20:05","struck":[2],"sum":"')
    assert [json.decode(line)["n"] for line in lines[1:]] == list(range(1, 8))


def test_control_signs_of_a_note_never_stand_bare_in_the_file(path: Path) -> None:
    raw = written(path)
    assert b"\x1b" not in raw
    assert raw.count(b"\n") == 1 + len(MARKS)


def test_a_reopened_journal_goes_on_where_it_stopped(path: Path) -> None:
    written(path)
    with reopen(path, write=True) as journal:
        assert journal.session.add(TAKEN) == len(MARKS) + 1
        assert len(journal.times) == len(MARKS) + 1
    assert reopen(path).session.record == [*MARKS, TAKEN]


def test_a_new_journal_has_format_2_and_checksums_of_128_bits(path: Path) -> None:
    lines = [json.decode(line) for line in written(path).splitlines()]
    assert lines[0]["referee"] == 2
    assert {len(line["sum"]) for line in lines} == {32}


def test_an_entry_is_on_disk_before_the_session_takes_it(path: Path) -> None:
    journal = begin(path)
    for number in range(1, 4):
        journal.session.add(TAKEN)
        assert reopen(path).session.record == [TAKEN] * number
    journal.close()


def test_reading_changes_nothing_and_notes_nothing(path: Path) -> None:
    raw = written(path)
    journal = reopen(path)
    with pytest.raises(WriteFailed, match="Not saved: the journal is not open for writing"):
        journal.session.add(TAKEN)
    assert journal.session.record == list(MARKS)
    assert path.read_bytes() == raw


def test_a_replay_goes_by_the_numbers_of_the_journal(path: Path) -> None:
    written(path)
    today = BOOK.with_number(SUPPLY, 21).with_number(PRICES, (2,)).with_number(BASKETS, {2: 1})
    journal = reopen(path, today=replace(today, version=2, digest="c3d4"))
    book = journal.session.book
    assert (book[SUPPLY], book[PRICES]) == (20, (1, 3, 6))
    assert (book[WORTH], book[BASKETS]) == ({"plain": 1, "muddy": 2}, {2: 5, 3: 4})
    assert (book.version, book.digest) == (1, "a1b2")
    assert (journal.session.state.supply, journal.session.state.baskets) == (20, 5)
    assert journal.rulebook_now[SUPPLY] == 21
    assert (journal.rulebook_now.version, journal.rulebook_now.digest) == (2, "c3d4")


def test_numbers_that_are_new_today_stand_as_they_stand_today(path: Path) -> None:
    written(path)
    newer = rule("PEB-1.1", supply=21, stalls=3)
    journal = reopen(path, today=replace(BOOK, rules={**BOOK.rules, "PEB-1.1": newer}))
    assert journal.session.book.rules["PEB-1.1"].constants == {"supply": 20, "stalls": 3}


def test_rules_that_are_gone_today_keep_their_numbers_without_a_text(path: Path) -> None:
    gone = {"PEB-9.1": rule("PEB-9.1", by_players={2: 7, 3: 8}, by_word={"mud": 1})}
    Journal.create(path, GAME, replace(BOOK, rules={**BOOK.rules, **gone}), SETUP, Clock()).close()
    kept = reopen(path).session.book.rules["PEB-9.1"]
    assert kept.constants == {"by_players": {2: 7, 3: 8}, "by_word": {"mud": 1}}
    assert kept.text == ""


def test_words_made_of_digits_stay_words(path: Path) -> None:
    cards = {**BOOK.rules, "PEB-4.1": rule("PEB-4.1", cards={"1": 4, "2": 2})}
    book = replace(BOOK, rules=cards)
    Journal.create(path, GAME, book, SETUP, Clock()).close()
    assert reopen(path, today=book).session.book.rules["PEB-4.1"] == book.rules["PEB-4.1"]


def test_a_switch_left_alone_stands_as_its_default_stood_then(path: Path) -> None:
    written(path)
    wet = {"rain": Option("rain", ("dry", "wet"), "wet", "PEB-1.1")}
    journal = reopen(path, today=replace(BOOK, options={**BOOK.options, **wet}))
    assert journal.session.state.weather == "dry"
    assert journal.rulebook_now.options["rain"].default == "wet"


@pytest.mark.parametrize("kind", [(1, 2), {"few": 1}, {2: 1}])
def test_a_number_that_became_another_kind_is_named(path: Path, kind: object) -> None:
    written(path)
    today = replace(BOOK, rules={**BOOK.rules, "PEB-1.1": rule("PEB-1.1", supply=kind)})
    with pytest.raises(JournalBroken, match=r"fair\.jsonl:1: PEB-1\.1 supply was a different kind"):
        reopen(path, today=today)


def test_the_game_is_found_by_the_head(path: Path) -> None:
    written(path)
    asked: list[str] = []

    def unknown(game: str) -> tuple[Game, Rulebook]:
        asked.append(game)
        raise LookupError(game)

    with pytest.raises(LookupError):
        Journal.open(path, unknown, Clock(), write=True)
    assert asked == ["pebble-fair"]
    reopen(path, write=True).close()


def test_a_file_that_is_there_is_never_overwritten(path: Path) -> None:
    path.write_text("Ana's shopping list")
    with pytest.raises(EmptyJournal, match="the file already exists"):
        begin(path)
    assert path.read_text() == "Ana's shopping list"


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(EmptyJournal, match="No such file or directory"):
        begin(tmp_path / "nowhere" / "fair.jsonl")


@pytest.mark.parametrize("name", ["fair\0.jsonl", "x" * 300])
def test_a_name_that_no_file_can_have_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(EmptyJournal, match="was not begun"):
        begin(tmp_path / name)
    with pytest.raises(JournalBroken):
        reopen(tmp_path / name)


def test_a_table_that_cannot_be_set_leaves_no_file(path: Path) -> None:
    alone = replace(SETUP, seating=SETUP.seating[:1])
    with pytest.raises(KeyError):
        Journal.create(path, GAME, BOOK, alone, Clock())
    assert not path.exists()


def test_a_name_that_cannot_be_written_leaves_no_file(path: Path) -> None:
    torn = replace(SETUP, texts={"plan": "\udcff"})
    with pytest.raises(EmptyJournal, match="a character that no file can keep"):
        Journal.create(path, GAME, BOOK, torn, Clock())
    assert not path.exists()


def test_the_next_journal_of_a_day_takes_the_first_free_number(tmp_path: Path) -> None:
    first = next_journal_path(tmp_path, "pebble-fair", "2024-05-01")
    assert first == tmp_path / "pebble-fair-2024-05-01-1.jsonl"
    first.touch()
    (tmp_path / "pebble-fair-2024-05-01-3.jsonl").touch()
    second = next_journal_path(tmp_path, "pebble-fair", "2024-05-01")
    assert second == tmp_path / "pebble-fair-2024-05-01-2.jsonl"


def test_a_journal_can_go_on_in_another_file(path: Path, tmp_path: Path) -> None:
    raw = written(path)
    for write in (False, True):
        other = tmp_path / f"other-{write}.jsonl"
        with reopen(path, write=write) as journal:
            journal.move_to(other)
            assert journal.path == other
            assert journal.session.add(TAKEN) == len(MARKS) + 1
            reopen(path, write=True).close()  # the old file is free again
        assert path.read_bytes() == raw
        assert other.read_bytes().startswith(raw)
        assert reopen(other).session.record == [*MARKS, TAKEN]


def test_going_on_elsewhere_overwrites_nothing_and_loses_nothing(path: Path) -> None:
    with begin(path, MARKS) as journal:
        with pytest.raises(EmptyJournal):
            journal.move_to(path)
        journal.session.add(TAKEN)
    assert reopen(path).session.record == [*MARKS, TAKEN]


def test_no_more_can_be_overruled_than_can_be_read_again(path: Path) -> None:
    nobody = replace(COURSE, people=lambda _: ())  # so that every event names a stranger
    refusing = with_parts(GAME, course=nobody)
    overruled = replace(TAKEN, overrule_reason="we agreed")

    begin(path, (*[TAKEN] * (MAX_REFUSED - 2), Undo((1,)))).close()
    with reopen(path, write=True, game=refusing) as journal:  # the rules refuse all of them today
        for _ in range(2):
            journal.session.add(overruled)
        before = path.read_bytes()
        with pytest.raises(WriteFailed, match="the rules refuse 500 of its entries already"):
            journal.session.add(overruled)
        assert path.read_bytes() == before
        journal.session.add(Note("tea"))
    with reopen(path, write=True, game=refusing) as journal:
        assert len(journal.session.active) == MAX_REFUSED - 1
        journal.session.add(TAKEN)  # the rules of another day refuse this one too
    with pytest.raises(JournalBroken, match=":504: The rules refuse more than 500 of these lines"):
        reopen(path, write=True, game=refusing)


def test_an_answer_given_again_is_judged_once_and_other_events_by_themselves(path: Path) -> None:
    seen: list[object] = []

    def people(state: State) -> tuple[Player, ...]:
        seen.append(state)
        return state.setup.seating

    watched = with_parts(GAME, course=replace(COURSE, people=people))
    three = replace(TAKEN, event=PebblesTaken(ANA, {"plain": 3}))  # in the same words
    again = [mark for number in range(1, 40, 2) for mark in (TAKEN, Undo((number,)))]
    begin(path, (*again, three)).close()
    found = reopen(path, game=watched).session
    assert (found.state.taken, len(found.record), len(seen)) == (3, 41, 2)


def test_what_the_session_refuses_is_not_in_the_file(path: Path) -> None:
    with begin(path, MARKS) as journal, pytest.raises(ValueError, match="not in force"):
        journal.session.add(Undo((1,)))
    assert reopen(path).session.record == list(MARKS)


@pytest.mark.parametrize("word", list(TimerAction))
def test_a_word_on_the_glass_is_a_line_of_its_own(path: Path, word: TimerAction) -> None:
    raw = written(path, (TAKEN, TimerMark(word)))
    assert f'{{"n":2,"at":"20:03","glass":"{word}","sum":"'.encode() in raw
    again = reopen(path).session
    assert again.record == [TAKEN, TimerMark(word)]
    assert again.timer_paused == (word is TimerAction.PAUSED)


def test_what_the_clock_noted_is_known_after_any_accident(path: Path) -> None:
    noted = replace(TAKEN, by_timer=True)
    raw = written(path, (TAKEN, noted))
    first, second = raw.splitlines()[1:]
    assert b"by_clock" not in first
    assert b'},"by_clock":true,"sum":"' in second
    assert reopen(path).session.record == [TAKEN, noted]


def test_what_is_noted_late_stands_under_the_time_when_it_happened(path: Path) -> None:
    with begin(path) as journal:
        with journal.as_of("19:58"):
            journal.session.add(TAKEN)
        journal.session.add(TAKEN)
        with pytest.raises(WriteFailed), journal.as_of("19:59"):
            journal.session.add(Note("torn \udcff sign"))
        journal.session.add(TAKEN)
    assert journal.times == ["19:58", "20:02", "20:03"] == reopen(path).times


def test_marks_are_told_apart_also_where_they_are_empty(path: Path) -> None:
    marks = (Note(""), Entry(step="", words="", event=TAKEN.event))
    written(path, marks)
    assert reopen(path).session.record == list(marks)


def test_an_event_of_somebody_who_is_not_here_is_none(path: Path) -> None:
    stranger = replace(TAKEN, event=PebblesTaken(Player("Zoe"), {"plain": 1}))
    begin(path, (TAKEN, stranger)).close()
    with pytest.raises(JournalBroken, match=r":3: .*KeyError: 'Zoe'"):
        reopen(path)
