"""Wishes: lamp cards accepted or refused, and whether one is done."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from referee import api
from referee.api import Player, Say
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import METALS
from referee.games.aladdin.stages.transfers import SpokenChoices
from referee.games.aladdin.state import State, Wish


def refuse_answer(
    book: api.Rulebook, card: int, answer: str, *, wish_stop: bool
) -> api.Ruling | None:
    """Forbid refusing the last lamp card, and stopping before the next one is drawn.

    ``answer`` is ``accept``, ``refuse``, or ``stop`` if this card, counted from 1, is not drawn.
    Cites: ALA-4.1, ALA-4.5.
    """
    last = book[keys.WISHES]
    if answer == "refuse" and card >= last:
        said = "Lamp card {n} must be done: it is the last."
        return api.forbidden(said, keys.WISHES, n=card)
    if answer == "stop" and not wish_stop:
        said = "After a refusal the next lamp card is drawn."
        return api.forbidden(said, keys.STOPPING_WISHES, keys.WISHES)
    if answer == "stop" and card == 1:
        said = "The player who summons the genie draws a lamp card."
        return api.forbidden(said, keys.WISHES, keys.STOPPING_WISHES)
    return None


class WishAccepted(api.Event[State], frozen=True):
    """A player accepted a lamp card."""

    verbs = "accepts"
    rule = keys.WISHES
    sheet_line = "lamp"
    player: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        return self.allowed("{player} accepts the wish.")

    def apply(self, state: State) -> State:
        return with_wish(state, is_accepted=True, may_be_done=False)

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: Say("accepts")}


class WishRefused(api.Event[State], frozen=True):
    """A player refused a lamp card."""

    verbs = "refuses"
    rule = keys.WISHES
    sheet_line = "lamp"
    player: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        said = "{player} refuses: the lamp card goes under the deck, without effect."
        refused = refuse_answer(book, _number(state), "refuse", wish_stop=state.variant.wish_stop)
        return refused or self.allowed(said, self.rule, keys.LAMP_CARD_BACK)

    def apply(self, state: State) -> State:
        number = _number(state)
        is_last = number >= state.variant.wishes
        return state.settled(Wish) if is_last else with_wish(state, refused=number)

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: Say("refuses")}


class WishesStopped(api.Event[State], frozen=True):
    """A player drew no further lamp card after a refusal."""

    rule = keys.STOPPING_WISHES
    sheet_line = "lamp"
    player: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        refused = refuse_answer(book, _number(state), "stop", wish_stop=state.variant.wish_stop)
        return refused or self.allowed("{player} draws no other lamp card.")

    def apply(self, state: State) -> State:
        return state.settled(Wish)

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: Say("stops")}


class WishFinished(api.Event[State], frozen=True):
    """The wish was done, or continues with another effect."""

    rule = keys.AS_FAR_AS_POSSIBLE
    sheet_line = "lamp"
    is_done: bool

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if not self.is_done:
            return self.allowed("The wish continues.")
        said = "The wish is done: the lamp card goes under the deck."
        return self.allowed(said, self.rule, keys.LAMP_CARD_BACK)

    def apply(self, state: State) -> State:
        return state.settled(Wish) if self.is_done else with_wish(state, may_be_done=False)


def with_wish(state: State, **changed: Any) -> State:
    """Change the wish that is being granted, if there is one."""
    return api.replace(state, pending=api.replace(state.wish, **changed)) if state.wish else state


def wisher(state: State) -> Player | None:
    """Return the player whose wish it is."""
    return state.wish.player if state.wish else None


_SHORT_DIE = rf"\b([{''.join(metal[0] for metal in METALS)}])(\d)\b"


def _in_full(die: re.Match[str]) -> str:
    chest = next(metal for metal in METALS if metal.startswith(die[1]))
    return f"{chest} {die[2]}"


def effect_stage(
    word: str,
    event: type[api.Event[State]],
    syntax: str,
    read: Callable[[State, str], api.Event[State]],
    offered: Callable[[api.Rulebook, State], Iterator[str]],
) -> api.Stage[State]:
    """Return the stage of an effect, typed as its ``word`` and facts in the ``syntax``.

    The stage asks nothing, except if the rules leave the effect to the table.
    """

    def form(offered: Sequence[str]) -> Say:
        words = offered[0].replace("@", "")
        return Say(syntax, example=api.Example(words, re.sub(_SHORT_DIE, _in_full, words)))

    def ask(book: api.Rulebook, state: State) -> api.Prompt[State]:
        words = api.LazySequence(lambda: offered(book, state))
        return api.Prompt(
            ask=Say("Does the lamp card say so? The printed rules do not decide it."),
            answers=api.CustomAnswer(words, lambda said: read(state, said), form),
            event=lambda event: event,
        )

    return api.Stage(
        id=f"wish.{word}",
        also=(f"{word}s",),
        title=Say("effect"),
        actor=wisher,
        ask=ask,
        events=(event,),
    )


def _number(state: State) -> int:
    """Return the number of the open lamp card, from 1."""
    return state.wish.refused + 1 if state.wish else 1


def _ask_wish(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player, number = cast("Player", wisher(state)), _number(state)
    events: dict[str, api.Event[State]] = {
        "accept": WishAccepted(player),
        "refuse": WishRefused(player),
        "stop": WishesStopped(player),
    }
    ask = "{player}, turn up lamp card {n} of {all} and read it aloud."
    wish = "A wish that you accept is done at once. Card {n} must be accepted."
    back = "Done or refused, each lamp card goes under the deck."
    return api.Prompt(
        ask=Say(ask, player=player, n=number, all=state.variant.wishes),
        answers=SpokenChoices.of(api.choices(book, state, events, _ANSWERS), _SENTENCES),
        event=events.__getitem__,
        notices=(
            api.Notice(Say(wish, n=state.variant.wishes), keys.WISHES, once=True),
            api.Notice(Say(back), keys.LAMP_CARD_BACK, once=True),
        ),
    )


_THANKS = "(?:,? (?:please|thanks|thank you))?"
_YES = "(?:yes|yeah|yep|sure|ok|okay)"
_WHO = "(?:(?:i|we|you|he|she|they)(?:'ll| will)? )?"
_IT = "(?:it|this|that|(?:this|the) (?:one|card|wish))"
_NOT = "(?:do|does|wo)(?:n't| not)"
_OVER = (
    "nothing more|no more|that(?:'s| is) (?:all|it)|none|nothing|it's done|all done|over|no|nope"
)
_SENTENCES = {
    "accept": rf"(?:{_YES},? ?)?{_WHO}(?:accept(?:s|ed)?(?: {_IT})?|"
    rf"(?:want|take|do|like|keep)(?:s|es)? {_IT}){_THANKS}|{_YES}{_THANKS}",
    "refuse": rf"(?:no(?:pe)?,? ?)?(?:{_WHO}(?:refuse[sd]?|reject(?:s|ed)?|declines?)(?: {_IT})?|"
    rf"{_WHO}{_NOT} (?:want|take|do|like|accept) {_IT}|"
    rf"next(?: card)?|(?:the next|another)(?: one| card)?){_THANKS}|no(?:pe)?{_THANKS}",
    "stop": "stops?",
    "done": rf"(?:no,? ?)?(?:{_OVER}){_THANKS}",
    "more": rf"{_YES}(?:,? (?:there(?:'s| is) more|it does|more))?|"
    "(?:no, )?there(?:'s| is) more|no, more|it does more|not yet|not done",
}
"""How people say a choice."""
_ANSWERS = api.Vocabulary(
    accept=("accept", "accepts", "yes", "y", "ok"),
    refuse=("refuse", "refuses", "no", "n"),
    stop="stop",
)


def _ask_done(book: api.Rulebook, state: State) -> api.Prompt[State]:
    events = {"done": WishFinished(is_done=True), "more": WishFinished(is_done=False)}
    return api.Prompt(
        ask=Say("Does the card do more?"),
        answers=SpokenChoices.of(api.choices(book, state, events), _SENTENCES),
        event=events.__getitem__,
        default="done",
    )


WISH = api.Stage(
    id="wish.answer",
    run="wishes",
    is_observed=True,
    title=Say("wish"),
    when=lambda state: isinstance(state.pending, Wish) and not state.pending.is_accepted,
    actor=wisher,
    ask=_ask_wish,
    events=(WishAccepted, WishRefused, WishesStopped),
)
DONE = api.Stage(
    id="wish.done",
    title=Say("wish done"),
    when=lambda state: isinstance(state.pending, Wish) and state.pending.may_be_done,
    actor=wisher,
    ask=_ask_done,
    events=(WishFinished,),
)
