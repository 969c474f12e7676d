"""Final counts against their slow twin: what the box allows, and some of what it does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from referee.core.ruling import Verdict
from referee.core.scoring.score import PlayerScore, ranks
from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.holdings import read_holdings
from referee.files.documents.rulebook import load_rulebook
from referee.files.documents.template import holdings_template
from referee.files.yaml.loader import parse
from referee.games.colorful_treasure import GAME
from tests.games.colorful_treasure import oracle
from tests.games.colorful_treasure.deals import NAMES, Deal, some_table
from tests.games.colorful_treasure.played import FIELDS, Game
from tests.rooms import shown

BOOK = load_rulebook("colorful-treasure")
MODES = ("basic", "simple", "advanced")


def told(held: oracle.Holding, wonders: int | None) -> dict[str, Any]:
    """Tell a holding as a holdings file does; what is none is left out."""
    entry: dict[str, Any] = {FIELDS[kind]: number for kind, number in held.cards.items()}
    entry |= {"diamonds": held.diamonds, "bonuses": held.bonuses, "tiles": held.tiles}
    entry = {name: value for name, value in entry.items() if value}
    return entry | ({} if wonders is None else {"wonders": wonders})


def final_count(
    deal: Deal, same_colour: Sequence[int], *, wonders: bool = True, field: bool = True
) -> FinalCount:
    """Make the final count of a deal, with or without what a file may leave out."""
    return FinalCount(
        Setup(
            tuple(map(Player, deal.table)),
            options={"mode": (deal.mode,)},
            numbers={"same_colour": tuple(same_colour)},
        ),
        {
            name: told(held, deal.wonders[name] if wonders else None)
            for name, held in deal.table.items()
        },
        {"field": deal.field} if field else {},
    )


def findings(final: FinalCount) -> list[str]:
    """Audit, and give the reasons of whatever cannot be; warnings are none."""
    stops = (Verdict.FORBIDDEN, Verdict.IMPOSSIBLE)
    return [str(each.reason) for each in GAME.final.audit(BOOK, final) if each.verdict in stops]


PART_OF_RULE = {
    "COL-7.2": "diamond_cards",
    "COL-7.3": "diamonds",
    "COL-7.1": "colours",
    "COL-4.1": "gem",
    "COL-4.2": "exploration",
    "COL-4.3": "secret",
    "COL-6.6": "tiles",
    "COL-6.8": "tiles",
}


def parts(score: PlayerScore) -> oracle.Points:
    """Add the lines up by the rule that each rests on first."""
    found = dict.fromkeys(oracle.Points._fields, Fraction())
    for line in score.lines:
        found[PART_OF_RULE[line.rules[0].rule_id]] += line.points
    assert sum(found.values()) == score.total
    return oracle.Points(**found)


def compare(deal: Deal, final: FinalCount, seen: Counter[str]) -> None:
    """Compare totals, ranks and winners with the twin's, and count what was met."""
    sheet = GAME.final.score(BOOK.with_table_numbers(final.setup.numbers), final)
    expected = oracle.points(deal.table, deal.mode, final.setup.numbers["same_colour"])
    assert {each.player: parts(each) for each in sheet.scores} == expected, final
    placed = dict(zip(deal.table, ranks(sheet.scores), strict=True))
    assert placed == oracle.ranks(expected), final
    assert list(sheet.outcome.winners) == oracle.winners(expected), final
    seen["positions"] += 1
    seen["shared victories"] += len(sheet.outcome.winners) > 1
    totals = [sum(own, Fraction()) for own in expected.values()]
    seen["positions with fractions"] += any(each.denominator > 1 for each in totals)
    for own in expected.values():
        for part, points in own._asdict().items():
            seen[f"holdings with points for {part}"] += points > 0


def some_deal(draw: Random, mode: str = "") -> Deal:
    """Play a game to its end, and tell what lies there."""
    mode = mode or draw.choice(MODES)
    game = Game(draw, draw.randint(2, len(NAMES)), mode, {})
    names = [NAMES[p] for p in game.seats]
    return Deal(
        mode=mode,
        table={
            name: oracle.Holding(
                cards=dict(Counter(face for _, face in game.cards[p])),
                diamonds=game.diamonds[p],
                bonuses=tuple(game.bonuses[p]),
                tiles=tuple(game.tiles[p]),
            )
            for p, name in enumerate(names)
        },
        wonders={name: game.wonders(p) for p, name in enumerate(names)},
        field=len(game.field),
    )


def compare_deals(times: int, seed: int) -> dict[str, int]:
    """Compare dealt positions, and see that the audit finds nothing in them."""
    draw, seen = Random(seed), Counter[str]()
    for _ in range(times):
        deal = some_deal(draw)
        tells_wonders, tells_field = draw.random() < 0.5, draw.random() < 0.5
        final = final_count(deal, some_table(draw), wonders=tells_wonders, field=tells_field)
        compare(deal, final, seen)
        rules = [found.rules[0].rule_id for found in GAME.final.audit(BOOK, final)]
        assert rules in ([], ["COL-9.8"]), final
        seen["positions with an odd table of gems"] += bool(rules)
    return shown("dealt positions", seen)


def test_dealt_positions_are_scored_as_the_twin_says_and_found_to_be_in_order() -> None:
    assert compare_deals(60, seed=1) == {
        "positions": 60,
        "shared victories": 5,
        "positions with fractions": 6,
        "holdings with points for diamond_cards": 165,
        "holdings with points for diamonds": 167,
        "holdings with points for colours": 170,
        "holdings with points for gem": 23,
        "holdings with points for exploration": 36,
        "holdings with points for secret": 43,
        "holdings with points for tiles": 13,
        "positions with an odd table of gems": 5,
    }


@pytest.mark.prove
def test_a_hundred_thousand_dealt_positions_are_scored_as_the_twin_says() -> None:
    assert compare_deals(100_000, seed=2)["positions"] == 100_000


# What the box does not allow

EVEN = (1, 3, 6, 10, 15, 21)
"""A table of gems that nobody wonders about."""

Change: TypeAlias = Callable[[Random, Deal], Deal]


def with_holding(deal: Deal, name: str, **parts: Any) -> Deal:
    """Put something else before a player."""
    held = deal.table[name]
    return deal._replace(table={**deal.table, name: held._replace(**parts)})


def with_cards(deal: Deal, name: str, kind: str, more: int) -> Deal:
    """Give a player more cards of a kind."""
    cards = deal.table[name].cards
    return with_holding(deal, name, cards={**cards, kind: cards.get(kind, 0) + more})


def one_too_many(*kinds: str) -> Change:
    """Give somebody as many cards of a kind as make one more than the box has."""

    def change(draw: Random, deal: Deal) -> Deal:
        kind = draw.choice(kinds)
        more = oracle.BOX[kind] + 1 - sum(own.cards.get(kind, 0) for own in deal.table.values())
        return with_cards(deal, draw.choice(list(deal.table)), kind, more)

    return change


def seven_in_one_hand(draw: Random, deal: Deal) -> Deal:
    colour, name = draw.choice(oracle.COLOURS), draw.choice(list(deal.table))
    more = oracle.BOX[colour] + 1 - deal.table[name].cards.get(colour, 0)
    return with_cards(deal, name, colour, more)


def eleven_diamonds(draw: Random, deal: Deal) -> Deal:
    name = draw.choice(list(deal.table))
    more = oracle.BOX["diamond"] + 1 - sum(held.diamonds for held in deal.table.values())
    return with_holding(deal, name, diamonds=deal.table[name].diamonds + more)


def more_diamonds_than_cards(draw: Random, deal: Deal) -> Deal:
    name = draw.choice(list(deal.table))
    return with_holding(deal, name, diamonds=deal.table[name].diamonds + 1)


def fewer_diamonds_than_cards(draw: Random, deal: Deal) -> Deal:
    name = draw.choice([name for name, held in deal.table.items() if held.diamonds])
    return with_holding(deal, name, diamonds=deal.table[name].diamonds - 1)


def second_bonus(bonus: str) -> Change:
    """Give a bonus to somebody, or to somebody else too, or twice to the same player."""

    def change(draw: Random, deal: Deal) -> Deal:
        while sum(held.bonuses.count(bonus) for held in deal.table.values()) < 2:
            name = draw.choice(list(deal.table))
            deal = with_holding(deal, name, bonuses=(*deal.table[name].bonuses, bonus))
        return deal

    return change


def bonus_in_the_simple_game(draw: Random, deal: Deal) -> Deal:
    bonuses = (draw.choice(("gem", "exploration")),)
    return with_holding(deal, draw.choice(list(deal.table)), bonuses=bonuses)


def with_tile(deal: Deal, name: str, tile: str) -> Deal:
    return with_holding(deal, name, tiles=(*deal.table[name].tiles, tile))


def tile_where_there_are_none(draw: Random, deal: Deal) -> Deal:
    return with_tile(deal, draw.choice(list(deal.table)), draw.choice(oracle.TILES))


def face_twice(draw: Random, deal: Deal) -> Deal:
    faces = [tile for held in deal.table.values() for tile in held.tiles]
    tile = draw.choice(faces or oracle.TILES)
    for _ in range(1 if faces else 2):
        deal = with_tile(deal, draw.choice(list(deal.table)), tile)
    return deal


def six_tiles(draw: Random, deal: Deal) -> Deal:
    faces = [tile for held in deal.table.values() for tile in held.tiles]
    others = [tile for tile in oracle.TILES if tile not in faces]
    for tile in draw.sample(others, 6 - len(faces)):
        deal = with_tile(deal, draw.choice(list(deal.table)), tile)
    return deal


def another_field(draw: Random, deal: Deal) -> Deal:
    return deal._replace(field=draw.choice([n for n in range(11) if n != deal.field]))


def field_of_eleven(draw: Random, deal: Deal) -> Deal:
    """Put cards back until eleven lie there, gems first of all."""
    while deal.field < 11:
        deal = a_gem_lost(draw, deal)._replace(field=deal.field + 1)
    return deal


def a_gem_lost(draw: Random, deal: Deal) -> Deal:
    gems = [
        (name, colour)
        for name, own in deal.table.items()
        for colour in oracle.COLOURS
        if own.cards.get(colour)
    ]
    return with_cards(deal, *draw.choice(gems), -1)


def secret_in_the_simple_game(draw: Random, deal: Deal) -> Deal:
    return with_cards(deal, draw.choice(list(deal.table)), draw.choice(oracle.SECRETS), 1)


def with_wonders(number: Callable[[Deal, str], int]) -> Change:
    """Tell another number of wonders of a player."""

    def change(draw: Random, deal: Deal) -> Deal:
        name = draw.choice([name for name, held in deal.table.items() if any(held.cards.values())])
        return deal._replace(wonders={**deal.wonders, name: number(deal, name)})

    return change


def all_cards(deal: Deal, name: str) -> int:
    return sum(deal.table[name].cards.values())


CARDS_OF_A_WONDER = 5


def most_of_a_kind(deal: Deal, name: str) -> int:
    """Count the cards of which a wonder has one at most: of a colour, diamonds, or secrets."""
    cards = deal.table[name].cards
    secrets = sum(cards.get(kind, 0) for kind in oracle.SECRETS)
    return max(secrets, *(cards.get(kind, 0) for kind in (*oracle.COLOURS, "diamond")))


CHANGES: dict[str, tuple[str, Change]] = {
    "seven of a colour": ("", one_too_many(*oracle.COLOURS)),
    "seven of a colour in one hand": ("", seven_in_one_hand),
    "eleven diamond cards": ("", one_too_many("diamond")),
    "eleven diamonds": ("", eleven_diamonds),
    "six keys": ("basic", one_too_many("key")),
    "six chests": ("advanced", one_too_many("chest")),
    "more diamonds than diamond cards": ("", more_diamonds_than_cards),
    "a second gem bonus": ("basic", second_bonus("gem")),
    "a second exploration bonus": ("advanced", second_bonus("exploration")),
    "a bonus in the simple game": ("simple", bonus_in_the_simple_game),
    "a tile in the basic game": ("basic", tile_where_there_are_none),
    "a tile in the simple game": ("simple", tile_where_there_are_none),
    "a face twice": ("advanced", face_twice),
    "six tiles": ("advanced", six_tiles),
    "another field than the cards leave": ("basic", another_field),
    "a field of eleven": ("basic", field_of_eleven),
    "a gem lost in the simple game": ("simple", a_gem_lost),
    "a secret card in the simple game": ("simple", secret_in_the_simple_game),
    "eleven wonders": ("", with_wonders(lambda _deal, _name: 11)),
    "more wonders than cards": ("", with_wonders(lambda deal, name: all_cards(deal, name) + 1)),
    "fewer wonders than so many cards need": (
        "",
        with_wonders(lambda deal, name: -(-all_cards(deal, name) // CARDS_OF_A_WONDER) - 1),
    ),
    "fewer wonders than cards of a kind": (
        "",
        with_wonders(lambda deal, name: most_of_a_kind(deal, name) - 1),
    ),
}


DEALS = 2
"""How often each thing is tried; sixteen times as often in the proof."""


@pytest.mark.parametrize(
    "deals", [DEALS, pytest.param(16 * DEALS, id="same_seed", marks=pytest.mark.prove)]
)
@pytest.mark.parametrize("change", CHANGES)
def test_a_single_thing_that_cannot_be_is_found_and_scored_as_it_stands(
    change: str, deals: int
) -> None:
    draw = Random(change)
    mode, change_of = CHANGES[change]
    for _ in range(deals):
        deal = some_deal(draw, mode)
        same_colour = some_table(draw)
        assert findings(final_count(deal, same_colour)) == []
        changed = change_of(draw, deal)
        final = final_count(changed, same_colour)
        assert findings(final), (change, final)
        compare(changed, final, Counter())


def test_a_diamond_left_lying_is_asked_about() -> None:
    draw = Random(3)
    for _ in range(8):
        deal = fewer_diamonds_than_cards(draw, some_deal(draw))
        found = GAME.final.audit(BOOK, final_count(deal, EVEN))
        assert [each.verdict for each in found] == [Verdict.TABLE_CALL], deal
        assert [rule.rule_id for rule in found[0].rules][:1] == ["COL-9.2"]


TILE_RULES = {"tiles_a_turn", "no_secrets_tile", "fourth_card_tile", "extra_kind_tile"}
SECRET_FIELDS = {"keys", "chests", "bonuses", "field", "no_victim"}


@pytest.mark.parametrize(
    ("mode", "absent"),
    [
        ("simple", {"tiles", *TILE_RULES, *SECRET_FIELDS}),
        ("basic", {"tiles", *TILE_RULES}),
        ("advanced", set[str]()),
    ],
)
def test_a_blank_file_has_what_the_way_of_playing_has(mode: str, absent: set[str]) -> None:
    setup = Setup((Player("Ana"), Player("Bo")), options={"mode": (mode,)})
    blank = holdings_template(GAME, BOOK, setup)
    assert "diamond_cards: 0" in blank
    named = {"tiles", *TILE_RULES, *SECRET_FIELDS}
    assert {name for name in named if f" {name}: " in blank} == named - absent
    told = replace(setup, options={**setup.options, "tiles_a_turn": ("each",)})
    assert "  tiles_a_turn: each" in holdings_template(GAME, BOOK, told)


def test_an_entry_may_stand_on_one_line() -> None:
    text = (
        "game: colorful-treasure\nplayers: [Ana, Bo]\nnumbers: {same_colour: [1, 2, 3, 4, 5, 6]}\n"
        "holdings:\n  Ana: 3r2y1d 2 diamonds 1k\n  Bo: none\n"
    )
    held = read_holdings(parse(text.encode(), "hands.yaml"), GAME, BOOK).count.holdings["Ana"]
    assert {name: n for name, n in held.items() if n} == {
        "red": 3, "yellow": 2, "diamond_cards": 1, "diamonds": 2, "keys": 1,
    }  # fmt: skip
