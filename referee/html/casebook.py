"""The casebook as a page that is made to be printed, in two columns."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.paper.casebook import DecidedCase
from referee.core.paper.wording import VERDICT_WORDS
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.html.markup import HtmlText
from referee.html.page import render
from referee.html.style import style_of


def render_casebook_page(cases: Sequence[DecidedCase], book: Rulebook, title: str) -> str:
    """Render cases as an HTML page, each with its ruling, and the rules that they cite below."""
    made = Say("{title} rulebook {n} ({digest})", title=title, n=book.version, digest=book.digest)
    cited = {str(ref) for case in cases for ref in case.answer.rules}
    rules = [book.rules[ref.rule_id] for ref in book.in_order(cited)]
    return render(
        "casebook.html",
        html=HtmlText(book.edition.language, [rule.rule_id for rule in rules]),
        style=style_of((made,)),
        title=str(Say("{game}: the casebook", game=title)),
        cases=[(each, VERDICT_WORDS.get(each.answer.verdict, Say("Answer"))) for each in cases],
        rules=rules,
        made=made,
    )
