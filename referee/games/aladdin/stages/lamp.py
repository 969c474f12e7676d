"""The lamp: hands on it, thefts from those who were wrong, and who has a wish."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import cast

from referee import api
from referee.api import Player, Say
from referee.api.reading import halfwidth
from referee.games.aladdin import keys
from referee.games.aladdin.model import dice
from referee.games.aladdin.model.cards import MAGIC_RING, TREASURES
from referee.games.aladdin.model.readers import card_or_none
from referee.games.aladdin.stages.transfers import cells, is_offered, judge_taking, moved
from referee.games.aladdin.state import News, State, Theft, Wish


class LampTouched(api.Event[State], frozen=True):
    """These hands touched the lamp, in this order; none if nobody did."""

    verbs = "touches touch summons had"
    filler = "the lamp in this order"
    rule = keys.MUST_RUB
    sheet_line = "lamp"
    hands: tuple[Player, ...]

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if not self.hands:
            return self.allowed("Nobody touches the lamp.")
        shown = state.dice_in_order
        calls = dice.summons(shown, self.hands, to_other=state.variant.match_to_other)
        wrong = dice.wrong_hands(shown, self.hands)
        in_order = self.say("{hands} touch the lamp in this order.")
        parts = [in_order] if len(self.hands) > 1 else []
        parts += [
            Say("{player} summons the genie on {n}.", player=each.player, n=each.number)
            for each in calls
        ]
        if wrong:
            parts.append(Say("{players} had no right to touch it.", players=wrong))
        if len(wrong) > 1:
            parts.append(Say("They pay in order of seating."))
        several = (
            (keys.LOWER_FIRST, keys.ONE_SUMMONS) if len(dice.shared_numbers(shown)) > 1 else ()
        )
        rules = (
            *(keys.MUST_RUB, keys.FIRST_HAND, *several),
            *((keys.WRONG_RUB,) if wrong else ()),
            *((keys.OWN_DOUBLES,) if state.variant.dice_each > 1 else ()),
        )
        return self.allowed(api.join(parts, " ") if len(parts) > 1 else parts[0], *rules)

    def apply(self, state: State) -> State:
        """Sort the hands: wrong ones are settled first. Cites: ALA-3.3 to ALA-3.7."""
        shown = state.dice_in_order
        calls = dice.summons(shown, self.hands, to_other=state.variant.match_to_other)
        late = dice.late_hands(shown, self.hands, calls)
        too_late = Say("{players} touched the lamp too late.", players=late)
        lapsed = "The number {n} does nothing: nobody summons a genie on it."
        news = [News(keys.FIRST_HAND, too_late)] if late else []
        numbers = dice.lapsed_numbers(shown, self.hands, calls)
        news += (News(keys.ONE_SUMMONS, Say(lapsed, n=number)) for number in numbers)
        return api.replace(
            state,
            touched=self.hands,
            wrong=dice.wrong_hands(shown, self.hands),
            callers=tuple(each.player for each in calls),
            news=(*state.news, *news),
        )

    def tell(self, state: State) -> api.SheetCells:
        return {api.SHARED: self.say("{hands}") if self.hands else Say("nobody")}


class OpponentChosen(api.Event[State], frozen=True):
    """A player with a wrong hand chose who may steal."""

    verbs = "chooses"
    rule = keys.WRONG_RUB
    sheet_line = "lamp"
    player: Player
    opponent: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.opponent == self.player:
            return self.forbidden("{player} must choose an opponent.")
        return self.allowed("{player} chooses {opponent}.")

    def apply(self, state: State) -> State:
        return api.replace(state, pending=Theft(self.player, self.opponent))

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: self.say("wrong, chooses {opponent}")}


class _AfterWrongRub(api.Event[State], frozen=True):
    """An opponent stole from a player with a wrong hand, or did not."""

    rule = keys.WRONG_RUB
    actor_field = "thief"
    sheet_line = "lamp"
    thief: Player
    victim: Player

    def refuse_victim(self, state: State) -> api.Ruling | None:
        """Refuse a victim who did nothing wrong."""
        player = _offender(state)
        if player in {None, self.victim}:
            return None
        return self.forbidden("{player} touched the lamp out of turn, not {victim}.", player=player)


class CardStolen(_AfterWrongRub, frozen=True):
    """The opponent stole this card after a wrong rub."""

    verbs = "steals"
    card: str

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if refused := self.refuse_victim(state):
            return refused
        said = self.say("{thief} steals {card} from {victim}.", card=state.name_of(self.card))
        return judge_taking(self, state, said, (self.victim, self.card))

    def apply(self, state: State) -> State:
        return moved(state, self.card, self.victim, self.thief).settled(Theft)

    def tell(self, state: State) -> api.SheetCells:
        lost, won = (self.victim, "- {card}", self.card), (self.thief, "+ {card}", self.card)
        return cells(lost, won, state=state)


class NothingStolen(_AfterWrongRub, frozen=True):
    """The opponent stole nothing after a wrong rub."""

    verbs = "takes"

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        return self.refuse_victim(state) or self.allowed(
            "{thief} takes nothing from {victim}.", keys.NOTHING_TO_STEAL
        )

    def apply(self, state: State) -> State:
        return state.settled(Theft)

    def tell(self, state: State) -> api.SheetCells:
        return {self.thief: Say("takes none")}


def _offender(state: State) -> Player | None:
    return state.pending.player if isinstance(state.pending, Theft) else None


def _thief(state: State) -> Player | None:
    return state.pending.opponent if isinstance(state.pending, Theft) else None


def _sole_opponent(state: State) -> Player | None:
    """Return the only opponent of a wrong hand, who may steal without being chosen."""
    player = _offender(state)
    if player is None or _thief(state):
        return None
    opponents = [each for each in state.players if each != player]
    return opponents[0] if len(opponents) == 1 else None


class Hands(api.Ordering, frozen=True):
    """Players in the order of their hands, also in sentences such as *Bo was first, then Ana*.

    >>> Hands((Player("Ana"), Player("Bo"))).parse("Bo touches the lamp before Ana")
    ('Bo', 'Ana')
    """

    def parse(self, words: str) -> tuple[Player, ...]:
        """Read names, or a sentence whose words agree with their order. Raises BadAnswer."""
        try:
            return super().parse(words)
        except api.BadAnswer:
            with suppress(api.BadAnswer):
                return tuple(self._said(words))
            raise

    def _said(self, words: str) -> Iterator[Player]:
        """Yield a player of each part of a sentence; the first may say *first*, and so on."""
        parts = re.split(_THEN, re.sub(_FASTER, r"before \1", halfwidth(words)))
        for place, part in enumerate(parts):
            own = _ORDER[min(place, len(_ORDER) - 1)]
            own = f"{own}|only" if len(parts) == 1 else own
            found = re.fullmatch(_HAND.format(own=own), part.strip(" .!"), re.IGNORECASE)
            hands = super().parse(found["who"] if found else part)
            if len(hands) != 1 and (hands or len(parts) > 1):
                raise api.BadAnswer(Say("Name the players in order, or none."))
            yield from hands


_THEN = (
    r"(?i)\s*(?:[,>]|\b(?:(?:is |was )?(?:faster|quicker) than|before|beats?|followed by|"
    r"then|and)\b)"
    r"(?:\s*(?:,|\b(?:and|then|next|comes|is)\b))*\s*"
)
_FASTER = r"(?<= )beats (.+) faster$"
_ORDER = ("first|faster|fastest", "second|too|also|afterwards", "third|too|also", "too|also")
"""How people say that a hand was the first, the second, or a later one."""
_HAND = (
    r"(?:it was |just )?(?:(?:{own})(?: is| was|:)? )?(?P<who>\S+(?: \S+)*?)(?:'s)?(?: hand)?"
    r"(?: (?:is|was|{own}|touch(?:es|ed)?|rub(?:s|bed)?|grab(?:s|bed)?|(?:the )?lamp|it|"
    r"(?:in that )?order))*"
)
"""A player, with words about a hand on the lamp."""


def _ask_lamp(book: api.Rulebook, state: State) -> api.Prompt[State]:
    shared = dice.shared_numbers(state.dice_in_order)
    lines = [dice.must_touch(n, players) for n, players in shared.items()]
    ask = Say("Who touches the lamp, first hand first?")
    if not shared:
        lines = [Say("No number is shown by two players: nobody may touch the lamp.")]
        ask = Say("Did anyone touch the lamp anyway?")
    return api.Prompt(
        ask=ask,
        answers=Hands(state.players),
        event=LampTouched,
        rules=(keys.MUST_RUB, keys.FIRST_HAND, keys.WRONG_RUB),
        default=None if shared else api.NOTHING,
        notices=tuple(api.Notice(line, keys.MUST_RUB) for line in lines),
        detail=Say("(seats or names in order; - if nobody)"),
    )


class Thief(api.SomePlayer, frozen=True):
    """A player, also as *Bo steals*."""

    def parse(self, words: str) -> Player | None:
        """Read the name. Raises BadAnswer."""
        said = re.fullmatch(_STEALS, words)
        return super().parse(said[1] if said else words)


_STEALS = r"(?i)(?:let )?(.+?)(?: (?:should|may|will|shall|can))? steals?"


def _ask_opponent(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = cast("Player", _offender(state))
    events = {each: OpponentChosen(player, each) for each in state.players}
    offered = tuple(each for each, event in events.items() if is_offered(book, state, event))
    return api.Prompt(
        ask=Say("{player} had no right to touch it. Who steals from {player}?", player=player),
        answers=Thief(state.players, offered),
        event=events.__getitem__,
    )


def _ask_theft(book: api.Rulebook, state: State) -> api.Prompt[State]:
    thief, victim = cast("Player", _thief(state)), cast("Player", _offender(state))
    readable = state.names.readable((*TREASURES, MAGIC_RING))
    offered = tuple(map(state.name_of, state.holdings[victim].unprotected()))
    return api.Prompt(
        ask=Say("{thief}, steal a card from {victim}.", thief=thief, victim=victim),
        answers=api.CustomAnswer(
            (*offered, api.NOTHING),
            lambda words: card_or_none(words, readable),
            Say("{cards}; or none", cards=offered),
        ),
        event=lambda card: (
            NothingStolen(thief, victim) if card == api.NOTHING else CardStolen(thief, victim, card)
        ),
        rules=(keys.WRONG_RUB, keys.NOTHING_TO_STEAL, keys.SETS),
        context=(state.holding_line(victim),),
    )


LAMP = api.Stage(
    id="lamp.touched",
    is_observed=True,
    title=Say("lamp"),
    when=lambda state: state.touched is None and not state.is_over,
    ask=_ask_lamp,
    events=(LampTouched,),
)
OPPONENT = api.Stage(
    id="lamp.opponent",
    title=Say("wrong rub"),
    when=lambda state: _offender(state) is not None and _thief(state) is None,
    actor=_offender,
    ask=_ask_opponent,
    events=(OpponentChosen,),
)
THEFT = api.Stage(
    id="lamp.stolen",
    title=Say("theft"),
    when=lambda state: _thief(state) is not None,
    actor=_thief,
    ask=_ask_theft,
    events=(CardStolen, NothingStolen),
)
NOTHING_TO_STEAL: api.Consequence[State] = api.Consequence(
    when=lambda state: (
        isinstance(state.pending, Theft) and not state.holdings[state.pending.player].unprotected()
    ),
    apply=lambda state: state.settled(Theft),
    say=lambda state: Say(
        "{player} has nothing that can be stolen.", player=_offender(state) or ""
    ),
    rule=(keys.WRONG_RUB, keys.NOTHING_TO_STEAL),
)
ONLY_OPPONENT: api.Consequence[State] = api.Consequence(
    when=lambda state: _sole_opponent(state) is not None,
    apply=lambda state: api.replace(
        state, pending=Theft(cast("Player", _offender(state)), _sole_opponent(state))
    ),
    say=lambda state: Say(
        "{opponent} may steal a card from {player}.",
        opponent=_sole_opponent(state) or "",
        player=_offender(state) or "",
    ),
    rule=keys.WRONG_RUB,
)
WRONG_RUB: api.Consequence[State] = api.Consequence(
    when=lambda state: state.is_idle and bool(state.wrong),
    apply=lambda state: api.replace(state, pending=Theft(state.wrong[0]), wrong=state.wrong[1:]),
    rule=keys.WRONG_RUB,
)
SUMMONS: api.Consequence[State] = api.Consequence(
    when=lambda state: state.is_idle and bool(state.callers),
    apply=lambda state: api.replace(
        state, pending=Wish(state.callers[0]), callers=state.callers[1:]
    ),
    rule=keys.LOWER_FIRST,
)
