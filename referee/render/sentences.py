"""The reply to a sentence: the clause, what was decided before, a command; on one screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee.core.paper.wording import escaped, text_of
from referee.core.rulebook import Clause, Rule
from referee.core.say import AsIs, Say, join, worded
from referee.render.formats import Format, Style, as_json, fields_of
from referee.render.text import Colour, coloured, width, without_colour, wrapped

WIDTH: Final = 80
"""The cells of a line where there is no terminal."""
MOST_LINES: Final = 24
BEFORE: Final = Say("Decided before")
NEAR: Final = Say("Also near")
YOURS: Final = Say("Exactly your table? Change what differs:")


class ShownRule(Struct, frozen=True):
    """A rule of a reply, with the clause of it that fits."""

    rule: Rule
    clause: int = 0

    @property
    def said(self) -> Clause:
        """The clause that fits, as the rulebook has it."""
        clauses = self.rule.clauses or (Clause(self.rule.text, self.rule.status, self.rule.source),)
        return clauses[self.clause if self.clause < len(clauses) else 0]


class ShownCase(Struct, frozen=True):
    """A case of a reply: its question, and the answer to it."""

    case_id: str
    asked: str
    short: str
    rules: tuple[str, ...]
    reading: str = ""


class ShownCommand(Struct, frozen=True):
    """A question of a reply, and the command that asks it, as it is typed."""

    question: str
    about: str
    line: str
    filled: Mapping[str, str]


class SentenceReply(Struct, frozen=True, kw_only=True):
    """What a sentence is about; where nothing ``fits``, the nearest rules alone.

    ``heading`` is the game's title where the sentence does not name one, ``elsewhere`` has other
    games that fit, by id with their title and the command that asks there.
    """

    game: str | None
    title: str
    sentence: str
    fits: bool
    rules: tuple[ShownRule, ...] = ()
    cases: tuple[ShownCase, ...] = ()
    commands: tuple[ShownCommand, ...] = ()
    elsewhere: tuple[tuple[str, str, str], ...] = ()
    heading: str = ""
    clear: tuple[int, int] = (5, 5)
    """How many rules and cases are near enough to be shown to people."""


def render_reply(reply: SentenceReply, fmt: Format, style: Style) -> str:
    """Show what a sentence is about.

    >>> rule = Rule(rule_id="PEB-3.2", title="Bust", text="Mud spoils it.",
    ...     clauses=(Clause("Mud spoils it."),))
    >>> reply = SentenceReply(game="fair", title="Fair", sentence="mud", fits=True,
    ...     rules=(ShownRule(rule),), cases=(ShownCase("PEB-C1", "Mud?", "Yes.", ("PEB-3.2",)),))
    >>> print(render_reply(reply, Format.TABLE, Style()), end="")
    PEB-3.2  Mud spoils it. (printed)
    <BLANKLINE>
    Decided before
    PEB-C1  Mud?
            Yes.
    """
    if fmt is Format.JSON:
        return as_json(_record(reply))
    if not reply.fits:
        return "".join(f"{line}\n" for line in _nothing(reply, fmt, style))
    if fmt is Format.PLAIN:
        return "".join(f"{line}\n" for line in _plain(reply, style))
    return "\n".join(_fitting(reply, style)) + "\n"


_FEWER: Final = ((3, 2, 2), (3, 2, 1), (3, 1, 1), (2, 1, 1), (2, 0, 1), (1, 0, 1), (1, 0, 0))
"""Cases, more rules and commands: what is farthest goes first where a screen is too small."""


def first_of(reply: SentenceReply) -> SentenceReply:
    """Reduce a reply to the top rule and the first case."""
    return replace(reply, rules=reply.rules[:1], cases=reply.cases[:1], commands=())


def _fitting(reply: SentenceReply, style: Style) -> list[str]:
    """Lay out the blocks in as many lines as a screen has."""
    near, decided = reply.clear
    for cases, rules, commands in _FEWER:
        lines = _lines(reply, style, min(cases, decided), min(rules, max(near - 1, 0)), commands)
        rows = (max(1, -(-width(without_colour(line)) // style.cells)) for line in lines)
        if style.why or sum(rows) <= MOST_LINES:
            return lines
    return lines


def _lines(reply: SentenceReply, style: Style, cases: int, rules: int, commands: int) -> list[str]:
    first, *others = reply.rules
    heading = [worded(reply.heading)] if reply.heading else []
    blocks = [[*heading, *_rule_lines(first, style)]]
    told = [line for each in reply.cases[:cases] for line in _case_lines(each, style)]
    near = [line for each in others[:rules] for line in _rule_lines(each, style)]
    typed = [escaped(each.line) for each in reply.commands[:commands]]
    for title, lines in ((BEFORE, told), (NEAR, near), (YOURS, typed)):
        if lines:
            bold = coloured(text_of(title), Colour.BOLD, wanted=style.colour)
            blocks.append([bold, *lines])
    return [line for block in blocks for line in ("", *block)][1:]


def _rule_lines(shown: ShownRule, style: Style) -> Iterator[str]:
    clause = shown.said
    said = Say("{text} ({status})", text=clause.text.strip(), status=worded(clause.status))
    yield from _hung(shown.rule.rule_id, [text_of(said)], style)
    if style.why and clause.source:
        told = text_of(Say("source: {source}", source=clause.source))
        yield from _hung(" " * len(shown.rule.rule_id), [told], style)


def _case_lines(shown: ShownCase, style: Style) -> Iterator[str]:
    said = [escaped(shown.asked), escaped(shown.short)]
    if style.why and shown.reading:
        said.append(text_of(Say("reading: {reading}", reading=shown.reading)))
    yield from _hung(shown.case_id, said, style)


def _hung(name: str, texts: Sequence[str], style: Style) -> Iterator[str]:
    """Set texts, each on lines of its own, to the right of a name."""
    indent = " " * (len(name) + 2)
    lines = [line for text in texts for line in wrapped(f"{indent}{text}", style.cells)]
    bold = coloured(name, Colour.BOLD, wanted=style.colour)
    yield f"{bold}  {lines[0].lstrip()}"
    yield from lines[1:]


def _plain(reply: SentenceReply, style: Style) -> Iterator[str]:
    if reply.heading:
        yield worded(reply.heading)
    near, decided = reply.clear
    for each in reply.rules[: max(1, min(near, 3))]:
        yield _rule_line(each)
        if style.why and each.said.source:
            rule_id, source = each.rule.rule_id, each.said.source
            yield text_of(Say("{id}, source: {source}", id=rule_id, source=source))
    for case in reply.cases[: min(decided, 3)]:
        yield _case_line(case)
        if style.why and case.reading:
            yield text_of(Say("{id}, reading: {reading}", id=case.case_id, reading=case.reading))
    for command in reply.commands[:2]:
        yield escaped(command.line)


def _rule_line(shown: ShownRule) -> str:
    text, status = shown.said.text.strip(), worded(shown.said.status)
    return text_of(Say("{id}: {text} ({status})", id=shown.rule.rule_id, text=text, status=status))


def _case_line(shown: ShownCase) -> str:
    said = Say("{id}: {asked} {answer}", id=shown.case_id, asked=shown.asked, answer=shown.short)
    return text_of(said)


def _nothing(reply: SentenceReply, fmt: Format, style: Style) -> Iterator[str]:
    for text in map(text_of, nothing_fits(reply)):
        if fmt is Format.PLAIN or style.width is None or "referee ask" in text:
            yield text
        else:
            yield from wrapped(text, style.width)


def nothing_fits(reply: SentenceReply) -> tuple[Say, ...]:
    """Say that nothing fits, what is nearest, where all questions are, and which game would fit."""
    if reply.game is None:
        return (Say("Nothing decided in any game fits these words."),)
    named = tuple(
        Say("{id} {title}", id=AsIs(each.rule.rule_id), title=AsIs(each.rule.title))
        for each in reply.rules
    )
    command = AsIs(f"referee ask {reply.game}")
    return (
        Say("Nothing decided in {title} fits these words.", title=reply.title),
        Say("Nearest, perhaps about something else: {rules}", rules=join(named, "; ")),
        Say("All questions: {command}", command=command),
        *(
            Say("In {title}: {command}", title=title, command=AsIs(line))
            for _, title, line in reply.elsewhere[:1]
        ),
    )


def render_found(
    found: Sequence[ShownRule | ShownCase],
    fmt: Format,
    style: Style,
    most: int,
    decided: Sequence[ShownCase] = (),
) -> str:
    """List rules or cases; after ``most``, how many more, and what was ``decided`` before."""
    lines = [*_found_lines(found[:most], fmt, style)]
    if len(found) > most:
        more = Say("And {n} more: {option}", n=len(found) - most, option=AsIs("--all"))
        lines.append(text_of(more))
    if decided and fmt is not Format.PLAIN:
        lines += ["", coloured(text_of(BEFORE), Colour.BOLD, wanted=style.colour)]
    return "".join(f"{line}\n" for line in (*lines, *_found_lines(decided, fmt, style)))


def _found_lines(
    found: Sequence[ShownRule | ShownCase], fmt: Format, style: Style
) -> Iterator[str]:
    """Yield the clause of each rule with its status, of each case the question and the answer."""
    for each in found:
        if fmt is Format.PLAIN:
            yield _case_line(each) if isinstance(each, ShownCase) else _rule_line(each)
        elif isinstance(each, ShownCase):
            yield from _case_lines(each, style)
        else:
            yield from _rule_lines(each, style)


def _record(reply: SentenceReply) -> dict[str, object]:
    return {
        "schema": 1,
        **fields_of(reply, "game", "sentence", "fits"),
        "rules": [_rule_record(each) for each in reply.rules],
        "cases": [_case_record(each) for each in reply.cases],
        "questions": [
            {**fields_of(c, "question", "about"), "command": c.line, "filled": c.filled}
            for c in reply.commands
        ],
        "elsewhere": [game for game, _, _ in reply.elsewhere],
    }


def _rule_record(shown: ShownRule) -> dict[str, object]:
    rule, said = shown.rule, shown.said
    return {"id": rule.rule_id, "title": rule.title, "clause": said.text, "status": said.status}


def _case_record(shown: ShownCase) -> dict[str, object]:
    return {"id": shown.case_id, "question": shown.asked, **fields_of(shown, "short", "rules")}
