"""Wishes: lamp cards accepted or refused, and whether one is done."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

from referee import api
from referee.api import Player, Say
from referee.api.reading import halfwidth, match_choice, match_key, parse_count
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import METALS
from referee.games.aladdin.model.readers import (
    WayToSay,
    plainly,
    player_reader,
    read_die,
    read_parts,
)
from referee.games.aladdin.stages.transfers import AsSaid
from referee.games.aladdin.state import State, Wish


def wrong_answer(
    book: api.Rulebook, card: int, answer: str, *, wish_stop: bool
) -> api.Ruling | None:
    """Stop a refusal of the last lamp card, and whoever does not draw the next.

    ``answer`` is ``accept``, ``refuse``, or ``stop`` where this card, counted from 1, is not
    drawn. Cites: ALA-4.1, ALA-4.5.
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
        return in_wish(state, is_accepted=True, may_be_done=False)

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
        refused = wrong_answer(book, _number(state), "refuse", wish_stop=state.variant.wish_stop)
        return refused or self.allowed(said, self.rule, keys.LAMP_CARD_BACK)

    def apply(self, state: State) -> State:
        number = _number(state)
        return in_wish(state, refused=number) if number < state.variant.wishes else wish_over(state)

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: Say("refuses")}


class WishesStopped(api.Event[State], frozen=True):
    """A player drew no further lamp card after a refusal."""

    rule = keys.STOPPING_WISHES
    sheet_line = "lamp"
    player: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        refused = wrong_answer(book, _number(state), "stop", wish_stop=state.variant.wish_stop)
        return refused or self.allowed("{player} draws no other lamp card.")

    def apply(self, state: State) -> State:
        return wish_over(state)

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: Say("stops")}


class WishFinished(api.Event[State], frozen=True):
    """The wish was done, or goes on with another change."""

    rule = keys.AS_FAR_AS_POSSIBLE
    sheet_line = "lamp"
    is_done: bool

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if not self.is_done:
            return self.allowed("The wish continues.")
        said = "The wish is done: the lamp card goes under the deck."
        return self.allowed(said, self.rule, keys.LAMP_CARD_BACK)

    def apply(self, state: State) -> State:
        return wish_over(state) if self.is_done else in_wish(state, may_be_done=False)


class NothingWished(api.Event[State], frozen=True):
    """The wish changed nothing that the record holds."""

    verbs = "changes"
    rule = keys.AS_FAR_AS_POSSIBLE
    actor_field = ""  # what a lamp card does, may be anybody's
    sheet_line = "lamp"
    player: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        said = "The wish changes nothing here."
        return self.allowed(said, self.rule, keys.LAMP_CARD_BACK)

    def apply(self, state: State) -> State:
        return wish_over(state)


def in_wish(state: State, **changed: Any) -> State:
    """Let the wish go on so changed, where there is one."""
    return api.replace(state, pending=api.replace(state.wish, **changed)) if state.wish else state


def wish_over(state: State) -> State:
    """Let the wish be over."""
    return api.replace(state, pending=None) if state.wish else state


def wisher(state: State) -> Player | None:
    """Name whose wish it is."""
    return state.wish.player if state.wish else None


_SHORT_DIE = re.compile(rf"\b([{''.join(metal[0] for metal in METALS)}])(\d)\b")


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
    """Let a lamp card do what ``word`` says, given as ``syntax`` has it, with an ``example``.

    It is asked for by that word; a question is put only where the rules leave it to the table.
    """

    def form(offered: Sequence[str]) -> Say:
        words = offered[0].replace("@", "")
        return Say(syntax, example=api.Example(words, _SHORT_DIE.sub(_in_full, words)))

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


_BY_VERB: Mapping[str, str] = {
    **dict.fromkeys(("steal", "take", "get"), "steal"),
    "give": "give",
    "move": "move",
    "draw": "draw",
    "recover": "recover",
    **dict.fromkeys(("swap", "exchange", "trade"), "swap"),
    **dict.fromkeys(("discard", "discarded", "throw"), "discard"),
    **dict.fromkeys(("die", "turn", "become"), "die"),
}
"""What each verb of a sentence says that a lamp card does."""
_WAYS: Mapping[str, str] = {
    "steal": "pcp:231/ppc:321",
    "steal-last": "ppc:321",
    "steal-own": "pc:210/cp:120",
    "give": "pcp:213/ppc:312/cpp:123",
    "give-own": "cp:102/pc:201",
    "move": "pcp:213/cpp:123",
    "discard": "pc:21/cp:12/c:10",
    "recover": "pc:21/cp:12/c:10",
    "draw": "pmc:321/pcm:231/cmp:123/mcp:213/mc:210/cm:120",
    "die": "pdd:231/ddp:123/dd:120/pd:?21/d:?10/pn:?21/n:?10",
    "swap": "cpcp:1234/pcpc:2143/ppcc:3142",
    "swap-own": "cpc:1032",
}
"""How a sentence goes on: card, player, metal, die, number; and which of them is written where.

There 0 is the summoner, and ? the only die of the player.
"""
_AROUND = frozenset(
    (
        *("a", "an", "the", "his", "her", "their", "my", "of", "to", "from", "with", "for", "and"),
        *("first", "card", "cards", "gem", "gems", "into", "is", "now", "away", "back", "chest"),
        *("chests", "thanks", "1", "one", "pile", "discards"),
    )
)
"""What the sentence may have besides, and what says nothing else."""
_MARKS = re.compile(r"(?i)['\u2019]s\b|[,:.!]|\bdiscard(?= pile)")


def effect_said(state: State, words: str, card: Callable[[str], str]) -> str:
    """Read in a sentence what a lamp card does; give it as it is written with the word for it.

    One verb says what is done, and the order of names who gives and who takes. Raises BadAnswer.
    """
    own = {part for player in state.players for part in match_key(player).split()}
    tokens = _MARKS.sub(" ", halfwidth(words)).split()
    keys = ["" if (key := match_key(token)) in own else key for token in tokens]
    verbs = [_BY_VERB.get(key) or _BY_VERB.get(key.removesuffix("s"), "") for key in keys]
    meant = {*filter(None, verbs)} or ({"steal"} if "from" in keys else set())
    is_pile = not {"pile", "discards"}.isdisjoint(keys)
    verb = "recover" if is_pile and meant == {"steal"} else next(iter(meant), "")
    if len(meant) != 1 or (is_pile and verb != "recover"):
        raise api.BadAnswer(Say("“{words}” is incomplete.", words=words))
    at = next(n for n, key in enumerate(keys) if verbs[n] or (key == "from" and not any(verbs)))
    noise = _AROUND - {"1"} if verb == "die" else _AROUND
    kept = [n for n in range(len(tokens)) if not verbs[n] and keys[n] not in noise]
    before = [n for n in kept if n < at]
    way = verb
    if verb in {"steal", "give"} and not before:
        way = {"steal": "steal-own", "give": "give-own"}[verb]
    elif verb == "steal" and (before == kept or not any(verbs)):  # only the order says who takes
        way = "steal-last"
    elif verb == "swap" and before and all(keys[n] for n in before):
        way = "swap-own"
    who, me = player_reader(state.players), f"@{wisher(state)}"
    kinds = {"c": lambda said: plainly(said, card), "p": who, "m": _metal, "d": _die, "n": _face}

    def put(order: str) -> Callable[..., tuple[str, ...]]:
        return lambda *said: tuple({"0": me, "?": "?"}.get(n) or said[int(n) - 1] for n in order)

    ways = (each.split(":") for each in _WAYS[way].split("/"))
    parts = read_parts(
        " ".join(tokens[n] for n in kept),
        *(WayToSay(tuple(kinds[kind] for kind in said), put(order)) for said, order in ways),
    )
    if parts[0] == "?":
        parts = _change(state, *parts[1:])
    return " ".join(("move" if verb in {"steal", "give"} else verb, *parts))


def _change(state: State, after: str, owner: str) -> tuple[str, ...]:
    """Find the only die that is changed; a number alone leaves it on its chest."""
    before = state.dice.get(Player(owner.removeprefix("@")), ())
    if len(before) != 1:
        raise api.BadAnswer(Say("“{words}” is incomplete.", words=after))
    return before[0].short, f"{before[0].chest[0]}{after}" if after.isdecimal() else after, owner


def _metal(said: str) -> str:
    return match_choice(said, METALS)


def _die(said: str) -> str:
    return read_die(said).short


def _face(said: str) -> str:
    if parse_count(said) is None:
        raise api.BadAnswer(Say("“{words}” is incomplete.", words=said))
    return said


class Effects(AsSaid, frozen=True):
    """Nothing; or what a sentence says that a lamp card does, as it is written otherwise."""

    read: Callable[[str], str] = str

    def parse(self, words: str) -> str:
        """Read it. Raises BadAnswer."""
        try:
            return super().parse(words)
        except api.BadAnswer:
            with suppress(api.BadAnswer):
                return self.read(words)
            raise


NOTHING_SAID = {"nothing": "nothing (?:happen|change)(?:s|ed)|(?:it has )?no effect"}


def _orders(state: State) -> tuple[api.Notice, ...]:
    """Say how wishes go, and where the lamp cards do. Cites: ALA-4.1, ALA-4.2."""
    wish = "A wish that you accept is done at once. Card {n} must be accepted."
    return (
        api.Notice(Say(wish, n=state.variant.wishes), keys.WISHES, once=True),
        api.Notice(
            Say("Done or refused, each lamp card goes under the deck."),
            keys.LAMP_CARD_BACK,
            once=True,
        ),
    )


def _number(state: State) -> int:
    """Count the lamp card that lies open, from 1."""
    return state.wish.refused + 1 if state.wish else 1


def _ask_wish(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player, number = cast("Player", wisher(state)), _number(state)
    events: dict[str, api.Event[State]] = {
        "accept": WishAccepted(player),
        "refuse": WishRefused(player),
        "stop": WishesStopped(player),
    }
    ask = "{player}, turn up lamp card {n} of {all} and read it aloud."
    return api.Prompt(
        ask=Say(ask, player=player, n=number, all=state.variant.wishes),
        answers=AsSaid.of(api.choices(book, state, events, _ANSWERS), _SAID),
        event=events.__getitem__,
        notices=_orders(state),
    )


_THANKS = "(?:,? (?:please|thanks|thank you))?"
_YES = "(?:yes|yeah|yep|sure|ok|okay)"
_WHO = "(?:(?:i|we|you|he|she|they)(?:'ll| will)? )?"
_IT = "(?:it|this|that|(?:this|the) (?:one|card|wish))"
_NOT = "(?:do|does|wo)(?:n't| not)"
_OVER = (
    "nothing more|no more|that(?:'s| is) (?:all|it)|none|nothing|it's done|all done|over|no|nope"
)
_SAID = {
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
"""What people say for a choice."""
_ANSWERS = api.Vocabulary(
    accept=("accept", "accepts", "yes", "y", "ok"),
    refuse=("refuse", "refuses", "no", "n"),
    stop="stop",
)


def _ask_done(book: api.Rulebook, state: State) -> api.Prompt[State]:
    events = {"done": WishFinished(is_done=True), "more": WishFinished(is_done=False)}
    return api.Prompt(
        ask=Say("Does the card do more?"),
        answers=AsSaid.of(api.choices(book, state, events), _SAID),
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
