"""The course of a game: its stages in order, and the consequences at the end of a turn."""

from referee import api
from referee.api import Player, Say
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.cards import SIMPLE
from referee.games.colorful_treasure.model.holding import EXPLORATION, GEM
from referee.games.colorful_treasure.stages.by_end import DEPTH
from referee.games.colorful_treasure.stages.flip_and_take import DONE, FLIP, MORE, TAKE
from referee.games.colorful_treasure.stages.plunder import PAIRS, PLUNDER
from referee.games.colorful_treasure.stages.setup import LAY_OUT, START
from referee.games.colorful_treasure.stages.tiles import BY_TILE, PICK, may_use_tile
from referee.games.colorful_treasure.state import State


class TurnEnded(api.Event[State], frozen=True):
    """The active player, who could still have used a tile, ended the turn."""

    rule = keys.USING
    sheet_line = "won"
    player: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        return self.allowed("{player}'s turn is over.")

    def apply(self, state: State) -> State:
        return api.replace(state, has_ended_turn=True)


def _ask_end(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = state.active
    return api.Prompt(
        ask=Say("Is {player}'s turn over?", player=player),
        answers=api.OneOf((DONE,), (DONE,)),
        event=lambda _: TurnEnded(player),
        default=DONE,
    )


END = api.Stage(
    id="turn.end",
    title=Say("ending the turn"),
    when=lambda state: not (state.is_over or state.has_ended_turn) and may_use_tile(state),
    actor=lambda state: state.active,
    ask=_ask_end,
    events=(TurnEnded,),
    may_pass=True,
)
STAGES = (START, LAY_OUT, PLUNDER, FLIP, MORE, TAKE, PICK, END)


def _is_turn_end(state: State) -> bool:
    return not state.is_over and not any(stage.when(state) for stage in STAGES)


def _has_few_left(state: State) -> bool:
    """Whether so few cards are left that a last round is played. Cites: COL-8.1."""
    return state.variant.mode != SIMPLE and state.field.size <= state.variant.last_round_at


def _is_last_turn_done(state: State) -> bool:
    """Whether the last turn of the last round is over. Cites: COL-8.1."""
    is_last = state.is_last_round or _has_few_left(state)
    is_last_seat = (state.turn + 1) % len(state.players) == 0
    return is_last and is_last_seat and _is_turn_end(state)


def _with_claims_lapsed(state: State) -> State:
    """Let the claims to a tile that were not used in this turn lapse. Cites: COL-5.4, COL-5.5."""
    return state.with_holding(state.active, api.replace(state.own, claimed=state.third_gems()))


def _lapsing(state: State) -> tuple[str, ...]:
    """List the colours whose third gem brings no tile any more in this turn."""
    return state.unclaimed() if state.variant.has_tiles and _is_turn_end(state) else ()


def _game_ended(state: State) -> State:
    return api.replace(_with_claims_lapsed(state), is_last_round=True, is_over=True)


def _turn_passed(state: State) -> State:
    return api.replace(
        _with_claims_lapsed(state),
        turn=state.turn + 1,
        has_flipped=False,
        has_taken=False,
        has_picked=False,
        has_ended_turn=False,
    )


def _bonus(bonus: str, rule: api.RuleLike) -> api.Consequence[State]:
    """Give the active player an earned bonus that nobody has. Cites: COL-4.1 to COL-4.4."""

    def is_earned(state: State) -> bool:
        own, is_simple = state.own, state.variant.mode == SIMPLE
        if is_simple or any(bonus in held.bonuses for held in state.holdings.values()):
            return False
        return bonus in state.variant.bonuses.earned(own.colours, own.wonders)

    def given(state: State) -> State:
        own = state.own
        return state.with_holding(state.active, api.replace(own, bonuses=(*own.bonuses, bonus)))

    def said(state: State) -> Say:
        one = "{player} takes the {bonus} bonus: {n} point."
        many = "{player} takes the {bonus} bonus: {n} points."
        n = state.variant.bonuses.worth[bonus]
        return api.plural(n, one, many, bonus=bonus, player=state.active)

    return api.Consequence(when=is_earned, apply=given, say=said, rule=rule)


def _say_few_left(state: State) -> Say:
    """Say why the game ends. Cites: COL-8.1."""
    one, many = "{n} card is left, {most} or fewer.", "{n} cards are left, {most} or fewer."
    return api.plural(state.field.size, one, many, most=state.variant.last_round_at)


def _say_last_round(state: State) -> Say:
    last = Say("This is the last round; {last} plays the last turn.", last=state.order[-1])
    return api.join((_say_few_left(state), last), " ")


def _say_last_turn_over(state: State) -> Say:
    over = Say("The game is over.")
    return over if state.is_last_round else api.join((_say_few_left(state), over), " ")


TILE_USED_UP: api.Consequence[State] = api.Consequence(
    when=lambda state: bool(state.used_up),
    apply=lambda state: api.replace(state, used_up=""),
    say=lambda state: Say("{tile} is used up: discard it.", tile=state.used_up),
    rule=keys.USING,
)
GEM_BONUS = _bonus(GEM, keys.GEM_COLOURS)
EXPLORATION_BONUS = _bonus(EXPLORATION, keys.EXPLORED)
CLAIM_LAPSED: api.Consequence[State] = api.Consequence(
    when=lambda state: bool(state.tiles and _lapsing(state)),
    apply=_with_claims_lapsed,
    say=lambda state: Say("Only one tile in a turn: none for {colours}.", colours=_lapsing(state)),
    rule=keys.SEVERAL_COLOURS,
)
NO_TILE_LEFT: api.Consequence[State] = api.Consequence(
    when=lambda state: not state.tiles and bool(_lapsing(state)),
    apply=_with_claims_lapsed,
    say=lambda state: Say("No tile is left for {colours}.", colours=_lapsing(state)),
    rule=keys.PICKED,
)
FIELD_EMPTY: api.Consequence[State] = api.Consequence(
    when=lambda state: (
        state.variant.mode == SIMPLE and not state.field.size and _is_turn_end(state)
    ),
    apply=_game_ended,
    say=lambda state: Say("The game is over."),
    rule=keys.SIMPLE_END,
)
LAST_TURN_OVER: api.Consequence[State] = api.Consequence(
    when=_is_last_turn_done,
    apply=_game_ended,
    say=_say_last_turn_over,
    rule=keys.LEFT,
)
TURN_PASSES: api.Consequence[State] = api.Consequence(
    when=_is_turn_end, apply=_turn_passed, rule=keys.FLIPPED
)
LAST_ROUND: api.Consequence[State] = api.Consequence(
    when=lambda state: (
        not (state.is_last_round or state.has_taken) and state.turn > 0 and _has_few_left(state)
    ),
    apply=lambda state: api.replace(state, is_last_round=True),
    say=_say_last_round,
    rule=keys.LEFT,
)


def _heading(state: State, stage: api.Stage[State]) -> Say:
    """Name round and stage; what may be reported at any time goes under the stage that is due."""
    now = COURSE.due(state) or stage
    if now in DEPTH.stages:
        return now.title if state.uncounted is None else Say("End: {stage}", stage=now.title)
    if now in (START, LAY_OUT):
        return Say("Setup")
    if now is FLIP:
        return Say("Last round" if state.is_last_round else "Round {round}", round=state.round)
    template = "Last round: {phase}" if state.is_last_round else "Round {round}: {phase}"
    return Say(template, round=state.round, phase=now.title)


COURSE: api.Course[State] = api.Course(
    stages=STAGES,
    anytime=BY_TILE,
    heading=_heading,
    depth=DEPTH,
    consequences=(
        *(TILE_USED_UP, GEM_BONUS, EXPLORATION_BONUS, *PAIRS, CLAIM_LAPSED, NO_TILE_LEFT),
        *(FIELD_EMPTY, LAST_TURN_OVER, TURN_PASSES, LAST_ROUND),
    ),
)
