"""What an adventurer holds: tokens that were seen, and what unseen thefts may have left."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from referee.api import Say, Struct, plural
from referee.games.sidibaba.model.tokens import (
    CURSE,
    GENIE,
    HIDDEN,
    in_order,
    is_jewel,
    jewel_words,
)


class Spell(Struct, frozen=True):
    """The time up to an unseen theft: what was got, what was seen to go, how many were left.

    ``got`` holds HIDDEN for a token that nobody has seen; ``gone`` are tokens of earlier spells,
    or unseen ones, for what came and went within one is in neither. A spell also ends where a
    token is got unseen after others went.
    """

    got: tuple[str, ...]
    gone: tuple[str, ...]
    left: int


class Holding(Struct, frozen=True):
    """Tokens by what they show, and how many nobody has seen since something was stolen unseen.

    ``unseen`` of the hidden ones were kept unseen since the last theft and may show anything; the
    others are what the thefts of ``past`` left. ``gone`` were seen to go since.
    A curse is there only where the table let one be kept. Cites: SID-4.2, SID-9.4.

    >>> robbed = Holding(("1", "1", "5")).robbed(1)
    >>> robbed.hidden, robbed.may_hide(("1", "5")), robbed.may_hide(("5", "5"))
    (2, True, False)
    """

    tokens: tuple[str, ...] = ()
    hidden: int = 0
    unseen: int = 0
    gone: tuple[str, ...] = ()
    past: tuple[Spell, ...] = ()

    @property
    def said(self) -> Say:
        """List tokens that were seen, and how many were not."""
        parts: tuple[str | Say, ...] = jewel_words(self.tokens)
        if self.hidden:
            parts += (plural(self.hidden, "{n} token unseen", "{n} tokens unseen"),)
        return Say("{parts}", parts=parts) if parts else Say("nothing")

    @property
    def count(self) -> int:
        """Count all tokens."""
        return len(self.tokens) + self.hidden

    @property
    def jewels(self) -> tuple[str, ...]:
        """List the jewels that are known."""
        return tuple(token for token in self.tokens if is_jewel(token))

    def may_have(self, *tokens: str) -> bool:
        """Whether these tokens are there, or may be, all of them, among what nobody has seen."""
        if len(tokens) == 1:  # as it mostly is
            return self.may_hide(() if tokens[0] in self.tokens else tokens)
        wanted = Counter(tokens) - Counter(self.tokens)
        return self.may_hide(tuple(wanted.elements()))

    def may_hide(self, tokens: Sequence[str]) -> bool:
        """Whether some theft that fits the record leaves these among the hidden ones.

        What is to be there, now or when it was seen to go, is traced back to tokens that were got
        before; the later they were got, the fewer thefts they have outlived. A set that is
        latest throughout is found by taking tokens from the last one back wherever one more can
        be matched. It must leave no theft more survivors than there were.
        """
        if len(tokens) > self.hidden or not self.past:
            # without a theft what is wanted is among what is kept unseen: anything but a curse
            is_enough = len(self.gone) + len(tokens) <= self.unseen and len(tokens) <= self.hidden
            return is_enough and CURSE not in tokens
        now = len(self.past)
        wanted = [(at, token) for at, spell in enumerate(self.past) for token in spell.gone]
        wanted += [(now, token) for token in (*self.gone, *tokens)]
        had = [(at, token) for at, spell in enumerate(self.past) for token in spell.got]
        had += [(now, HIDDEN)] * self.unseen
        source_of: dict[int, int] = {}  # what is wanted, by its place: the token it comes from

        def finds_use(source: int, tried: set[int]) -> bool:
            since, token = had[source]
            for place, (until, shows) in enumerate(wanted):
                if place in tried or token not in (shows, HIDDEN if shows != CURSE else CURSE):
                    continue
                if since > until or (since == until and token != HIDDEN):
                    continue  # of tokens that were seen, those that are still seen go first
                tried.add(place)
                if place not in source_of or finds_use(source_of[place], tried):
                    source_of[place] = source
                    return True
            return False

        for source in reversed(range(len(had))):
            if len(source_of) < len(wanted):
                finds_use(source, set())
        if len(source_of) < len(wanted):
            return False
        return all(
            sum(had[source][0] <= at < wanted[place][0] for place, source in source_of.items())
            <= spell.left
            for at, spell in enumerate(self.past)
        )

    def having(self, token: str) -> "Holding":
        """Add a token, seen or not."""
        if token == HIDDEN:
            unseen, gone, past = self.unseen, self.gone, self.past
            if gone:  # what went before is not this token
                before = Spell((HIDDEN,) * unseen, gone, self.hidden)
                unseen, gone, past = 0, (), (*past, before)
            return Holding(self.tokens, self.hidden + 1, unseen + 1, gone, past)
        tokens = in_order((*self.tokens, token))
        return Holding(tokens, self.hidden, self.unseen, self.gone, self.past)

    def without(self, token: str) -> "Holding":
        """Give a token away: one that was seen, else one that was not, as far as there is one."""
        if token in self.tokens:
            at = self.tokens.index(token)
            tokens = self.tokens[:at] + self.tokens[at + 1 :]
            return Holding(tokens, self.hidden, self.unseen, self.gone, self.past)
        gone = (*self.gone, token) if self.may_hide((token,)) else self.gone
        return Holding(self.tokens, max(0, self.hidden - 1), self.unseen, gone, self.past)

    def robbed(self, n: int) -> "Holding":
        """Lose tokens unseen; what is left is known by number only. Cites: SID-7.2."""
        if not n:
            return self
        left = max(0, self.count - n)
        if not left:
            return Holding()
        spell = Spell((*self.tokens, *(HIDDEN,) * self.unseen), self.gone, left)
        return Holding((), left, past=(*self.past, spell))

    @property
    def faces(self) -> tuple[str, ...]:
        """List what a hidden token may show; HIDDEN stands for anything but a curse."""
        had = (token for spell in self.past for token in spell.got)
        return tuple(dict.fromkeys((*had, *(HIDDEN,) * self.unseen)))

    def as_entry(self) -> dict[str, Any]:
        """Give the holding as an entry of a holdings file; tokens not seen are left out."""
        return {
            "jewels": tuple(int(token) for token in self.jewels if "/" not in token),
            "pairs": dict(Counter(token for token in self.jewels if "/" in token)),
            "genies": self.tokens.count(GENIE),
        }
