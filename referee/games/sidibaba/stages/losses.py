"""What curses and the Leader cost, and the end, when the robbed turn up their tokens."""

from collections import Counter

from referee import api
from referee.api import Player, Say
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.tokens import (
    CURSE,
    Holding,
    ask_about_high,
    in_order,
    jewel_words,
    refuse_unknown_faces,
)
from referee.games.sidibaba.stages.base import HiddenTokens, Report, during
from referee.games.sidibaba.state import CAUGHT, LosingLamp, State


def catch_party(state: State) -> State:
    """Rob the party, or end the game if it has no unlit lamp. Cites: SID-7.1 to SID-7.3."""
    if not state.unlit:
        said = Say("Caught without a lamp: {leader} wins.", leader=state.leader_name)
        return api.replace(state, outcome=CAUGHT).saying(keys.CAUGHT, said)
    most = dict.fromkeys(state.players, state.variant.stolen_of_others)
    most[state.front] = state.variant.stolen_in_front
    holdings = {
        player: held.robbed(min(held.count, most[player]))
        for player, held in state.holdings.items()
    }
    robbed = api.replace(state, holdings=holdings, leader=None, may_meet=False)
    robbed = robbed.saying(keys.STOLEN_IN_FRONT, _stolen_words(state, robbed))
    robbed = robbed.saying(keys.LAMP_THAT_GOES, Say("Take the Leader token off the map."))
    if not state.variant.catch_takes_burning:
        return robbed.losing(1, is_curse=False)
    if not state.is_lit:  # what they talk over burns already, so one more has to be laid out
        robbed = robbed.losing(1, is_curse=False)
        return api.replace(robbed, glass=robbed.glass + 1, genie_used=False)
    goes = Say("The lamp goes out. Turn the timer; no event is drawn.")
    robbed = robbed.saying(keys.LAMP_THAT_GOES, goes)
    dark = api.replace(robbed, is_lit=False, discarded=robbed.discarded + 1)
    return api.replace(dark, glass=dark.glass + 1, genie_used=False).relighting()


def _stolen_words(before: State, after: State) -> Say:
    stolen = tuple(
        Say("{n} from {player}", n=held.count - after.holdings[player].count, player=player)
        for player, held in before.holdings.items()
        if held.count > after.holdings[player].count
    )
    if not stolen:
        return Say("Caught! Nobody has a token.")
    return Say("Caught! The Leader takes {stolen}, unseen.", stolen=stolen)


def met_cells(before: State, after: State) -> api.SheetCells:
    """Return what the party or the Leader token met, for the round sheet."""
    is_caught = after.outcome == CAUGHT or after.glass > before.glass
    met_with = {
        "caught": is_caught or _catches_under_way(after) > _catches_under_way(before),
        api.identifier("Treasure"): after.treasure_found and not before.treasure_found,
        api.identifier("chest"): after.chests_found > before.chests_found,
    }
    return {api.SHARED: tuple(Say(what) for what, is_so in met_with.items() if is_so)}


def _catches_under_way(state: State) -> int:
    return sum(isinstance(each, LosingLamp) and not each.is_curse for each in state.pending)


class LampGone(Report, frozen=True):
    """An unlit lamp of this adventurer was discarded, for a curse or because of the Leader."""

    filler = "discards hers his one of lamps"
    rule = keys.CURSES
    tells_rule = True
    player: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        rule = _rule_of(state)
        if self.player not in state.lamp_owners:
            return self.forbidden("{player} has no unlit lamp.", keys.CURSES, keys.LAMP_THAT_GOES)
        one, many = "{player} loses a lamp; {n} is left.", "{player} loses a lamp; {n} are left."
        return self.allowed(api.plural(sum(state.lamps.values()) - 1, one, many), rule)

    def apply(self, state: State) -> State:
        return _take_lamp(state, self._owner(state))

    def tell(self, state: State) -> api.SheetCells:
        return dict.fromkeys(self._owner(state), Say("lamp gone"))

    def _owner(self, state: State) -> tuple[Player, ...]:
        """Return whose lamp it is: another adventurer's if this one has none, if there is one."""
        return (self.player,) if state.lamps[self.player] else state.lamp_owners[:1]


def _take_lamp(state: State, owners: tuple[Player, ...]) -> State:
    """Return the state without a lost lamp; after the last one, what waited goes on."""
    for owner in owners:
        state = state.with_lamps(owner, -1)
    now = state.current(LosingLamp)
    if now.lamps > 1:
        return state.instead(now, api.replace(now, lamps=now.lamps - 1))
    return state.done(LosingLamp)


def _rule_of(state: State) -> api.RuleLike:
    return keys.CURSES if state.current(LosingLamp).is_curse else keys.LAMP_THAT_GOES


def _ask_lamp(book: api.Rulebook, state: State) -> api.Prompt[State]:
    owners = state.lamp_owners
    return api.Prompt(
        ask=Say("Whose unlit lamp is discarded?"),
        answers=api.SomePlayer(state.players, owners),
        event=lambda player: LampGone(player or owners[0]),
        rules=(_rule_of(state),),
        default=f"@{owners[0]}" if len(owners) == 1 else None,
        forced_by=_rule_of(state),
    )


def _goes_unasked(state: State) -> bool:
    """Return whether nobody is asked whose lamps go: all lamps do, or one adventurer has them."""
    if not isinstance(state.now, LosingLamp) or state.outcome:
        return False
    if len(state.lamp_owners) == 1:
        return not state.variant.asks_sole_owner
    return 0 < sum(state.lamps.values()) <= state.owed


def _discard_unasked(state: State) -> State:
    """Return the state without the lamps lost now, with the news of whose they were."""
    lamps, rule, owners = state.current(LosingLamp).lamps, _rule_of(state), state.lamp_owners
    said = Say("Every unlit lamp is discarded, those of {players}.", players=owners)
    if len(owners) == 1:
        one = "{player} discards {n} unlit lamp; nobody else has one."
        many = "{player} discards {n} unlit lamps; nobody else has one."
        said = api.plural(lamps, one, many, player=owners[0])
    for _ in range(lamps):
        state = _take_lamp(state, state.lamp_owners[:1])
    return state.saying(rule, said)


CURSED = api.Stage(
    id="loot.curse",
    title=Say("a curse"),
    when=during(LosingLamp, lambda now: now.is_curse),
    ask=_ask_lamp,
    events=(LampGone,),
)
CAUGHT_STAGE = api.Stage(
    id="march.lamp", title=Say("caught"), when=during(LosingLamp), ask=_ask_lamp, events=(LampGone,)
)


SETTLED: api.Consequence[State] = api.Consequence(
    when=_goes_unasked, apply=_discard_unasked, rule=(keys.CURSES, keys.LAMP_THAT_GOES)
)


class TokensShown(Report, frozen=True):
    """At the end an adventurer turned up all tokens."""

    verbs = "shows"
    rule = keys.ON_RECORD
    sheet_line = "shown"
    player: Player
    tokens: tuple[str, ...]

    @property
    def counted(self) -> tuple[api.FieldPath, ...]:
        return (("holdings", str(self.player)),)

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if refused := refuse_unknown_faces(book, *self.tokens):
            return refused
        held = state.holdings[self.player]
        if CURSE in self.tokens and not held.may_have(CURSE):  # the table may have let one keep it
            return self.impossible("Nobody holds a curse.", keys.CURSES)
        if not held.hidden:
            return self.forbidden("{player}'s tokens are known.")
        if len(self.tokens) != held.count:
            said = api.plural(
                held.hidden,
                "According to the record {player} has {n} hidden token, not {told}.",
                "According to the record {player} has {n} hidden tokens, not {told}.",
                told=len(self.tokens) - len(held.tokens),
            )
            return self.impossible(said)
        if not held.may_have(*self.tokens):
            short = "According to the record {player} cannot have {tokens}."
            return self.impossible(short, tokens=jewel_words(self.tokens))
        shown = self.say("{player} shows {tokens}.", tokens=jewel_words(self.tokens))
        asked = ask_about_high(book, shown, self.tokens)
        return asked or self.allowed(shown, keys.ON_RECORD, keys.STOLEN_IN_FRONT)

    def apply(self, state: State) -> State:
        return state.with_holding(self.player, Holding(in_order(self.tokens)))


def _all_tokens(held: Holding, tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Return all tokens held; ``tokens`` are the hidden ones, or all of them."""
    is_all = len(tokens) == held.count and not Counter(held.tokens) - Counter(tokens)
    return in_order(tokens if is_all else (*held.tokens, *tokens))


def _ask_tokens(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = state.unseen[0]
    held = state.holdings[player]
    return api.Prompt(
        ask=api.plural(
            held.hidden,
            "{player}, show your hidden token.",
            "{player}, show your {n} hidden tokens.",
            player=player,
        ),
        answers=HiddenTokens(held),
        event=lambda tokens: TokensShown(player, _all_tokens(held, tokens)),
        default="",  # also where the record leaves one answer, the tokens are turned up
        context=(Say("Known: {held}.", held=held.said),),
    )


SHOW = api.Stage(
    id="end.tokens",
    has_values=True,
    title=Say("turning up tokens"),
    when=lambda state: bool(state.outcome and state.unseen),
    actor=lambda state: state.unseen[0],
    ask=_ask_tokens,
    events=(TokensShown,),
)
