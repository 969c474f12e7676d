"""Open a paper: find the code in it, and the evening in the code."""

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
from referee.operations.papers.replaying import ImpossibleAnswer, replayed
from referee.registry import ids_beside, open_game

_PAGE_CODE: Final = re.compile(
    r'<meta\s+name=["\']?referee["\']?\s+content=["\']([^"\'<>]*)', re.IGNORECASE
)
"""The element that holds the code of a page."""
_CODE_START: Final = re.compile(r"^([ \t>]*)referee/[0-9]+/", re.IGNORECASE | re.MULTILINE)
_CODE_CHARACTERS: Final = re.compile(r"[A-Z0-9+./:-]+", re.IGNORECASE)
_MOST_WORDS_BEHIND: Final = 16
"""Words after a code that look like a part of it: a signature, or a prompt."""
_LEAST_SHEET_LINES: Final = 4
"""A plain-text sheet has so many lines above its code; fewer are a remark above a code alone."""
_ANOTHER_COPY: Final = Say("Take another copy of the paper, or scan its code again.")


class Paper(Struct, frozen=True):
    """A paper that is open: the code in it, and its game and rulebook in the language spoken.

    If it is no page it is plain text, and ``text`` is what is above the code; where ``is_bare`` it
    is a code alone.
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
            raise refuse_newer(self.path, Say(said, n=head.rules, game=AsIs(head.game)))
        try:
            return rules_of(head, known, self.game, self.today)
        except BadAnswer as bad:
            raise refuse_spoiled(self.path, bad.say) from None

    def evening(self) -> Journal:
        """Play the evening again. Raises Unreadable and ImpossibleAnswer."""
        try:
            return replayed(self.payload, self.game, (self.book, self.today))
        except BadAnswer as bad:
            raise refuse_spoiled(self.path, bad.say) from None

    def holdings(self) -> LoadedFile:
        """Return the holdings file of a paper that was made of one. Raises Unreadable."""
        try:
            document = document_given(self.payload.head.holdings or {}, self.path)
        except Unreadable as problem:
            raise refuse_spoiled(self.path, problem.diagnostics[0].message) from None
        except TypeError as error:
            raise refuse_spoiled(self.path, Say("{why}.", why=str(error))) from None
        return LoadedFile(DocumentKind.HOLDINGS, self.game, self.book, document)


def open_paper(opened: Source, path: str) -> Paper:
    """Read the code of a paper, and find its game. Raises Unreadable."""
    shown_path = excerpt(path)
    has_tags = is_page(opened.text.encode("utf-8", "surrogatepass"))
    text, found = _in_page(opened.text) if has_tags else _in_plain_text(opened.text)
    if found is None:
        said = Say("There is no code in this paper.")
        remedy = Say("Check the journal that it was made of.")
        raise whole_file(shown_path, "NO-CODE", said, remedy)
    try:
        written, raw = _without_words_behind(found)
        payload = read_payload(raw)
    except code.NewerCode as problem:
        raise refuse_newer(shown_path, problem.say) from None
    except BadAnswer as bad:
        raise refuse_spoiled(shown_path, bad.say) from None
    try:
        known = payload.head.game in ids_beside(payload.head.game)
        game, today = open_game(payload.head.game) if known else (None, None)
    except Unreadable:
        raise
    except RefereeError:
        game = today = None
    if game is None or today is None:
        said = Say("There is no game “{name}” here.", name=excerpt(payload.head.game))
        raise refuse_newer(shown_path, said)
    return Paper(
        path=shown_path,
        text=text,
        code=SheetCode("".join(written.split()).upper(), digest_of(raw)),
        payload=payload,
        game=game,
        today=today,
        is_page=has_tags,
        is_bare=not has_tags
        and sum(map(bool, map(str.strip, text.splitlines()))) < _LEAST_SHEET_LINES,
    )


def evening_of(paper: Paper) -> Journal:
    """Play the evening of a paper again; one of holdings has none. Raises Unreadable."""
    if paper.payload.head.holdings is not None:
        said = Say("This paper is of holdings, without an evening.")
        raise whole_file(paper.path, "KIND", said, Say("Use score or sheet."))
    try:
        return paper.evening()
    except ImpossibleAnswer as problem:
        raise refuse_spoiled(paper.path, problem.say) from None


def refuse_spoiled(path: str, why: Say) -> Unreadable:
    """Refuse a code that cannot be read."""
    return whole_file(path, "BAD-CODE", why, _ANOTHER_COPY)


def refuse_newer(path: str, why: Say) -> Unreadable:
    """Refuse a code that only another version of the program can read."""
    return whole_file(path, "NEW-CODE", why, Say("Use a newer referee, or the one that made it."))


def _in_page(text: str) -> tuple[str, str | None]:
    found = _PAGE_CODE.search(text)
    return text, found[1] if found else None


def _in_plain_text(text: str) -> tuple[str, str | None]:
    """Split the text above the last code from the code, without the quote marks of a mail."""
    text = text.replace("\N{NO-BREAK SPACE}", " ")
    starts = [*_CODE_START.finditer(text)]
    if not starts:
        return text, None
    at, before = starts[-1].start(), starts[-1][1]

    def bare(part: str) -> str:
        return "\n".join(f"{line} ".removeprefix(before) for line in part.splitlines())

    return bare(text[:at]), bare(text[at:])


def _without_words_behind(found: str) -> tuple[str, bytes]:
    """Return a code without the words behind it, and its bytes; its checksum says where it ends.

    Raises BadAnswer.
    """
    try:
        return found, code.decode(found)
    except BadAnswer:
        words = [*takewhile(_CODE_CHARACTERS.fullmatch, found.split())]
        for n in range(len(words), max(len(words) - _MOST_WORDS_BEHIND, 0), -1):
            with suppress(BadAnswer):
                shorter = "".join(words[:n])
                return shorter, code.decode(shorter)
        raise
