"""What a holdings file says, and what it may leave out."""

from __future__ import annotations

from functools import partial

import pytest

from tests.files.pebble_fair import HOLDINGS, codes, faults, read


def test_a_whole_file_is_read_as_it_stands() -> None:
    text = HOLDINGS + (
        "basket: {muddy: 1}\noptions: {rain: wet, late-start: no}\nmap: here be pebbles\n"
        "rounds: [{won: Bo}, {won: Ana}]\n"
    )
    count = read(text).count
    assert count.setup.seating == ("Ana", "Bo", "Cy")
    assert count.setup.roles == {"warden": "Zed"}
    assert count.setup.options == {"rain": ("wet",), "late_start": ("no",)}
    assert count.setup.numbers == {"steps": (1, 2, 3)}
    assert count.setup.texts == {"map": "here be pebbles"}
    assert count.holdings == {"Ana": {"plain": 4}, "Bo": {"plain": 3, "muddy": 5}, "Cy": {}}
    assert count.shared == {
        "basket": {"muddy": 1},
        "weather": "fog",
        "rounds": ({"won": "Bo"}, {"won": "Ana"}),
    }


def test_what_is_null_beside_the_holdings_is_not_known() -> None:
    count = read(f"{HOLDINGS}basket: null\nrounds: ~\n").count
    assert count.shared == {"weather": "fog"}


@pytest.mark.parametrize(
    ("typed", "means"),
    [("true", "yes"), ("y", "yes"), ("ok", "yes"), ("false", "no"), ("No", "no"), ("ye", "yes")],
)
def test_a_house_rule_of_yes_and_no_is_read_as_any_yes_and_no(typed: str, means: str) -> None:
    count = read(f"{HOLDINGS}options: {{late_start: {typed}}}\n").count
    assert count.setup.options == {"late_start": (means,)}


def test_a_house_rule_of_other_words_is_neither_true_nor_false() -> None:
    (found,) = faults(lambda: read(f"{HOLDINGS}options: {{rain: true}}\n"))
    assert str(found.message) == "rain cannot be “true”."


def test_every_place_knows_its_line() -> None:
    text = HOLDINGS + "basket:\n  muddy: 1\nrounds:\n  - won: Bo\n"
    lines = read(text).lines
    wanted = {
        ("players",): 2,
        ("weather",): 5,
        ("holdings",): 6,
        ("holdings", "Ana"): 7,
        ("holdings", "Ana", "plain"): 7,
        ("holdings", "Bo", "muddy"): 8,
        ("basket",): 10,
        ("basket", "muddy"): 11,
        ("rounds", "0", "won"): 13,
    }
    assert {place: lines.get(place) for place in wanted} == wanted


def test_names_that_look_like_something_else_stay_names() -> None:
    text = HOLDINGS.replace("Ana", "007").replace("Bo", "no").replace("Cy", "~")
    assert tuple(read(text).count.holdings) == ("007", "no", "~")


def test_entries_come_back_in_order_of_seating() -> None:
    text = HOLDINGS.replace("[Ana, Bo, Cy]", "[Cy, Ana, Bo]")
    assert tuple(read(text).count.holdings) == ("Cy", "Ana", "Bo")


def test_whoever_holds_without_sitting_needs_an_entry() -> None:
    two = HOLDINGS.replace(", Cy]", "]").replace("  Cy: {}\n", "")
    (found,) = faults(lambda: read(two))
    assert (found.code, found.line) == ("ENTRY", 6)
    assert tuple(read(two + "  The Heron: {plain: 1}\n").count.holdings)[-1] == "The Heron"
    (found,) = faults(lambda: read(HOLDINGS + "  The Heron: {}\n"))
    assert (found.code, found.line) == ("PLAYER", 10)


def test_lists_and_maps_may_be_written_on_one_line() -> None:
    entry = 'Cy: {gems: "red:2,green:1", clean_as: "muddy,plain", lucky: yes}'
    held = read(HOLDINGS.replace("Cy: {}", entry)).count.holdings["Cy"]
    assert held == {"gems": {"red": 2, "green": 1}, "clean_as": ("muddy", "plain"), "lucky": True}


def test_a_number_may_be_none_but_not_less() -> None:
    assert read(HOLDINGS.replace("plain: 4", "plain: 0")).count.holdings["Ana"] == {"plain": 0}
    for number in ("-1", "−1"):
        text = HOLDINGS.replace("plain: 4", f"plain: {number}")
        assert codes(partial(read, text)) == ["BELOW-ZERO"]


def test_what_is_merely_untrue_is_no_fault_of_the_file() -> None:
    text = HOLDINGS.replace("plain: 4", "plain: 999999999")
    assert read(text).count.holdings["Ana"] == {"plain": 999_999_999}


@pytest.mark.parametrize("players", ["[Ana, Bo, Cy]", "Ana, Bo, Cy", "\n  - Ana\n  - Bo\n  - Cy"])
def test_players_may_be_listed_in_any_way(players: str) -> None:
    text = HOLDINGS.replace("[Ana, Bo, Cy]", players)
    assert read(text).count.setup.seating == ("Ana", "Bo", "Cy")


def test_a_name_may_be_so_long() -> None:
    assert read(HOLDINGS.replace("Ana", "x" * 40)).count.setup.seating[0] == "x" * 40
    assert "NAME" in codes(lambda: read(HOLDINGS.replace("Ana", "x" * 41)))


@pytest.mark.parametrize(
    "name", ["'　'", "'\u200b'", '"a\\u0007b"', '"a\\u202eb"', '"a\\u2028b"', "''"]
)
def test_what_cannot_be_seen_is_no_name(name: str) -> None:
    text = HOLDINGS.replace("warden: Zed", f"warden: {name}")
    assert codes(lambda: read(text)) == ["NAME"]


@pytest.mark.parametrize(
    "name", ["👨‍👩‍👧", "Ana María", "陳大文", "O'Brien", "x+y", "@Ana", '"a, b"']
)
def test_any_other_text_is_a_name(name: str) -> None:
    warden = name if name.isalnum() else f"'{name.replace(chr(39), chr(39) * 2)}'"
    text = HOLDINGS.replace("warden: Zed", f"warden: {warden}")
    assert read(text).count.setup.roles == {"warden": name}


def test_all_faults_of_a_file_come_in_one_run_sorted_by_place() -> None:
    text = (
        "game: pebble-fare\nplayers: [Ana, Bo, Cy]\noptions: {rain: snow}\n"
        "warden: Bo\nweathr: fog\n"
        "holdings:\n  Ana: {plian: 4, muddy: two}\n  Bo: {plain: -1}\n  Bo: {}\n  Di: {}\n"
    )
    found = faults(lambda: read(text))
    assert [each.line for each in found] == sorted(each.line for each in found)
    assert sorted((each.line, each.code) for each in found) == [
        (1, "ASKED-NUMBER"),
        (1, "GAME"),
        (1, "MISSING"),
        (3, "WORD"),
        (4, "NO-PLAYER"),
        (5, "UNKNOWN-KEY"),
        (6, "ENTRY"),
        (7, "NUMBER"),
        (7, "UNKNOWN-KEY"),
        (8, "BELOW-ZERO"),
        (9, "TWICE"),
        (10, "PLAYER"),
    ]


def test_a_name_in_doubt_does_not_put_the_other_entries_in_doubt() -> None:
    text = HOLDINGS.replace("[Ana, Bo, Cy]", "[Ana, Bo, bo]")
    assert codes(lambda: read(text)) == ["TWICE"]
