"""``referee mcp``: let an assistant ask the referee, over standard input and output."""

from __future__ import annotations

from typing import Any

import click

from referee import __version__
from referee.cli.everywhere import Command
from referee.core.say import RefereeError, Say

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
    from referee.cli.assistant import INSTRUCTIONS, TOOLS, call_tool

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
