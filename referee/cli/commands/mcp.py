"""``referee mcp``: let an assistant ask the referee, over standard input and output.

Each command that only reads is one tool. A call returns what the command prints as JSON and, as
text, its plain form with the rules that it cites. No file is read or written. Only ``command``
knows the protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

import click
from msgspec import Struct, json

from referee import __version__
from referee.cli.everywhere import Command
from referee.cli.languages import use_language
from referee.cli.output import diagnosed
from referee.core.game import Game
from referee.core.rulebook import Rulebook, RuleRef
from referee.core.say import AsIs, RefereeError, Say, speak, spoken
from referee.files.documents.detect import Source, as_source
from referee.files.documents.texts import ASSISTANT_PATH
from referee.files.tags import ENGLISH, tag_of, tags
from referee.files.values.given import document_given, errors_by_key, game_given, question_given
from referee.files.yaml.loader import parse
from referee.files.yaml.nodes import Document
from referee.registry import blaming_packages, open_game
from referee.render.formats import Format, Style, as_json

INSTRUCTIONS: Final = AsIs(
    "A referee for board games. Quote its sentences with the ids of their rules, such as "
    "(NSP-3.2). Where a verdict is table-call, the players decide: never decide it for them. "
    "What the referee does not know, it says it does not know."
)
ToolOutput: TypeAlias = tuple[str, str, Rulebook, Iterable[RuleRef]]
"""The JSON of a command, its plain form, and the rules that are cited, with their rulebook."""
_TEXT: Final = {"type": "string"}
_MAP: Final = {"type": "object"}
_LANGUAGE: Final = {"enum": list(tags())}
_GAME: Final = {**_TEXT, "description": "a game's id or title, or the beginning of one"}


class Reply(Struct, frozen=True):
    """What a call returns: the JSON of the command, its text, whether it is a problem."""

    record: dict[str, Any]
    text: str
    is_problem: bool = False


class Tool(Struct, frozen=True):
    """A command that an assistant may call: its arguments, and the function behind it."""

    name: str
    about: str
    takes: Mapping[str, Any]
    call: Callable[[Mapping[str, Any]], ToolOutput]
    needed: tuple[str, ...] = ("game",)
    one_of: tuple[str, ...] = ()

    @property
    def input_schema(self) -> dict[str, Any]:
        """The schema of its arguments."""
        ways = {"oneOf": [{"required": [name]} for name in self.one_of]} if self.one_of else {}
        return {
            "type": "object",
            "properties": {**self.takes, "language": _LANGUAGE},
            "required": list(self.needed),
            "additionalProperties": False,
            **ways,
        }

    @property
    def output_schema(self) -> dict[str, Any]:
        """The schema of the JSON that it returns, of a problem, too."""
        from referee.files.documents.schemas.printed import printed_schema

        return printed_schema(self.name)


def call_tool(name: str, given: Mapping[str, Any]) -> Reply:
    """Answer a call, a wrong one by a problem, and restore the language that was spoken."""
    before = spoken()
    try:
        with blaming_packages():
            tool = _tool(name)
            _check_arguments(tool, given)
            use_language(tag_of(given.get("language", ENGLISH)) or ENGLISH)
            printed, text, book, rules = tool.call(given)
            return Reply(json.decode(printed), _with_rules(text, book, rules))
    except RefereeError as problem:
        return _problem(problem)
    except (TypeError, RecursionError) as problem:
        return _problem(RefereeError(Say("{message}", message=str(problem))))
    finally:
        speak(before)


def _problem(problem: RefereeError) -> Reply:
    from referee.render.diagnostics import render_diagnostics

    _, diagnostics = diagnosed(problem)
    record = json.decode(render_diagnostics(diagnostics, Format.JSON, Style()))
    return Reply(record, render_diagnostics(diagnostics, Format.PLAIN, Style()), is_problem=True)


def _tool(name: str) -> Tool:
    found = next((tool for tool in TOOLS if tool.name == name), None)
    if found is None:
        said = "There is no tool {name}. Choose from {names}."
        raise RefereeError(Say(said, name=name, names=tuple(tool.name for tool in TOOLS)))
    return found


def _check_arguments(tool: Tool, given: Mapping[str, Any]) -> None:
    """Check the arguments of a call. Raises RefereeError for one that the tool cannot take."""
    known = {**tool.takes, "language": _LANGUAGE}
    for name, value in given.items():
        if name not in known:
            raise RefereeError(Say("{tool} takes no {name}.", tool=tool.name, name=name))
        is_map, wants_map = isinstance(value, Mapping), known[name].get("type") == "object"
        if is_map != wants_map or not isinstance(value, str | Mapping):
            said = "{name} has to be an object." if wants_map else "{name} has to be text."
            raise RefereeError(Say(said, name=name))
    for name in tool.needed:
        if name not in given:
            raise RefereeError(Say("{tool} needs {name}.", tool=tool.name, name=name))
    if "language" in given and tag_of(given["language"]) is None:
        said = "There is no language “{tag}”. Choose from {tags}."
        raise RefereeError(Say(said, tag=given["language"], tags=tags()))
    if tool.one_of and sum(name in given for name in tool.one_of) != 1:
        raise RefereeError(Say("{tool} needs one of {names}.", tool=tool.name, names=tool.one_of))


def _with_rules(text: str, book: Rulebook, rules: Iterable[RuleRef]) -> str:
    """Append the cited rules to a text: id, text, status."""
    lines = [text.rstrip("\n")]
    for ref in dict.fromkeys(rules):
        if (rule := book.rules.get(ref.rule_id)) is not None:
            facts = {"id": rule.rule_id, "text": rule.text, "status": rule.status}
            lines.append(str(Say("{id}: {text} ({status})", **facts)))
    return "".join(f"{line}\n" for line in lines)


def _json_and_plain(render: Callable[[Format], str]) -> tuple[str, str]:
    return render(Format.JSON), render(Format.PLAIN)


def _ask(given: Mapping[str, Any]) -> ToolOutput:
    from referee.files.documents.disputes import read_dispute
    from referee.operations.asking import check_questions, find_question
    from referee.operations.opening import answer_of, open_room
    from referee.render.rulings import render_answer, render_questions

    room, book = open_game(game_given(given["game"]))
    if "sentence" in given:
        if "question" in given or "facts" in given:
            raise RefereeError(Say("A sentence needs no question and no facts."))
        sentence = given["sentence"]
        return *_json_and_plain(lambda fmt: _sentence_reply(room, book, sentence, fmt)), book, ()
    if "question" not in given:
        if "facts" in given:
            raise RefereeError(Say("The facts need a question."))
        check_questions(room)
        listed = _json_and_plain(lambda fmt: render_questions(room.questions, room.id, fmt))
        return *listed, book, ()
    asked = find_question(room, question_given(given["question"]))
    dispute = {"game": room.id, "question": asked.name, "facts": given.get("facts", {})}
    with errors_by_key(dispute, ASSISTANT_PATH):
        read = open_room(*_document(dispute))
        answer = answer_of(read, read_dispute(read.document, room, book))

    def render(fmt: Format) -> str:
        return render_answer(
            answer, game=room.id, question=asked.name, book=book, fmt=fmt, style=Style()
        )

    return *_json_and_plain(render), book, answer.rules


def _sentence_reply(room: Game, book: Rulebook, sentence: str, fmt: Format) -> str:
    from referee.operations.filling import sentence_reply
    from referee.operations.sentences import about
    from referee.render.sentences import render_reply

    return render_reply(sentence_reply(about(room, book, sentence), names_game=True), fmt, Style())


def _rules(given: Mapping[str, Any]) -> ToolOutput:
    from referee.operations.asking import rules_about, rules_named
    from referee.render.rulebook import render_rule, render_rulebook

    room, book = open_game(game_given(given["game"]))
    words = given.get("words", "")
    found = rules_named(book, words.split()) if words else tuple(book.rules.values())
    found = found or tuple(each.rule for each in rules_about(room, book, words))
    rules = tuple(found)
    if len(rules) == 1 and words:
        return *_json_and_plain(lambda fmt: render_rule(rules[0], book, fmt, Style())), book, ()
    return *_json_and_plain(lambda fmt: render_rulebook(book, rules, fmt, Style())), book, ()


def _cases(given: Mapping[str, Any]) -> ToolOutput:
    from referee.operations.asking import decided, find_cases
    from referee.render.rulings import render_cases

    room, book = open_game(game_given(given["game"]))
    found = find_cases(room, book, given.get("words", ""))
    cases = [decided(case, room, book) for case in found]
    cited = [rule for case in cases for rule in case.answer.rules] if given.get("words") else []
    return *_json_and_plain(lambda fmt: render_cases(cases, book, fmt, Style())), book, cited


def _score(given: Mapping[str, Any]) -> ToolOutput:
    from referee.operations.opening import open_room
    from referee.operations.scoring import holdings_report

    with errors_by_key(given.get("document"), ASSISTANT_PATH):
        report = holdings_report(open_room(*_document(given)))
    cited = [*report.sheet.outcome.rules, *(rule for each in report.audit for rule in each.rules)]
    return *_json_and_plain(lambda fmt: report.show(fmt, Style())), report.book, cited


def _check(given: Mapping[str, Any]) -> ToolOutput:
    from referee.core.paper.score_summary import finding_text
    from referee.core.paper.wording import text_of
    from referee.operations.checking import check_file
    from referee.operations.opening import open_room

    with errors_by_key(given.get("document"), ASSISTANT_PATH):
        opened, document = _document(given)
        report = check_file(opened, ASSISTANT_PATH)
    lines = [text_of(report.said), *(finding_text(each, report.lines) for each in report.audit)]
    lines += [text_of(each) for each in (*report.unmet, *(report.unchecked or ()))]
    book = report.book or open_room(opened, document).book
    cited = [rule for each in report.audit for rule in each.rules]
    return as_json(report.record(opened.called)), "\n".join(lines), book, cited


def _document(given: Mapping[str, Any]) -> tuple[Source, Document]:
    """Read the object or the YAML of a call as if it were a file."""
    if isinstance(given.get("text"), str):
        document = parse(given["text"].encode("utf-8", "surrogatepass"), ASSISTANT_PATH)
    else:
        document = document_given(given.get("document", given), ASSISTANT_PATH)
    return as_source(document), document


_WORDS: Final = {**_TEXT, "description": "what it has to do with, or an id; all without it"}
_FILE: Final = {
    "document": {**_MAP, "description": "the contents of a holdings file: game, players, holdings"},
    "text": {**_TEXT, "description": "the same as YAML"},
}
TOOLS: Final = (
    Tool(
        "ask",
        AsIs(
            "Rule on a dispute: a question of a game with its facts. Without a question it lists "
            "the questions, their facts and an example of each. With a sentence in plain words it "
            "quotes what was decided about it, and gives no ruling."
        ),
        {
            "game": _GAME,
            "sentence": {**_TEXT, "description": "a dispute as it is said at the table"},
            "question": {**_TEXT, "description": "the name of a question"},
            "facts": {**_MAP, "description": "by name, as the question lists them"},
        },
        _ask,
    ),
    Tool(
        "cases",
        AsIs("Read decided cases: the question, a short answer, the ruling and its rules."),
        {"game": _GAME, "words": _WORDS},
        _cases,
    ),
    Tool(
        "rules",
        AsIs("Read the rules of a game, clause by clause with their status."),
        {"game": _GAME, "words": _WORDS},
        _rules,
    ),
    Tool(
        "score",
        AsIs("Count final holdings: points line by line, who wins and why, and contradictions."),
        _FILE,
        _score,
        (),
        ("document", "text"),
    ),
    Tool(
        "check",
        AsIs("Check final holdings, a dispute or a scenario without counting: contradictions."),
        _FILE,
        _check,
        (),
        ("document", "text"),
    ),
)
"""All tools, in the order in which they are listed."""


MISSING = Say('The MCP server needs more: pip install "referee[mcp]"')


@click.command("mcp", cls=Command)
def command() -> int:
    """Serve assistants by the Model Context Protocol, until the input ends.

    Tools: ask, cases, rules, score, check. They read and write no file.

    Example: referee mcp
    """
    try:
        import anyio
        import mcp_types as types
        from mcp.server.lowlevel import Server
        from mcp.server.stdio import stdio_server
    except ImportError as missing:
        raise RefereeError(MISSING) from missing

    async def list_tools(_context: Any, _params: Any) -> Any:  # noqa: ANN401 - of the protocol
        tools = [
            types.Tool(
                name=tool.name,
                description=tool.about,
                inputSchema=tool.input_schema,
                outputSchema=tool.output_schema,
            )
            for tool in TOOLS
        ]
        return types.ListToolsResult(tools=tools)

    async def call(_context: Any, params: Any) -> Any:  # noqa: ANN401 - of the protocol
        reply = call_tool(params.name, params.arguments or {})
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=reply.text)],
            structuredContent=reply.record,
            isError=reply.is_problem,
        )

    async def serve() -> None:
        server: Any = Server(
            "referee",
            version=__version__,
            instructions=INSTRUCTIONS,
            on_list_tools=list_tools,
            on_call_tool=call,
        )
        async with stdio_server() as (heard, said):
            await server.run(heard, said, server.create_initialization_options())

    anyio.run(serve)
    return 0
