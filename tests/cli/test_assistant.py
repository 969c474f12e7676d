"""An assistant calls the referee: the JSON of the commands, the rules below, no file touched."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from msgspec import json

from referee.cli.commands.mcp import TOOLS, call_tool
from tests.cli.running import call, run

BAGS: dict[str, Any] = {
    "game": "no-swap-no-pay",
    "players": ["Ana", "Bo", "Cy", "Di"],
    "holdings": {"Ana": {"gold": 19}, "Bo": {}, "Cy": {}, "Di": {}},
}
VALUE = {"game": "no-swap", "question": "value", "facts": {"gold": 2}}
SAME: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("ask", VALUE, ("ask", "no-swap", "value", "gold=2")),
    ("ask", {"game": "no-swap"}, ("ask", "no-swap")),
    (
        "ask",
        {"game": "no-swap", "sentence": "may I challenge myself"},
        ("ask", "no-swap", "may I challenge myself"),
    ),
    ("cases", {"game": "no-swap", "words": "NSP-C01"}, ("cases", "no-swap", "NSP-C01")),
    ("rules", {"game": "no-swap", "words": "NSP-5.1"}, ("rules", "no-swap", "NSP-5.1")),
    ("rules", {"game": "no-swap"}, ("rules", "no-swap")),
]


@pytest.mark.parametrize(("tool", "given", "words"), SAME)
def test_a_tool_gives_what_the_command_prints(
    tool: str, given: dict[str, Any], words: tuple[str, ...]
) -> None:
    reply = call_tool(tool, given)
    assert not reply.is_problem
    assert reply.record == call(*words, "--format", "json").json


def test_the_text_names_each_rule_with_its_status() -> None:
    reply = call_tool("ask", VALUE)
    assert "Answer: The bag is worth 6 points. (NSP-5.1)\n" in reply.text
    assert "NSP-5.1: Each gold coin is worth 3 points. (printed)\n" in reply.text


def test_holdings_come_as_an_object_or_as_yaml() -> None:
    told = call_tool("score", {"document": BAGS})
    text = "game: no-swap-no-pay\nplayers: [Ana, Bo, Cy, Di]\nholdings:\n  Ana: {gold: 19}\n"
    text += "  Bo: {}\n  Cy: {}\n  Di: {}\n"
    typed = call_tool("score", {"text": text})
    assert told.record["audit"][0]["reason"] == typed.record["audit"][0]["reason"]
    assert "19 gold coins; the box holds 16. (NSP-1.1" in told.text
    checked = call_tool("check", {"text": text})
    assert (checked.record["ok"], checked.record["kind"]) == (False, "holdings")


def test_it_speaks_the_language_that_is_asked_for_and_no_other_afterwards() -> None:
    assert not call_tool("ask", {**VALUE, "language": "ja"}).text.isascii()
    assert "The bag is worth 6 points." in call_tool("ask", VALUE).text


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("nothing", {}),
    ("ask", {}),
    ("ask", {"game": "chess"}),
    ("ask", {"game": 7}),
    ("ask", {"game": "no-swap", "question": "value", "facts": ["gold"]}),
    ("ask", {"game": "no-swap", "question": "value", "facts": {"gold": "lots"}}),
    ("ask", {"game": "no-swap", "facts": {}}),
    ("ask", {"game": "no-swap", "more": "x"}),
    ("score", {}),
    ("score", {"document": BAGS, "text": "game: x"}),
    ("score", {"text": "\x00"}),
    ("score", {"text": "- " * 5000}),
    ("score", {"document": {"game": "no-swap", "holdings": None}}),
    ("check", {"text": "x" * 100_000}),
    ("check", {"document": {"a": 10**30}}),
    ("rules", {"game": "no-swap", "words": "milk"}),
    ("ask", {"game": "no-swap", "language": "tlh", "question": "\ud800"}),
]


@pytest.mark.parametrize(("tool", "given"), WRONG)
def test_what_is_wrong_is_a_problem_and_the_next_call_works(
    tool: str, given: dict[str, Any]
) -> None:
    reply = call_tool(tool, given)
    assert reply.is_problem
    assert reply.record["ok"] is False
    assert reply.record["diagnostics"]
    assert reply.text
    assert not call_tool("rules", {"game": "no-swap", "words": "NSP-5.1"}).is_problem


def test_a_language_that_is_not_spoken_is_a_problem() -> None:
    reply = call_tool("rules", {"game": "sab", "language": "tlh"})
    assert reply.is_problem
    assert reply.text.startswith("There is no language “tlh”. Choose from ")


def test_a_fault_in_an_object_is_named_by_its_keys() -> None:
    wrong = {**BAGS, "holdings": {**BAGS["holdings"], "Bo": {"gold": "lots"}}}
    for tool in ("score", "check"):
        reply = call_tool(tool, {"document": wrong})
        assert reply.text.startswith("holdings.Bo.gold: NUMBER “lots” is not a whole number.")
        assert reply.record["diagnostics"][0]["path"] == "holdings.Bo.gold"


def test_no_file_is_read() -> None:
    Path("maze.yaml").write_text("game: sidibaba\nmaze: |\n  x\n")
    facts = {"maze": "maze.yaml", "from": "1,1", "to": "exit"}
    reply = call_tool("ask", {"game": "sidibaba", "question": "steps", "facts": facts})
    assert reply.is_problem
    assert "no file is read here" in reply.text


def test_schemas_hold_what_is_taken_and_given() -> None:
    for tool in TOOLS:
        Draft202012Validator.check_schema(tool.input_schema)
        fits = Draft202012Validator(tool.output_schema)
        given = BAGS if tool.one_of else {"game": "no-swap"}
        reply = call_tool(tool.name, {"document": given} if tool.one_of else given)
        assert [each.message for each in fits.iter_errors(reply.record)] == []
        assert list(fits.iter_errors(call_tool(tool.name, {"x": "y"}).record)) == []


CLIENT = """
import sys, anyio
from mcp import ClientSession, StdioServerParameters, stdio_client

async def main():
    how = StdioServerParameters(command=sys.executable, args=["-m", "referee", "mcp"])
    async with stdio_client(how) as (heard, said), ClientSession(heard, said) as session:
        begun = await session.initialize()
        tools = await session.list_tools()
        print(begun.server_info.name, *(tool.name for tool in tools.tools))
        wrong = await session.call_tool("ask", {"game": "chess"})
        asked = {"game": "no-swap", "question": "value", "facts": {"gold": 2}}
        right = await session.call_tool("ask", asked)
        print(wrong.is_error, right.is_error, right.structured_content["verdict"])

anyio.run(main)
"""


def test_the_real_client_speaks_with_it_over_a_pipe() -> None:
    pytest.importorskip("mcp")
    done = run(program=(sys.executable, "-c", CLIENT))
    assert done.code == 0, done.err
    assert done.out.splitlines() == [
        "referee ask cases rules score check",
        "True False answered",
    ]


def test_it_ends_with_its_input_and_writes_nothing_else() -> None:
    pytest.importorskip("mcp")
    done = run("mcp", heard="not json\n")
    assert done.code == 0
    assert all(json.decode(line)["jsonrpc"] == "2.0" for line in done.out.splitlines())


def test_without_the_package_it_says_what_to_install() -> None:
    script = (
        "import sys; sys.modules['mcp'] = sys.modules['mcp_types'] = None\n"
        "from referee.cli.main import main\nmain(['mcp'])"
    )
    done = run(program=(sys.executable, "-c", script))
    assert done.code == 2
    assert 'The MCP server needs more: pip install "referee[mcp]"' in done.err
