"""The round sheet."""

from pebble_night.state import State
from referee.api import Paper, Say, SheetLine

PAPER: Paper[State] = Paper(counts=Say("round"), lines=(SheetLine("drawn", Say("drawn")),))
