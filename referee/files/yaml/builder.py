"""From PyYAML's events to a tree, with our own messages for what is refused on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import yaml
from msgspec import Struct

from referee.core.say import Say
from referee.files.diagnostics import excerpt
from referee.files.yaml.nodes import Map, Node, Position, Problems, Scalar, Sequence

if TYPE_CHECKING:
    from yaml.error import Mark as YamlMark
    from yaml.error import MarkedYAMLError

    from referee.files.yaml.keyboard import Repair

DEEPEST: Final = 32
MAX_EVENTS: Final = 20_000
WIDE_SIGNS: Final = "：，、｛｝［］“”„‟‘’＂＇"
"""Characters of an East Asian keyboard or a word processor that look like those of YAML."""
Event: TypeAlias = Any
"""An event of PyYAML, whose C extension has no types."""


FindPosition: TypeAlias = Callable[["YamlMark"], Position]
"""Finds the position in the file for a mark in the text that PyYAML reads."""


class _Branch(Struct):
    """A list or map that is not finished yet."""

    position: Position
    is_map: bool
    in_flow: bool
    items: list[Node] = []
    pairs: list[tuple[Scalar, Node]] = []
    key: Node | None = None
    key_index: int = 0
    seen: dict[str, Position] = {}


class TreeBuilder:
    """One parse of a text: the root of its tree, and the repairs that it needs first."""

    def __init__(
        self, page: Problems, text: str, position_of: FindPosition, *, pure: bool = False
    ) -> None:
        """Parse ``text``, which may differ from the file by repairs."""
        self.root: Node | None = None
        self.repairs: list[Repair] = []
        self._page = page
        self._text = text
        self._position_of = position_of
        self._wide = not text.isascii() and any(sign in text for sign in WIDE_SIGNS)
        self._branches: list[_Branch] = []
        loader: Any = yaml.SafeLoader if pure or not yaml.__with_libyaml__ else yaml.CSafeLoader
        try:
            self._read(loader(text).get_event)
        except yaml.MarkedYAMLError as error:
            self.root = None
            self._misread(error)

    def _read(self, next_event: Callable[[], Event]) -> None:
        documents = 0
        for _ in range(MAX_EVENTS):
            event = next_event()
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self._add(self._scalar(event), event.start_mark.index)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                if not self._open(event, is_map=kind is yaml.MappingStartEvent):
                    return
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                self._close()
            elif kind is yaml.AliasEvent:
                self._refuse_alias(event)
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    self._page.fault("DOCUMENTS", self._position_of(event.start_mark), *_DOCUMENTS)
                    return
            elif kind is yaml.StreamEndEvent:
                return
        self.root = None
        self._page.fault("TOO-LONG", self._position_of(event.start_mark), *_TOO_LONG)

    def _scalar(self, event: Event) -> Scalar:
        position = self._position_of(event.start_mark)
        if event.anchor is not None or event.tag is not None:
            self._refuse_anchor_or_tag(event, position)
        quoted = bool(event.style)
        start, end = event.start_mark.index, event.end_mark.index
        over_lines = event.end_mark.line > event.start_mark.line
        if not quoted and start < end and (self._wide or over_lines):
            from referee.files.yaml.keyboard import in_plain_text  # start-up: most files need none

            in_flow = bool(self._branches) and self._branches[-1].in_flow
            self.repairs += in_plain_text(self._text, start, end, in_flow=in_flow)
        return Scalar(event.value, quoted, position, not quoted and not over_lines)

    def _open(self, event: Event, *, is_map: bool) -> bool:
        position = self._position_of(event.start_mark)
        if event.anchor is not None or event.tag is not None:
            self._refuse_anchor_or_tag(event, position)
        if len(self._branches) >= DEEPEST:
            self._page.fault("TOO-DEEP", position, *_TOO_DEEP)
            self.root = None
            return False
        self._branches.append(_Branch(position, is_map=is_map, in_flow=bool(event.flow_style)))
        return True

    def _close(self) -> None:
        done = self._branches.pop()
        if done.is_map:
            self._add(Map(tuple(done.pairs), done.position), 0)
        else:
            self._add(Sequence(tuple(done.items), done.position), 0)

    def _add(self, node: Node, index: int) -> None:
        if not self._branches:
            self.root = node
            if isinstance(node, Scalar) and not node.quoted:
                from referee.files.yaml.keyboard import at_line

                found = at_line(self._text, index)
                self.repairs += [found] if found else []
            return
        branch = self._branches[-1]
        if not branch.is_map:
            branch.items.append(node)
        elif branch.key is None:
            branch.key, branch.key_index = node, index
        else:
            key, branch.key = branch.key, None
            self._add_pair(branch, key, node)

    def _add_pair(self, branch: _Branch, key: Node, value: Node) -> None:
        page = self._page
        if not isinstance(key, Scalar) or not key.text:
            page.fault("SHAPE", key.position, *_NO_KEY)
        elif key.text == "<<" and not key.quoted:
            page.fault("MERGE-KEY", key.position, *_MERGE_KEY)
        elif key.text in branch.seen:
            first = branch.seen[key.text]
            said = Say(
                "“{key}” is here again; it is already in line {line}, column {column}.",
                key=excerpt(key.text),
                line=first.line,
                column=first.column,
            )
            page.fault("TWICE", key.position, said, Say("Delete one of the two."))
        else:
            branch.seen[key.text] = key.position
            branch.pairs.append((key, value))
            if branch.in_flow and not key.quoted and _is_bare(value):
                from referee.files.yaml.keyboard import missing_space_after_colon

                colon = self._text.find(":", branch.key_index, branch.key_index + len(key.text))
                self.repairs += [missing_space_after_colon(colon)] if colon >= 0 else []

    def _refuse_anchor_or_tag(self, event: Event, position: Position) -> None:
        if event.anchor is not None:
            said = Say("“&{name}” is an anchor. Anchors are not read.", name=excerpt(event.anchor))
            self._page.fault("ANCHOR", position, said, _SPELL_OUT)
        if event.tag is not None:
            said = Say("“{name}” is a tag. Tags are not read.", name=excerpt(event.tag))
            self._page.fault(
                "TAG", position, said, Say("Leave it out. Put text that begins with “!” in quotes.")
            )

    def _refuse_alias(self, event: Event) -> None:
        position = self._position_of(event.start_mark)
        said = Say("“*{name}” is an alias. Aliases are not read.", name=excerpt(event.anchor))
        self._page.fault("ALIAS", position, said, _SPELL_OUT)
        self._page.unsure.add(position.line)
        self._add(Scalar("", quoted=True, position=position), 0)

    def _misread(self, error: yaml.MarkedYAMLError) -> None:
        repair = _repair_of(self._text, error)
        if repair is not None:
            self.repairs.append(repair)
        if self.repairs:
            return
        at = self._position_of(error.problem_mark) if error.problem_mark else Position(1, 1)
        opened = self._position_of(error.context_mark) if error.context_mark else None
        _describe(self._page, self._text, error, at, opened)


def _is_bare(node: Node) -> bool:
    return isinstance(node, Scalar) and not node.quoted and not node.text


_SPELL_OUT = Say("Write everything out in place. Put text that begins with & or * in quotes.")
_MERGE_KEY = (Say("“<<” merges maps. Merged maps are not read."), _SPELL_OUT)
_NO_KEY = (Say("A key must be a word or a name."), Say("Write it as in “gold: 4”."))
_DOCUMENTS = (
    Say("A second document begins here. A file holds one document."),
    Say("Put it into a file of its own, or delete the line “---”."),
)
_TOO_DEEP = (
    Say("Lists and maps are nested more than {n} deep here.", n=DEEPEST),
    Say("No file of the referee is that deep."),
)
_TOO_LONG = (
    Say("The file has more than {n} entries. The rest is not read.", n=MAX_EVENTS),
    Say("The referee's files are far shorter."),
)


_BRACKETS = "[]{}"


def _repair_of(text: str, error: MarkedYAMLError) -> Repair | None:
    """Find the character that made the text unreadable, if it is clear what was meant."""
    from referee.files.yaml.keyboard import at_line, in_plain_text

    index = error.problem_mark.index if error.problem_mark else 0
    if text[index : index + 1] in tuple("：，、｛｝［］"):
        return in_plain_text(text, index, index + 1, in_flow=True)[0]
    if error.context_mark is not None and "expected ':'" in (error.problem or ""):
        start = error.context_mark.index
        before = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
        return at_line(text, before)
    return None


def _describe(
    page: Problems, text: str, error: MarkedYAMLError, position: Position, opened: Position | None
) -> None:
    """Add the fault at ``position``, or at ``opened``, where something begins that does not end.

    Both are positions in the file; ``text`` is what PyYAML was given.
    """
    problem, context = error.problem or "", error.context or ""
    index = error.problem_mark.index if error.problem_mark else len(text)
    sign = text[index : index + 1]
    line = page.lines[position.line - 1] if position.line <= len(page.lines) else ""
    if sign == "\t" or "\t" in line[: len(line) - len(line.lstrip())]:
        page.fault("TAB", Position(position.line, line.find("\t") + 1), *_TAB)
    elif "quoted scalar" in context and "end of stream" in problem:
        page.fault("QUOTE", opened or position, *_OPEN_QUOTE)
    elif "escape" in problem or ("quoted scalar" in context and "hexdecimal" in problem):
        backslash = line.rfind("\\", 0, position.column) + 1  # the parsers differ in the place
        page.fault("ESCAPE", Position(position.line, backslash or position.column), *_ESCAPE)
    elif "flow" in context or (sign and sign in _BRACKETS):
        page.fault("BRACKET", (opened if "flow" in context else None) or position, *_BRACKET)
    elif "cannot start" in problem and sign:
        page.fault("SIGN", position, Say("Text cannot begin with “{sign}”.", sign=sign), _IN_QUOTES)
    elif "mapping values" in problem and ": " in line[: position.column - 1]:
        page.fault("COLON", position, *_SECOND_COLON)
    elif "expected ':'" in problem:
        page.fault("COLON", opened or position, *_NO_COLON)
    elif position.column > 1 and line[: position.column - 1].rstrip().endswith(("'", '"')):
        page.fault("QUOTE", position, *_BEHIND_QUOTE)
    elif any(known in problem for known in _RECOGNIZED):
        page.fault("INDENT", position, *_INDENT)
    else:
        page.fault("SYNTAX", position, *_OTHER)


_RECOGNIZED = ("mapping values", "expected key", "block end", "'-' indicator", "entries are not")
_IN_QUOTES = Say("Put the text in quotes.")
_TAB = (
    Say("The line begins with a tab. YAML counts only spaces."),
    Say("Use spaces instead, here and in other lines that begin with a tab."),
)
_OPEN_QUOTE = (
    Say("The quote opened here is never closed."),
    Say("Close it, or put text with a quote in it in the other kind of quotes."),
)
_BEHIND_QUOTE = (
    Say("The text continues here, after its closing quote."),
    Say("Put text with a quote in it in the other kind of quotes."),
)
_ESCAPE = (
    Say("In double quotes a backslash begins a special character. This one does not exist."),
    Say("Use single quotes, in which a backslash is a backslash."),
)
_BRACKET = (
    Say("A bracket is not closed, or was never opened."),
    Say("Check the brackets and commas after this place. [ goes with ], and {{ with }}."),
)
_SECOND_COLON = (
    Say("There is a second colon in this line, so the key is not clear."),
    Say("Put text with a colon in it in quotes, or begin a new line."),
)
_NO_COLON = (
    Say("This line has no colon, so it is not a key with a value."),
    Say("Write it as in “gold: 4”. A line of a list begins with a dash and a space."),
)
_INDENT = (
    Say("The line is indented too much or too little for the line above it."),
    Say("Start lines that belong together in the same column, with spaces."),
)
_OTHER = (
    Say("The file cannot be read as YAML after this place."),
    Say("Compare it with a file that “referee new” writes."),
)
