"""The score table: players across, lines down, what decided a tie, what the audit found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from referee.core.paper.score_summary import (
    NO_PROBLEM,
    Summary,
    TieRow,
    keyed_lines,
    not_checked,
    row_order,
    tie_rows,
)
from referee.core.paper.wording import cited, mixed_text, rank_text, rule_ids, text_of
from referee.core.rulebook import RuleRef
from referee.core.say import AsIs, Fact, Say
from referee.core.scoring.score import ScoreLine, counted_points
from referee.render.formats import Format, Style, as_json, page, prose, rule_texts, titled_list
from referee.render.grids import draw
from referee.render.rulings import finding_lines
from referee.render.text import Colour, coloured


def render_scores(summary: Summary, fmt: Format, style: Style) -> str:
    """Show the scores of a finished game."""
    if fmt in {Format.JSON, Format.CSV}:
        from referee.render.records.export import score_csv, score_record  # people read none of it

        return score_csv(summary) if fmt is Format.CSV else as_json(score_record(summary))
    rules = rule_texts(cited_rules(summary), summary.book) if style.why else []
    if fmt is Format.PLAIN:
        audit = _audit_words(summary) if style.why else ()
        return "".join(f"{line}\n" for line in (*score_lines(summary), *audit, *rules))
    return page([*score_blocks(summary, fmt, style), titled_list("Rules", rules, fmt)])


def render_unfinished(hidden: Say, *, game: str, fmt: Format) -> str:
    r"""Say what is still hidden; no total that depends on it is shown.

    >>> render_unfinished(Say("Ana's basket is closed."), game="pebble-fair", fmt=Format.TABLE)
    "No score yet. Ana's basket is closed.\n"
    """
    if fmt is Format.JSON:
        return as_json({"schema": 1, "ok": False, "game": game, "scores": [], "hidden": hidden})
    said = Say("No score yet. {hidden}", hidden=hidden)
    return prose(text_of(said), fmt) + "\n"


def render_comparison(
    then: Summary, today: Summary, changed: Sequence[RuleRef], fmt: Format, style: Style
) -> str:
    """Show a score by the rules it was played with, and the one by today's rulebook.

    CSV has only the first. ``changed`` are the rules whose numbers differ.
    """
    if fmt is Format.JSON:
        from referee.render.records.export import score_record  # see above

        other = {**score_record(today), "changed_rules": changed}
        return as_json({**score_record(then), "today": other})
    shown = render_scores(then, fmt, style)
    if fmt is Format.CSV:
        return shown
    rules = rule_ids(changed)
    said = Say("Played with other numbers than today's. Changed since: {rules}.", rules=rules)
    return f"{shown}\n{prose(text_of(said), fmt)}\n\n{render_scores(today, fmt, style)}"


def score_blocks(summary: Summary, fmt: Format, style: Style) -> list[str]:
    """Return the table, the outcome, what the audit found, and with ``why`` the workings."""
    style = replace(style, colour=style.colour and fmt is Format.TABLE)
    scores, ties = summary.sheet.scores, tie_rows(summary.sheet.scores)
    columns = ["", *(score.player for score in scores)]
    title = text_of(Say("{game}: final scores", game=summary.title or AsIs(summary.game)))
    blocks = [
        draw(columns, list(_rows(summary, ties)), fmt, title=title, within=style.cells),
        prose(outcome_text(summary, style), fmt),
    ]
    found = audit_lines(summary, style)
    if style.why:
        found += _audit_words(summary)
    if found:
        blocks.append(
            titled_list("Problems found" if summary.audit else "What was checked", found, fmt)
        )
    if style.why:
        workings = [line_text(score.player, line) for score in scores for line in score.lines]
        blocks.append(titled_list("How the points add up", workings, fmt))
    return blocks


def _audit_words(summary: Summary) -> Iterator[str]:
    """Say that nothing was found, if so, and what could not be checked."""
    if not summary.audit:
        yield text_of(NO_PROBLEM)
    yield text_of(not_checked(summary.unchecked))


def _point_rows(summary: Summary, *, missing: str) -> Iterator[list[str]]:
    """Yield a row for each line, ``missing`` where a player does not have it, and the total."""
    scores = summary.sheet.scores
    keyed = [keyed_lines(score) for score in scores]
    for key in row_order(scores, summary.sheet.rows):
        cells = (mixed_text(lines[key].points) if key in lines else missing for lines in keyed)
        yield [text_of(key[0]), *cells]
    total = Say("total") if summary.is_confirmed else Say("total (not confirmed)")
    yield [text_of(total), *(mixed_text(score.total) for score in scores)]


def _rows(summary: Summary, ties: Iterable[TieRow]) -> Iterator[list[str]]:
    yield from _point_rows(summary, missing="")
    if summary.is_ranked:
        yield [text_of(Say("rank")), *(str(rank) for _, rank in summary.ranked)]
    for row in ties:
        label = Say(
            "tie: {label} (decided)" if row.has_decided else "tie: {label}", label=row.label
        )
        values = ("" if value is None else mixed_text(value) for value in row.values)
        yield [text_of(label), *values]


def score_rows(summary: Summary, *, across: bool) -> tuple[list[str], list[list[str]]]:
    """Return the score for paper, as columns and rows; the players are ``across``, or down.

    A line that a player does not have is a dash; zero means that zero was earned.

    >>> from fractions import Fraction
    >>> from referee.core.rulebook import Edition, Rulebook
    >>> from referee.core.scoring.score import PlayerScore, Scoresheet, decide
    >>> line = ScoreLine(Say("pebbles"), Fraction(75, 2), Say(""), ())
    >>> scores = (PlayerScore("Ana", (line,)), PlayerScore("Bo", ()))
    >>> summary = Summary(sheet=Scoresheet(scores, decide(scores)), audit=(), lines={}, game="",
    ...     book=Rulebook(game="", version=1, digest="", prefix="", players=(2, 4),
    ...     edition=Edition("", "", ""), rules={}))
    >>> score_rows(summary, across=True)[1]
    [['pebbles', '37½', '–'], ['total', '37½', '0'], ['place', '1st', '2nd']]
    """
    places = ("–" if rank is None else text_of(rank_text(rank)) for _, rank in summary.ranked)
    table = [
        ["", *(score.player for score in summary.sheet.scores)],
        *_point_rows(summary, missing="–"),
        [text_of(Say("place")), *places],
    ]
    if not across:
        last = [table[0], table[-1], *table[-2:0:-1][:1], *table[1:-2]]
        table = [list(column) for column in zip(*last, strict=True)]
    return table[0], table[1:]


def score_lines(summary: Summary) -> Iterator[str]:
    """Yield the score, one fact per line."""
    for score, rank in summary.ranked:
        yield from (line_text(score.player, line) for line in score.lines)
        facts: dict[str, Fact] = {"who": score.player, "points": counted_points(score.total)}
        total = Say("{who}: {points}", **facts)
        if rank is not None:
            total = Say("{who}: {points}, rank {rank}", **facts, rank=rank)
        if not summary.is_confirmed:
            total = Say("{total} (not confirmed)", total=total)
        yield text_of(total)
    yield from tie_lines(summary)
    yield outcome_text(summary, Style())
    yield from audit_lines(summary, Style())


def audit_lines(summary: Summary, style: Style) -> list[str]:
    """List the findings of the audit, with their corrections."""
    said = [finding_lines(each, summary.lines, style, summary.entries) for each in summary.audit]
    return "\n".join(said).split("\n") if said else []


def line_text(player: str, line: ScoreLine) -> str:
    """Write one line of a score: whose, what, how many points, how, and by which rules.

    >>> from fractions import Fraction
    >>> line = ScoreLine(Say("gold coins"), Fraction(12), Say("4 x 3"), (RuleRef("NSP-5.1"),))
    >>> line_text("Ana", line)
    'Ana, gold coins: 12 points (4 x 3) NSP-5.1'
    """
    points = counted_points(line.points)
    said = Say("{who}, {what}: {points}", who=player, what=line.label, points=points)
    if str(line.working):
        said = Say("{said} ({working})", said=said, working=line.working)
    if line.rules:
        said = Say("{said} {rules}", said=said, rules=rule_ids(line.rules))
    return text_of(said)


def outcome_text(summary: Summary, style: Style) -> str:
    """Say who wins and why, with coloured winners; an unconfirmed outcome says so first."""

    def mark(name: str) -> str:
        return coloured(name, Colour.GREEN, wanted=style.colour and name in winners)

    winners = {text_of(Say("{who}", who=who)) for who in summary.sheet.outcome.winners}
    said = cited(text_of(summary.sheet.outcome.said, mark), rule_ids(summary.sheet.outcome.rules))
    if summary.is_confirmed:
        return said
    word = coloured(str(Say("Not confirmed")), Colour.RED, wanted=style.colour)
    return str(Say("{unconfirmed}: {outcome}", unconfirmed=word, outcome=said))


def tie_lines(summary: Summary) -> Iterator[str]:
    """Yield the tie-breakers that were compared, and which one decided."""
    scores = summary.sheet.scores
    for row in tie_rows(scores):
        for score, value in zip(scores, row.values, strict=True):
            if value is None:
                continue
            said = Say("{who}, tie: {what} {value}", who=score.player, what=row.label, value=value)
            if row.has_decided:
                said = Say("{said}, decided", said=said)
            yield text_of(Say("{said} {rules}", said=said, rules=rule_ids(row.rules))).rstrip()


def cited_rules(summary: Summary) -> list[RuleRef]:
    """List the rules that lines, compared tie-breakers, outcome and findings cite."""
    cites = [line.rules for score in summary.sheet.scores for line in score.lines]
    cites += [row.rules for row in tie_rows(summary.sheet.scores)]
    cites += [summary.sheet.outcome.rules, *(finding.rules for finding in summary.audit)]
    return [ref for each in cites for ref in each]
