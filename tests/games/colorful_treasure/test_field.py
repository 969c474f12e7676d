"""Which cards can still be flipped, against the slow twin that tries to fill all wonders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from random import Random

import pytest
from msgspec.structs import replace

from referee.core.ruling import Verdict
from referee.core.table import Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.colorful_treasure import GAME
from referee.games.colorful_treasure.model.cards import Card, box_of
from referee.games.colorful_treasure.model.field import Field, possible_cards, possible_pairs
from referee.games.colorful_treasure.state import start
from tests.games.colorful_treasure import oracle
from tests.games.colorful_treasure.deals import box
from tests.rooms import shown

BOOK = load_rulebook("colorful-treasure")
EVERY_CARD = [Card(*each) for each in product(oracle.WONDERS, oracle.KINDS)]


def seems_free(card: Card, seen: Sequence[Card]) -> bool:
    """Tell whether wonder and colour of a gem nobody saw both have one left to be seen."""
    at_wonder = [
        each for each in seen if each.wonder == card.wonder and each.face in oracle.COLOURS
    ]
    of_colour = [each for each in seen if each.face == card.face]
    return (
        card.face in oracle.COLOURS
        and card not in seen
        and len(at_wonder) < oracle.GEMS_OF_A_WONDER
        and len(of_colour) < oracle.BOX[card.face]
    )


def some_seen(draw: Random, cards: Sequence[Card]) -> list[Card]:
    """Draw which cards of a box were seen.

    Room is short where many wonders are known that lack a colour: it has to be at the others. So
    the gems of wonders with few of one or two colours are often seen first, and those colours last.
    """
    few = draw.sample(oracle.COLOURS, draw.choice((0, 1, 1, 2, 2)))
    gems = [card for card in cards if card.face in oracle.COLOURS]
    having = Counter(card.wonder for card in gems if card.face in few)
    gems.sort(key=lambda card: (card.face in few, having[card.wonder], draw.random()))
    others = [card for card in cards if card not in gems and draw.random() < 1 / 2]
    half = len(gems) // 2
    return gems[: draw.randint(0, half) + draw.randint(0, half)] + others


MET = ("fields", "cards", "pairs", "cards without room elsewhere", "pairs that clash")


@pytest.mark.parametrize(
    ("times", "seed", "met"),
    [
        (8, 1, (8, 346, 8_070, 2, 64)),
        pytest.param(500, 2, (500, 23_007, 549_670, 378, 6_111), marks=pytest.mark.prove),
    ],
)
def test_what_can_be_flipped_is_what_the_twin_finds_room_for(
    times: int, seed: int, met: Sequence[int]
) -> None:
    """Compare what can be flipped, singly and in pairs, after cards of a real box were seen.

    Of those some were taken, and some lie open.
    """
    draw = Random(seed)
    counted: Counter[str] = Counter()
    for _ in range(times):
        mode = draw.choice(("basic", "simple"))
        cards = [Card(*each) for each in box(draw, mode)]
        seen = some_seen(draw, cards)
        taken = [card for card in seen if draw.random() < 1 / 2]
        left = [card for card in seen if card not in taken]
        open_now = tuple(draw.sample(left, min(len(left), draw.choice((0, 0, 1, 2)))))
        field = Field.laid_out(box_of(BOOK, {"mode": (mode,)}))
        field = field.flipped(tuple(seen)).covered(tuple(taken)).flipped(open_now)
        gone = {*taken, *open_now}
        singly = [card for card in EVERY_CARD if oracle.may_be_flipped([card], seen, gone, mode)]
        assert list(possible_cards(field)) == singly, (mode, seen, taken, open_now)
        pairs = [
            pair
            for pair in combinations(singly, 2)
            if oracle.may_be_flipped(pair, seen, gone, mode)
        ]
        listed = [(one, other) for one, some in possible_pairs(field) for other in some]
        assert listed == pairs, (mode, seen, taken, open_now)
        counted["fields"] += 1
        counted["cards"] += len(singly)
        counted["pairs"] += len(pairs)
        counted["cards without room elsewhere"] += len(
            [card for card in EVERY_CARD if card not in singly and seems_free(card, seen)]
        )
        counted["pairs that clash"] += len([*combinations(singly, 2)]) - len(pairs)
    assert shown("fields", counted) == dict(zip(MET, met, strict=True))


def with_secrets_left(*wonders: int) -> Field:
    """Give a field with a card each of these wonders, though all keys and chests are of others.

    The table must have overruled that: of some wonders both were seen.
    """
    others = [wonder for wonder in oracle.WONDERS if wonder not in wonders]
    keys, chests = others[: oracle.BOX["key"]], others[-oracle.BOX["chest"] :]
    cards = [
        *(Card(wonder, face) for wonder in oracle.WONDERS for face in ("yellow", "green")),
        *(Card(wonder, "diamond") for wonder in oracle.WONDERS),
        *(Card(wonder, "red") for wonder in oracle.WONDERS if not {wonder} <= {*keys} & {*chests}),
        *(Card(wonder, "key") for wonder in keys),
        *(Card(wonder, "chest") for wonder in chests),
    ]
    return Field.laid_out(box_of(BOOK, {})).flipped(tuple(cards)).covered(tuple(cards))


@pytest.mark.parametrize(("wonders", "offers"), [((1,), 4), ((4, 7), 16)])
def test_where_nothing_can_be_flipped_by_what_was_seen_whatever_lies_there_can(
    wonders: tuple[int, ...], offers: int
) -> None:
    field = with_secrets_left(*wonders)
    assert field.size == len(wonders)
    assert possible_cards(field) == ()
    players = (Player("Ana"), Player("Bo"))
    state = replace(start(BOOK, Setup(players)), order=players, field=field)
    step = GAME.course.step(BOOK, state)
    assert step is not None
    assert (step.id, step.answers.size) == ("turn.flip", offers)
    events = [step.read(step.answers.offer(index)) for index in range(offers)]
    assert {GAME.course.judge(BOOK, state, event).verdict for event in events} == {Verdict.ALLOWED}
    taken = GAME.course.judge(BOOK, state, step.read(" ".join(f"{n}r" for n in wonders)))
    assert str(taken.reason) == f"red {wonders[0]} has been taken."
