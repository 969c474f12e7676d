"""The fair is held against all that every game promises."""

from referee.testing import contract

test_contract = contract("pebble-fair")
