"""The score table: players across, lines down, what decided, and what the audit found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from referee.core.rulebook import RuleRef
from referee.core.say import Say
from referee.core.score import PlayerScore, ScoreLine, counted_points
from referee.core.score_summary import (
    TieRow,
    Told,
    finding_words,
    keyed_lines,
    row_order,
    tie_rows,
)
from referee.core.wording import cited, ids, mixed, worded
from referee.render.export import score_csv, score_record
from referee.render.formats import Format, Style, as_json
from referee.render.grids import draw
from referee.render.pages import listed, page, prose, rule_texts
from referee.render.rulings import finding_line
from referee.render.text import Colour, paint


def show_scores(told: Told, fmt: Format, style: Style) -> str:
    """Show the scores of a finished game.

    >>> from fractions import Fraction
    >>> from referee.core.rulebook import Edition, Rulebook
    >>> from referee.core.score import Scoresheet, decide
    >>> book = Rulebook(game="pebble-fair", version=1, digest="", prefix="PEB", players=(2, 4),
    ...     edition=Edition("Pebble Fair", "en", ""), rules={})
    >>> line = ScoreLine(Say("pebbles"), Fraction(12), Say("4 x 3"), (RuleRef("PEB-5.1"),))
    >>> scores = (PlayerScore("Ana", (line,)), PlayerScore("Bo", ()))
    >>> sheet = Scoresheet(scores, decide(scores, "PEB-6.1"))
    >>> told = Told(sheet=sheet, audit=(), game="pebble-fair", book=book, lines={})
    >>> print(show_scores(told, Format.PLAIN, Style()), end="")
    Ana, pebbles: 12 points (4 x 3) PEB-5.1
    Ana: 12 points, rank 1
    Bo: 0 points, rank 2
    Ana wins with 12 points. (PEB-6.1)
    """
    if fmt is Format.JSON:
        return as_json(score_record(told))
    if fmt is Format.CSV:
        return score_csv(told)
    rules = rule_texts(cited_in(told), told.book) if style.why else []
    if fmt is Format.PLAIN:
        return "".join(f"{line}\n" for line in (*read_out(told), *rules))
    return page([*drawn_scores(told, fmt, style), listed("Rules", rules, fmt)])


def show_hidden(hidden: Say, *, game: str, fmt: Format) -> str:
    r"""Say what is still hidden; no total that rests on it is shown.

    >>> show_hidden(Say("Ana's basket is closed."), game="pebble-fair", fmt=Format.TABLE)
    "There is no score yet. Ana's basket is closed.\n"
    """
    if fmt is Format.JSON:
        return as_json({"schema": 1, "ok": False, "game": game, "scores": [], "hidden": hidden})
    said = Say("There is no score yet. {hidden}", hidden=hidden)
    return prose(worded(said), fmt) + "\n"


def show_rescored(
    then: Told, today: Told, changed: Sequence[RuleRef], fmt: Format, style: Style
) -> str:
    """Show a score by the rules it was played with, and the other one of today's rulebook.

    CSV holds the first alone. ``changed`` are the rules whose numbers are not the same.
    """
    if fmt is Format.JSON:
        other = {**score_record(today), "changed_rules": changed}
        return as_json({**score_record(then), "today": other})
    shown = show_scores(then, fmt, style)
    if fmt is Format.CSV:
        return shown
    said = Say("Played by other numbers than today's; changed since: {rules}.", rules=ids(changed))
    return f"{shown}\n{prose(worded(said), fmt)}\n\n{show_scores(today, fmt, style)}"


def drawn_scores(told: Told, fmt: Format, style: Style) -> list[str]:
    """Draw the table, the outcome, what the audit found, and with ``why`` the workings."""
    style = replace(style, colour=style.colour and fmt is Format.TABLE)
    scores, ties = told.sheet.scores, tie_rows(told.sheet.scores)
    columns = ["", *(score.player for score in scores)]
    title = worded(Say("{game}: final scores", game=told.game))
    blocks = [
        draw(columns, list(_rows(told, ties)), fmt, title=title, within=style.within),
        prose(_outcome_words(told, style), fmt),
    ]
    if told.audit:
        found = [finding_line(each, told.lines, style) for each in told.audit]
        blocks.append(listed("Audit", found, fmt))
    if style.why:
        workings = [line_words(score.player, line) for score in scores for line in score.lines]
        blocks.append(listed("How the points add up", workings, fmt))
    return blocks


def _rows(told: Told, ties: Iterable[TieRow]) -> Iterator[list[str]]:
    """List the rows: lines, total, rank, and the tie-breakers looked at."""
    scores = told.sheet.scores
    keyed = [keyed_lines(score) for score in scores]
    for key in row_order(scores):
        cells = (mixed(lines[key].points) if key in lines else "" for lines in keyed)
        yield [worded(key[0]), *cells]
    total = Say("total") if told.is_confirmed else Say("total (unconfirmed)")
    yield [worded(total), *(mixed(score.total) for score in scores)]
    yield [worded(Say("rank")), *(str(rank) for _, rank in told.ranked)]
    for row in ties:
        label = Say(
            "tie: {label} (decided)" if row.has_decided else "tie: {label}", label=row.label
        )
        yield [worded(label), *("" if value is None else mixed(value) for value in row.values)]


def read_out(told: Told) -> Iterator[str]:
    """Tell one fact per line."""
    for score, rank in told.ranked:
        yield from (line_words(score.player, line) for line in score.lines)
        total = Say("{who}: {points}, rank {rank}", **_total(score, rank))
        yield worded(total if told.is_confirmed else Say("{total}, unconfirmed", total=total))
    for row in tie_rows(told.sheet.scores):
        yield from _tie_words(row, told.sheet.scores)
    yield _outcome_words(told, Style())
    yield from (finding_words(finding, told.lines) for finding in told.audit)


def line_words(player: str, line: ScoreLine) -> str:
    """Tell one line of a score: whose, what, how many points, how, and by which rules.

    >>> from fractions import Fraction
    >>> line = ScoreLine(Say("gold coins"), Fraction(12), Say("4 x 3"), (RuleRef("NSP-5.1"),))
    >>> line_words("Ana", line)
    'Ana, gold coins: 12 points (4 x 3) NSP-5.1'
    """
    said = Say("{who}, {what}: {points}", who=player, what=line.label, points=_points(line))
    if str(line.working):
        said = Say("{said} ({working})", said=said, working=line.working)
    if line.rules:
        said = Say("{said} {rules}", said=said, rules=ids(line.rules))
    return worded(said)


def _outcome_words(told: Told, style: Style) -> str:
    """Tell who wins and why; the winners may be painted.

    An unconfirmed outcome says so first.
    """

    def mark(name: str) -> str:
        return paint(name, Colour.GREEN, wanted=style.colour and name in winners)

    winners = {worded(Say("{who}", who=who)) for who in told.sheet.outcome.winners}
    said = cited(worded(told.sheet.outcome.said, mark), ids(told.sheet.outcome.rules))
    if told.is_confirmed:
        return said
    word = paint(str(Say("Unconfirmed")), Colour.RED, wanted=style.colour)
    return str(Say("{unconfirmed}: {outcome}", unconfirmed=word, outcome=said))


def _tie_words(row: TieRow, scores: Sequence[PlayerScore]) -> Iterator[str]:
    for score, value in zip(scores, row.values, strict=True):
        if value is None:
            continue
        said = Say("{who}, tie: {what} {value}", who=score.player, what=row.label, value=value)
        if row.has_decided:
            said = Say("{said}, decided", said=said)
        yield worded(Say("{said} {rules}", said=said, rules=ids(row.cites))).rstrip()


def _points(line: ScoreLine) -> Say:
    return counted_points(line.points)


def _total(score: PlayerScore, rank: int) -> dict[str, str | int | Say]:
    return {"who": score.player, "points": counted_points(score.total), "rank": rank}


def cited_in(told: Told) -> list[RuleRef]:
    """List the rules behind lines, tie-breakers that were looked at, outcome and findings."""
    cites = [line.rules for score in told.sheet.scores for line in score.lines]
    cites += [row.cites for row in tie_rows(told.sheet.scores)]
    cites += [told.sheet.outcome.rules, *(finding.rules for finding in told.audit)]
    return [ref for each in cites for ref in each]
