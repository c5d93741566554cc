"""The table of commands: where each one lives and what it does, in one line."""

from typing import Final

from cli.lazy import Door

COMMANDS: Final = {
    "ask": Door("cli.ask:ask", "Ask everybody, and get one answer with its sources."),
    "research": Door("cli.research:research", "Ask one researcher by name."),
    "serve": Door("cli.serve:serve", "Offer a researcher as an MCP server."),
    "researchers": Door("cli.researchers:researchers", "Show who can be asked, and their health."),
    "conform": Door("cli.conform:conform", "Check any MCP server against the contract."),
    "notes": Door("cli.notes.group:notes", "Say where your notes are; index and search them."),
    "trace": Door("cli.trace.group:trace", "Look at past answers and check them."),
    "config": Door("cli.config:config", "Show the settings and where each one comes from."),
    "doctor": Door("cli.doctor:doctor", "Check the installation, and say what to repair."),
}

NOTES: Final = {
    "add": Door("cli.notes.roots:add", "Add a folder of notes."),
    "remove": Door("cli.notes.roots:remove", "Forget a folder of notes; its files stay."),
    "list": Door("cli.notes.roots:list_roots", "List the folders of notes."),
    "index": Door("cli.notes.index:index", "Bring the index up to date."),
    "status": Door("cli.notes.status:status", "Show what is indexed, and why the rest is not."),
    "search": Door("cli.notes.search:search", "Find passages by words, without an answer."),
}

TRACE: Final = {
    "list": Door("cli.trace.listing:list_all", "List past runs, the newest first."),
    "show": Door("cli.trace.show:show", "Show what a run did, and its sources in place."),
    "verify": Door("cli.trace.verify:verify", "Check a run's record and sources to the byte."),
    "diff": Door("cli.trace.diff:diff", "Show what differs between two runs."),
    "export": Door(
        "cli.trace.export:export", "Write a run and its sources to a folder, archive or WARC file."
    ),
}
