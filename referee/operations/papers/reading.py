"""Opening a paper: the code in it, and the evening in the code."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import takewhile
from typing import Final

from msgspec import Struct

from referee.core.game import Game
from referee.core.paper import code
from referee.core.paper.sheet_document import SheetCode
from referee.core.rulebook import Rulebook
from referee.core.say import AsIs, BadAnswer, RefereeError, Say
from referee.files.decoding import digest_of
from referee.files.diagnostics import Unreadable, excerpt, whole_file
from referee.files.documents.detect import DocumentKind, Source, is_page
from referee.files.journal.journal import Journal
from referee.files.journal.payload import Payload, known_rules, read_payload, rules_of
from referee.files.values.given import document_given
from referee.operations.opening import LoadedFile
from referee.operations.papers.replaying import CannotBe, replayed
from referee.registry import ids_beside, open_game

_META: Final = re.compile(
    r'<meta\s+name=["\']?referee["\']?\s+content=["\']([^"\'<>]*)', re.IGNORECASE
)
"""What holds the code of a page."""
_BEGINNING: Final = re.compile(r"^([ \t>]*)referee/[0-9]+/", re.IGNORECASE | re.MULTILINE)
_SIGNS: Final = re.compile(r"[A-Z0-9+./:-]+", re.IGNORECASE)
_MOST_BEHIND: Final = 16
"""Words of such signs alone that may be behind a code: a signature, or a prompt."""
_SHORTEST: Final = 4
"""Lines of a sheet in letters above its code; fewer are what somebody wrote above a code alone."""
_ANOTHER_COPY: Final = Say("Take another copy of the paper, or scan its code again.")


class Paper(Struct, frozen=True):
    """A paper that is open: the code in it, and its game and rulebook in the language spoken.

    If it is no page it is letters, and ``text`` those above the code; where ``is_bare`` it is a
    code alone.
    """

    path: str
    text: str
    code: SheetCode
    payload: Payload
    game: Game
    today: Rulebook
    is_page: bool
    is_bare: bool

    @property
    def book(self) -> Rulebook:
        """The rulebook that it was counted by. Raises Unreadable."""
        head = self.payload.head
        known = known_rules(head.rules, self.today)
        if known is None:
            said = "This referee does not know rulebook {n} of {game}."
            raise newer(self.path, Say(said, n=head.rules, game=AsIs(head.game)))
        try:
            return rules_of(head, known, self.game, self.today)
        except BadAnswer as bad:
            raise spoiled(self.path, bad.say) from None

    def evening(self) -> Journal:
        """Play the evening again. Raises Unreadable, and CannotBe for an answer that cannot be."""
        try:
            return replayed(self.payload, self.game, (self.book, self.today))
        except BadAnswer as bad:
            raise spoiled(self.path, bad.say) from None

    def holdings(self) -> LoadedFile:
        """Give the holdings file of a paper that was made of one. Raises Unreadable."""
        try:
            document = document_given(self.payload.head.holdings or {}, self.path)
        except Unreadable as problem:
            raise spoiled(self.path, problem.diagnostics[0].message) from None
        except TypeError as error:
            raise spoiled(self.path, Say("{why}.", why=str(error))) from None
        return LoadedFile(DocumentKind.HOLDINGS, self.game, self.book, document)


def open_paper(opened: Source, path: str) -> Paper:
    """Read the code of a paper, and find its game. Raises Unreadable."""
    shown_path = excerpt(path)
    of_page = is_page(opened.text.encode("utf-8", "surrogatepass"))
    text, found = _in_page(opened.text) if of_page else _in_letters(opened.text)
    if found is None:
        said = Say("There is no code in this paper.")
        remedy = Say("Check the journal that it was made of.")
        raise whole_file(shown_path, "NO-CODE", said, remedy)
    try:
        written, raw = _whole(found)
        payload = read_payload(raw)
    except code.NewerCode as problem:
        raise newer(shown_path, problem.say) from None
    except BadAnswer as bad:
        raise spoiled(shown_path, bad.say) from None
    try:
        known = payload.head.game in ids_beside(payload.head.game)
        game, today = open_game(payload.head.game) if known else (None, None)
    except Unreadable:
        raise
    except RefereeError:
        game = today = None
    if game is None or today is None:
        said = Say("There is no game “{name}” here.", name=excerpt(payload.head.game))
        raise newer(shown_path, said)
    return Paper(
        path=shown_path,
        text=text,
        code=SheetCode("".join(written.split()).upper(), digest_of(raw)),
        payload=payload,
        game=game,
        today=today,
        is_page=of_page,
        is_bare=not of_page and sum(map(bool, map(str.strip, text.splitlines()))) < _SHORTEST,
    )


def evening_of(paper: Paper) -> Journal:
    """Play the evening of a paper where a journal will do. Raises Unreadable."""
    if paper.payload.head.holdings is not None:
        said = Say("This paper is of holdings, without an evening.")
        raise whole_file(paper.path, "KIND", said, Say("Use score or sheet."))
    try:
        return paper.evening()
    except CannotBe as problem:
        raise spoiled(paper.path, problem.say) from None


def spoiled(path: str, why: Say) -> Unreadable:
    """Refuse a code that cannot be read."""
    return whole_file(path, "BAD-CODE", why, _ANOTHER_COPY)


def newer(path: str, why: Say) -> Unreadable:
    """Refuse a code that only another version of the program can read."""
    return whole_file(path, "NEW-CODE", why, Say("Use a newer referee, or the one that made it."))


def _in_page(text: str) -> tuple[str, str | None]:
    found = _META.search(text)
    return text, found[1] if found else None


def _in_letters(text: str) -> tuple[str, str | None]:
    """Part the last code from what is above it, without what a mail puts before every line."""
    text = text.replace("\N{NO-BREAK SPACE}", " ")
    starts = [*_BEGINNING.finditer(text)]
    if not starts:
        return text, None
    at, before = starts[-1].start(), starts[-1][1]

    def bare(part: str) -> str:
        return "\n".join(f"{line} ".removeprefix(before) for line in part.splitlines())

    return bare(text[:at]), bare(text[at:])


def _whole(found: str) -> tuple[str, bytes]:
    """Read a code without the words behind it; its checksum says where it ends.

    Raises BadAnswer.
    """
    try:
        return found, code.decode(found)
    except BadAnswer:
        words = [*takewhile(_SIGNS.fullmatch, found.split())]
        for n in range(len(words), max(len(words) - _MOST_BEHIND, 0), -1):
            with suppress(BadAnswer):
                shorter = "".join(words[:n])
                return shorter, code.decode(shorter)
        raise
