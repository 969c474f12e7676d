"""The game is held against all that every game promises."""

from referee.testing import contract

test_contract = contract("stone-night")
