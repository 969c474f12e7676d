"""Where there is nothing: the ghost is fed what there is, an empty draft is no draft."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee.core.ruling import Verdict
from referee.core.table import Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.no_swap_no_pay import GAME
from referee.games.no_swap_no_pay.model.coins import Coins
from referee.games.no_swap_no_pay.stages.challenge import Challenged, CoinStolen
from referee.games.no_swap_no_pay.stages.draft import CaptainChosen, CoinsDrawn, GhostFed

BOOK = load_rulebook("no-swap-no-pay")
ANA, BO, CY, DI = (Player(name) for name in ("Ana", "Bo", "Cy", "Di"))


@pytest.mark.parametrize(("treasure", "due"), [(0, 0), (1, 1), (2, 1)])
def test_the_ghost_gets_what_there_is(treasure: int, due: int) -> None:
    begun = GAME.course.apply(GAME.start(BOOK, Setup((ANA, BO, CY))), CaptainChosen(ANA))
    state = replace(begun, treasure=treasure)
    verdicts = {n: GAME.course.judge(BOOK, state, GhostFed(n)).verdict for n in (0, 1)}
    assert verdicts == {due: Verdict.ALLOWED, 1 - due: Verdict.FORBIDDEN}
    step = GAME.course.step(BOOK, state)
    assert step is not None
    assert [step.answers.offer(n) for n in range(step.answers.size)] == ["done" if due else "none"]
    assert GAME.course.apply(state, step.read(step.answers.offer(0))).treasure == treasure - due


def test_where_nothing_is_drawn_nothing_is_announced_to_go_into_the_bags() -> None:
    begun = GAME.course.apply(GAME.start(BOOK, Setup((ANA, BO, CY, DI))), CaptainChosen(ANA))
    state, drawn = replace(begun, treasure=0), CoinsDrawn(Coins())
    ruling = GAME.course.rule_on(BOOK, state, drawn)
    assert ruling.verdict is Verdict.ALLOWED
    assert str(ruling.reason) == "Ana draws no coin. The draft is 8 coins short."
    step = GAME.course.step(BOOK, GAME.course.apply(state, drawn))
    assert step is not None
    assert step.id == "challenge.target"


def test_a_coin_that_one_pays_oneself_stays_in_the_bag() -> None:
    state = GAME.start(BOOK, Setup((ANA, BO, CY, DI)))
    challenged = GAME.course.apply(state, Challenged(ANA, ANA))
    assert GAME.course.apply(challenged, CoinStolen(ANA, ANA, 1)).bags[ANA].count == 4
