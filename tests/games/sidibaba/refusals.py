"""How a refusal of play is put as a question: its name and its facts, as they are typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from referee.core.ruling import Ruling
from referee.games.sidibaba.model.tokens import GENIE, is_jewel
from referee.games.sidibaba.stages.leader import ON_LOOT
from referee.games.sidibaba.state import (
    EVENTS_UNDER_WAY,
    GENIES_UNDER_WAY,
    AskingTheWay,
    Entering,
    Handing,
    LeaderMoving,
    Looting,
    LosingLamp,
    Relighting,
    Sharing,
    State,
    Telling,
    Thieving,
    Trading,
    shares_of_lamps,
)
from referee.testing.disputes import told
from tests.games.sidibaba import seen

Asked: TypeAlias = "tuple[str, Mapping[str, str | list[str]]] | None"
MAZES = {"maze": "tests/games/sidibaba/mazes/of_the_tests.yaml"}
"""The maze of the fixtures, in a file."""


def named(order: Sequence[str]) -> str:
    return ",".join(map(told, order))


def counted(counts: Mapping[Any, int]) -> str:
    return ",".join(f"{told(who)}:{n}" for who, n in counts.items()) or "none"


def shown(tokens: Sequence[str], mark: str = ",") -> str:
    return mark.join(tokens) or "none"


def known(state: State, player: str) -> tuple[str, ...] | None:
    """Give the tokens of somebody if all of them are known."""
    held = state.holdings[player]  # type: ignore[index]
    return None if held.hidden else held.tokens


def during(state: State) -> str:
    """Say what goes on, in the words of the question `when`."""
    if state.outcome:
        return "end"
    now = state.now
    if now is None:
        return "march" if state.order else "setup"
    words = {
        Entering: "square",
        Sharing: "share",
        Handing: "hand",
        LosingLamp: "lamp",
        Relighting: "order",
        **dict.fromkeys(GENIES_UNDER_WAY, "genie"),
        **dict.fromkeys(EVENTS_UNDER_WAY, "event"),
    }
    if isinstance(now, Looting):
        return "lock" if now.lock else "found"
    return words[type(now)]


def question_for(state: State, event: Any, ruling: Ruling) -> Asked:
    """Put a refusal of play; None where no question is named for it, as for a second vote."""
    asking = ASKING.get(type(event))
    return asking(state, event, ruling) if asking else None


def _lamps(state: State, event: Any, ruling: Ruling) -> Asked:
    """Who has more lamps than due has them from somebody: the sum stays twelve."""
    shares = shares_of_lamps(state.all_lamps, len(state.players))
    least, due, more = min(shares), sum(n > min(shares) for n in shares), len(event.more)
    lamps = [least + (player in event.more) for player in state.players]
    lamps[lamps.index(max(lamps)) if more < due else lamps.index(min(lamps))] += due - more
    return "setup", {"adventurers": str(len(lamps)), "shares": ",".join(map(str, lamps))}


def _placed(state: State, event: Any, ruling: Ruling) -> Asked:
    return "enter", {**MAZES, "at": str(event.square), "facing": event.facing.value}


def _order(state: State, event: Any, ruling: Ruling) -> Asked:
    if sorted(event.order) != sorted(state.players) or not state.order:
        return None
    return "lead", {"order": named(event.order), "lamps": counted(state.lamps)}


def _moved(state: State, event: Any, ruling: Ruling) -> Asked:
    if during(state) != "march":
        return "when", {"do": "move", "during": during(state)}
    if state.maze is None or state.party is None or state.facing is None:
        return None
    facts = {"at": str(state.party), "facing": state.facing.value, "go": event.move}
    found = [str(square) for square in state.emptied]
    return "move", {**MAZES, **facts, "found": found, "slid": [str(each) for each in state.slid]}


def _entered(state: State, event: Any, ruling: Ruling) -> Asked:
    if not isinstance(state.now, Entering):
        return None
    treasure = "found" if state.treasure_found else "hidden"
    if event.what == "exit":
        return "escape", {"treasure": treasure, "at": "exit"}
    if event.what not in {"chest", "treasure"}:
        return None
    chests = str(state.chests_found)
    return "find", {"found": event.what, "chests": chests, "treasure": treasure}


def _voted(state: State, event: Any, ruling: Ruling) -> Asked:
    if during(state) not in {"march", "order"}:
        return "when", {"do": "vote", "during": during(state)}
    if state.voted or state.leads:
        return None
    facts = {"votes": counted(dict(event.votes)), "adventurers": str(len(state.players))}
    if isinstance(event, seen.OrderVoted):
        facts |= {"about": "order", "lamps": counted(state.lamps)}
    return "vote", facts


def _drawn(state: State, event: Any, ruling: Ruling) -> Asked:
    now = state.now
    if not isinstance(now, Looting) or now.lock:
        return None
    facts = {"order": named(state.order), "found": now.found, "tokens": shown(event.tokens)}
    return "share", facts


def _lamp(state: State, event: Any, ruling: Ruling) -> Asked:
    if not isinstance(state.now, LosingLamp):
        return None
    return "discard", {"player": told(event.player), "lamps": counted(state.lamps)}


def _picked(state: State, event: Any, ruling: Ruling) -> Asked:
    now = state.now
    if not isinstance(now, Sharing) or not now.due or event.player != now.due[0]:
        return None
    takes = event.token if isinstance(event, seen.TokenPicked) else "none"
    return "pick", {"there": shown(now.pool), "takes": takes}


def _rolled(state: State, event: Any, ruling: Ruling) -> Asked:
    now = state.now
    if not isinstance(now, Looting) or not now.lock or now.rolled:
        return None
    kind = "small" if now.lock == "padlock" else "combination"
    rolls = ",".join(map(str, event.numbers))
    return "lock", {"kind": kind, "order": named(now.line), "rolls": rolls}


def _left(state: State, event: Any, ruling: Ruling) -> Asked:
    return "when", {"do": "leave", "during": during(state)}


def _handed(state: State, event: Any, ruling: Ruling) -> Asked:
    now = state.now
    if not isinstance(now, Handing) or event.player != now.player:
        return None
    drawn = [token for _, token in event.tokens]
    drawn += ["1"] * (len(state.players) - len(drawn))
    gives = ",".join(f"{told(who)}:{token}" for who, token in event.tokens) or "none"
    return "hand", {"order": named(state.order), "drawn": shown(drawn), "gives": gives}


def _genie(state: State, event: Any, ruling: Ruling) -> Asked:
    if during(state) in {"setup", "end"}:
        return "when", {"do": "genie", "during": during(state)}
    if state.pending_of(*GENIES_UNDER_WAY) and not state.genie_used:
        return "when", {"do": "genie", "during": "genie"}
    holds = known(state, event.player)
    facts = {"use": event.genie, "used": "yes" if state.genie_used else "no"}
    if holds is None:  # what a theft can have left is asked of the record
        return ("genie", facts) if state.genie_used else _of_the_robbed(state, event.player, GENIE)
    return "genie", {**facts, "holds": shown(holds)}


def _of_the_robbed(state: State, player: Any, token: str) -> Asked:
    """Put a token that no theft can have left."""
    hidden = state.holdings[player].hidden
    rest = [each for each in _robbed(state, player) if each != token][: hidden - 1]
    return _shown_of_the_robbed(state, player, (token, *rest)) if hidden else None


def _shown_of_the_robbed(state: State, player: Any, shows: Sequence[str]) -> Asked:
    holds = _robbed(state, player)
    stolen = str(len(holds) - state.holdings[player].hidden)
    facts = {"holds": shown(holds, "+"), "stolen": stolen, "shows": shown(shows, "+")}
    return ("left", facts) if holds else None


def _robbed(state: State, player: Any) -> tuple[str, ...]:
    """Give what somebody had before the one theft, where nothing was seen of it since."""
    held = state.holdings[player]
    if len(held.past) != 1 or held.unseen or held.gone or held.past[0].gone or held.tokens:
        return ()
    return () if "hidden" in held.past[0].got else held.past[0].got


def _paid(state: State, event: Any, ruling: Ruling) -> Asked:
    now, holds = state.now, known(state, event.player)
    if not isinstance(now, AskingTheWay) or now.paid is None:
        return None
    if holds is None:
        return _of_the_robbed(state, event.player, event.jewel) if is_jewel(event.jewel) else None
    own = (*(jewel for payer, jewel in now.put if payer == event.player), event.jewel)
    who = told(event.player)
    return "pay", {"paid": f"{who}:{shown(own, '+')}", "holds": f"{who}:{shown(holds, '+')}"}


def _kept(state: State, event: Any, ruling: Ruling) -> Asked:
    if event.token in {"none", "hidden"} or during(state) != "genie":
        return None
    return "keep", {"drawn": event.token, "keeps": event.token}


def _event(state: State, event: Any, ruling: Ruling) -> Asked:
    if during(state) in {"setup", "end"}:
        return "when", {"do": "event", "during": during(state)}
    is_under_way = any(isinstance(each, EVENTS_UNDER_WAY) for each in state.pending)
    if state.events_held and is_under_way:
        is_wrong_anyway = ruling.rules[0].rule_id != "SID-6.1"
        return None if is_wrong_anyway else ("when", {"do": "event", "during": "event"})
    if event.event == "landslide" and not event.to_move and state.events_held:
        if state.maze is None or event.square is None or state.party is None:
            return None
        facts: dict[str, str | list[str]] = {"at": str(event.square), "party": str(state.party)}
        if state.leader:
            facts["leader"] = str(state.leader)
        facts["slid"] = [str(each) for each in state.slid]
        facts["found"] = [str(each) for each in state.emptied]
        if event.square not in state.maze:  # in play the first rule is that of the event
            return None
        return "landslide", {**MAZES, **facts}
    facts = {"play": event.event, "held": str(state.events_held)}
    if event.to_move:
        facts["as"] = "move"
    if event.event == "movement":
        facts["arrows"] = str(event.arrows)
    looting = state.pending_of(Looting)
    if event.event in ON_LOOT:
        facts["on"] = looting.found if looting else "nothing"
        facts["locked"] = (looting.lock if looting else "") or "no"
    return "event", facts


def _leader(state: State, event: Any, ruling: Ruling) -> Asked:
    now = state.now
    if not isinstance(now, LeaderMoving) or state.maze is None or state.party is None:
        return None
    if event.square is not None and event.square not in state.maze:
        return None
    facts = {
        "at": str(state.leader) if state.leader else "off",
        "squares": str(now.squares),
        "party": str(state.party),
        "to": str(event.square) if event.square else "off",
    }
    return "leader", {**MAZES, **facts, "slid": [str(each) for each in state.slid]}


def _stolen(state: State, event: Any, ruling: Ruling) -> Asked:
    if not isinstance(state.now, Thieving) or event.token:
        return None
    among = state.now.among  # they were in front when it began; a new lamp may lead since
    behind = [player for player in state.order if player not in among]
    return "thief", {"order": named((*among, *behind)), "from": told(event.player)}


def _tale(state: State, event: Any, ruling: Ruling) -> Asked:
    if not isinstance(state.now, Telling) or event.player != state.now.due[0]:
        return None
    return "tale", {"order": named(state.order), "rolls": str(event.number)}


def _given(state: State, event: Any, ruling: Ruling) -> Asked:
    now, holds = state.now, known(state, event.player)
    if not isinstance(now, Telling) or event.player != now.giver:
        return None
    if holds is None:
        return _of_the_robbed(state, event.player, event.token) if is_jewel(event.token) else None
    return "gift", {"gives": event.token, "holds": shown(holds)}


def _laid(state: State, event: Any, ruling: Ruling) -> Asked:
    now = state.now
    if not isinstance(now, Trading) or known(state, event.player) is not None:
        return None
    return _of_the_robbed(state, event.player, event.token) if is_jewel(event.token) else None


def _turned_up(state: State, event: Any, ruling: Ruling) -> Asked:
    if "curse" in event.tokens or ruling.rules[0].rule_id != "SID-9.4":
        return None
    return _shown_of_the_robbed(state, event.player, event.tokens)


ASKING: Mapping[type[Any], Callable[[State, Any, Ruling], Asked]] = {
    seen.LampsShared: _lamps,
    seen.PartyPlaced: _placed,
    seen.OrderTaken: _order,
    seen.MoveDeclared: _moved,
    seen.SquareEntered: _entered,
    seen.VoteHeld: _voted,
    seen.OrderVoted: _voted,
    seen.LootDrawn: _drawn,
    seen.LampGone: _lamp,
    seen.TokenPicked: _picked,
    seen.NothingPicked: _picked,
    seen.LockRolled: _rolled,
    seen.LockLeft: _left,
    seen.TokensHanded: _handed,
    seen.GenieUsed: _genie,
    seen.JewelPaid: _paid,
    seen.RewardKept: _kept,
    seen.EventPlayed: _event,
    seen.LeaderMoved: _leader,
    seen.TokenStolen: _stolen,
    seen.TaleRolled: _tale,
    seen.TokenGiven: _given,
    seen.TokenLaid: _laid,
    seen.TokensShown: _turned_up,
}
"""How each kind of event is put; sand is refused only as asked back, which no question is."""
