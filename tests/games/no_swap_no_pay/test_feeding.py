"""The ghost is fed what is due, and nothing where the treasure bag has run out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee.core.ruling import Verdict
from referee.core.table import Player, Setup
from referee.files.rulebooks import load_rulebook
from referee.games.no_swap_no_pay import GAME
from referee.games.no_swap_no_pay.stages.setup import CaptainChosen, GhostFed

BOOK = load_rulebook("no-swap-no-pay")
ANA, BO, CY = (Player(name) for name in ("Ana", "Bo", "Cy"))


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
