"""`marchwarden trace show`: a run as a person wants to be told it."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from cli.output import JsonDocument, print_document
from cli.surroundings import look_around
from cli.trace.identify import found_trace, trace_named
from traces.account import account_of
from traces.home import Home
from traces.render import render_markdown, render_text
from traces.verify import verify_trace

if TYPE_CHECKING:
    from traces.account import Account


@click.command()
@click.argument("trace_id", metavar="ID")
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def show(trace_id: str, markdown: bool, as_json: bool) -> None:
    """Show what a run did and why, and each source in its place. ID may be cut short, or `last`.

    The excerpt that is cited stands in brackets, or has its whole lines marked with ">".
    """
    home = Home(look_around().home)
    run = trace_named(trace_id, home)
    with found_trace():
        account = account_of(home, run, verify_trace(home, run))
    if as_json:
        print_document(_document(account))
    else:
        click.echo((render_markdown if markdown else render_text)(account), nl=False)


def _document(account: "Account") -> JsonDocument:
    """The account as it is; the models of the contract as they travel."""
    plain = asdict(account)
    plain["result"] = account.result.model_dump(mode="json") if account.result else None
    plain["gaps"] = [gap.model_dump(mode="json") for gap in account.gaps]
    for row, quoted in zip(plain["quoted"], account.quoted, strict=True):
        row["citation"] = quoted.citation.model_dump(mode="json")
    document: JsonDocument = json.loads(json.dumps(plain))
    return document
