"""The course of a game: who may do what now, and what follows from it by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers.choices import Number, OneOf
from referee.core.game import Facts, judging
from referee.core.play.course import Course, choices, with_names
from referee.core.play.event import Event
from referee.core.play.loop import GameLoop
from referee.core.play.response import ResponseKind
from referee.core.play.session import Session
from referee.core.play.stage import Consequence, Prompt, Stage
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, impossible
from referee.core.say import Say, Vocabulary, plural
from referee.core.table import Player, Setup
from tests.core.pebble import BOOK, MOST_DRAWN, SUPPLY
from tests.toys import toy

ANA, BO, CY, ZED = Player("Ana"), Player("Bo"), Player("Cy"), Player("Zed")
SETUP = Setup((ANA, BO, CY))


class State(Struct, frozen=True):
    """A bucket is filled in turn; when it is full, it is emptied and the next one begins."""

    setup: Setup
    filled: int = 0
    emptied: int = 0
    turn: int = 0
    rain: int = 0

    @property
    def active(self) -> Player:
        return self.setup.seating[self.turn % len(self.setup.seating)]


class Poured(Event[State], frozen=True):
    rule = MOST_DRAWN
    player: Player
    cups: int

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if self.cups > book[MOST_DRAWN]:
            return self.forbidden("{player} pours {most} at most.", most=book[MOST_DRAWN])
        return self.allowed(
            plural(self.cups, "{player} pours {n} cup.", "{player} pours {n} cups.")
        )

    def apply(self, state: State) -> State:
        return replace(state, filled=state.filled + self.cups, turn=state.turn + 1)


class Rained(Event[State], frozen=True):
    rule = SUPPLY
    drops: int

    def judge(self, book: Rulebook, state: State) -> Ruling:
        return self.allowed("{drops} drops fall.")

    def apply(self, state: State) -> State:
        return replace(state, rain=state.rain + self.drops)


class Shared(Event[State], frozen=True):
    rule = SUPPLY
    among: tuple[Player, ...]
    cups: Mapping[Player, int]
    pairs: tuple[tuple[Player, int], ...] = ()
    thanks: Player | None = None

    def judge(self, book: Rulebook, state: State) -> Ruling:
        return self.allowed("Shared.")

    def apply(self, state: State) -> State:
        return state


def ask_cups(book: Rulebook, state: State) -> Prompt[State]:
    return Prompt(
        ask=Say("{player} pours?", player=state.active),
        answers=Number(1, book[MOST_DRAWN]),
        event=lambda cups: Poured(state.active, cups),
        context=(Say("{n} in the bucket.", n=state.filled),),
    )


def ask_rain(book: Rulebook, state: State) -> Prompt[State]:
    return Prompt(ask=Say("Rain?"), answers=Number(1, 3), event=Rained, rules=(SUPPLY,))


def ask_sharing(book: Rulebook, state: State) -> Prompt[State]:
    return Prompt(
        ask=Say("Shared?"), answers=OneOf(("so",), ("so",)), event=lambda _: Shared((), {})
    )


SHARE: Stage[State] = Stage(id="end.share", title=Say("sharing"), ask=ask_sharing, events=(Shared,))
POUR: Stage[State] = Stage(
    id="turn.pour",
    title=Say("pouring"),
    when=lambda state: state.emptied < 2,
    actor=lambda state: state.active,
    ask=ask_cups,
    events=(Poured,),
    alternatives=(replace(SHARE, when=lambda state: state.filled > 0),),
)
RAIN: Stage[State] = Stage(
    id="any.rain", title=Say("rain"), when=lambda state: state.rain < 9, ask=ask_rain,
    events=(Rained,),
)  # fmt: skip
FULL: Consequence[State] = Consequence(
    when=lambda state: state.filled >= 3,
    apply=lambda state: replace(state, filled=state.filled - 3, emptied=state.emptied + 1),
    say=lambda state: Say("The bucket with {n} is emptied.", n=state.filled),
    rule=SUPPLY,
)
DRIED: Consequence[State] = Consequence(
    when=lambda state: state.rain > 5,
    apply=lambda state: replace(state, rain=0),
    rule=SUPPLY,
)
COURSE: Course[State] = Course(
    stages=(POUR, SHARE),
    anytime=(RAIN,),
    consequences=(FULL, DRIED),
    heading=lambda state, stage: Say("{stage}, turn {n}", stage=stage.title, n=state.turn + 1),
    context=lambda state: (Say("{n} emptied.", n=state.emptied),),
)
START = State(SETUP)


def judged(event: Event[State], state: State = START) -> tuple[str, str, list[str]]:
    ruling = COURSE.judge(BOOK, state, event)
    return ruling.verdict.value, str(ruling.reason), [str(rule) for rule in ruling.rules]


def test_whoever_is_no_one_at_the_table_is_told_before_all_else() -> None:
    said = "Nobody here is called {}."
    assert judged(Poured(ZED, 9)) == ("impossible", said.format("Zed"), ["PEB-2.1"])
    eva, finn = Player("Eva"), Player("Finn")
    named = Shared((ANA, ZED), {BO: 1, eva: 2}, ((finn, 1), (CY, 2)), thanks=ZED)
    assert judged(named)[1] == said.format("Zed, Eva or Finn")
    assert judged(Shared((ANA,), {BO: 1}, ((CY, 3),)), replace(START, filled=1))[0] == "allowed"


def test_whoever_is_called_otherwise_is_so_wherever_an_event_names_somebody() -> None:
    event = Shared((ANA, ZED), {BO: 1, ZED: 2}, ((CY, 1), (ZED, 2)), thanks=ZED)
    renamed = Shared((ANA, BO), {BO: 2}, ((CY, 1), (BO, 2)), thanks=BO)
    assert with_names(event, {ZED: BO}) == renamed


def test_what_comes_at_the_wrong_time_is_told_with_what_is_due() -> None:
    now = "It is time for {}, not for {}."
    assert judged(Shared((), {})) == ("forbidden", now.format("pouring", "sharing"), ["PEB-1.1"])
    over = Course(stages=(POUR,), anytime=(RAIN,), heading=COURSE.heading)
    ended = replace(START, emptied=2)
    assert str(over.judge(BOOK, ended, Rained(1)).reason) == now.format("over", "rain")
    assert judged(Poured(ANA, 1), ended)[1] == now.format("sharing", "pouring")
    assert judged(Rained(1), replace(START, rain=9))[1] == now.format("pouring", "rain")


def test_it_is_the_turn_of_one_player_and_rain_falls_on_all() -> None:
    assert judged(Poured(BO, 1))[1] == "It is Ana's turn, not Bo's."
    assert judged(Poured(BO, 1), replace(START, turn=1)) == (
        "allowed",
        "Bo pours 1 cup.",
        ["PEB-2.1"],
    )
    assert judged(Rained(2)) == ("allowed", "2 drops fall.", ["PEB-1.1"])
    assert judged(Poured(ANA, 3))[1] == "Ana pours 2 at most."


def test_what_follows_by_itself_is_said_behind_what_happened() -> None:
    before = replace(START, filled=2)
    ruling = COURSE.rule_on(BOOK, before, Poured(ANA, 2))
    assert str(ruling.reason) == "Ana pours 2 cups. The bucket with 4 is emptied."
    assert [str(rule) for rule in ruling.rules] == ["PEB-2.1", "PEB-1.1"]
    after = COURSE.apply(before, Poured(ANA, 2))
    assert (after.filled, after.emptied) == (1, 1)


def test_what_follows_goes_on_until_nothing_is_due_any_more() -> None:
    twice = COURSE.apply(START, Poured(ANA, 7))
    assert (twice.filled, twice.emptied) == (1, 2)
    told = COURSE.announcements(START, Poured(ANA, 7))
    assert [str(each.say) for each in told] == [
        "The bucket with 7 is emptied.",
        "The bucket with 4 is emptied.",
    ]
    refused = COURSE.rule_on(BOOK, START, Poured(ANA, 7))
    assert str(refused.reason) == "Ana pours 2 at most."


def test_what_follows_is_said_behind_a_refusal_only_where_the_table_overrules_it() -> None:
    refused = COURSE.rule_on(BOOK, START, Poured(ANA, 4), is_overruled=True)
    assert str(refused.reason) == "Ana pours 2 at most. The bucket with 4 is emptied."
    assert [str(rule) for rule in refused.rules] == ["PEB-2.1", "PEB-1.1"]
    assert refused.verdict.stops_play
    alone = COURSE.rule_in_parts(BOOK, START, Poured(ANA, 2), is_overruled=True)
    assert (str(alone[1]), alone[2]) == ("Ana pours 2 cups.", ())


def test_what_has_no_sentence_follows_unannounced() -> None:
    assert COURSE.apply(START, Rained(6)).rain == 0
    assert COURSE.announcements(START, Rained(6)) == ()


def test_what_several_consequences_share_is_asked_once_for_all_of_them() -> None:
    asked: list[int] = []

    def has_rained(state: State) -> bool:
        asked.append(state.rain)
        return state.rain > 0

    sharing = tuple(replace(each, only=has_rained) for each in (FULL, DRIED))
    course = replace(COURSE, consequences=sharing)
    assert course.follow(replace(START, filled=3))[0].emptied == 0
    assert asked == [0]
    wet = course.follow(replace(START, filled=3, rain=6))[0]
    assert (wet.emptied, wet.rain, asked) == (1, 0, [0, 6, 6, 0])


def test_a_step_tells_all_that_its_stage_and_course_say() -> None:
    step = COURSE.step(BOOK, replace(START, filled=1))
    assert step is not None
    assert (step.id, step.player, str(step.heading)) == ("turn.pour", "Ana", "pouring, turn 1")
    assert [str(each) for each in step.context] == ["1 in the bucket.", "0 emptied."]
    assert [each.id for each in step.alternatives] == ["end.share", "any.rain"]
    assert [str(rule) for rule in step.rules] == ["PEB-2.1"]
    assert step.read("２") == Poured(ANA, 2)
    assert COURSE.events == (Poured, Shared, Rained)


def test_what_is_asked_in_one_state_hangs_on_the_rules_in_force() -> None:
    strict = BOOK.with_number(MOST_DRAWN, 1)
    asked = [COURSE.step(book, START) for book in (BOOK, strict, BOOK)]
    assert [step and step.answers.size for step in asked] == [2, 1, 2]


def test_a_session_says_and_does_what_follows() -> None:
    game = toy("Buckets", range(2, 4), start=lambda book, setup: State(setup), course=COURSE)
    table: GameLoop = GameLoop(Session(game, BOOK, SETUP))
    said = [str(echo.say) for echo in table.feed_line("2; 2")]
    assert said == ["Ana pours 2 cups.", "Bo pours 2 cups. The bucket with 4 is emptied."]
    assert table.session.state.emptied == 1
    assert table.feed("3").kind is ResponseKind.REFUSED
    overruled = table.feed("/overrule so be it")
    assert str(overruled.say) == "Cy pours 2 at most. The bucket with 4 is emptied."
    assert table.session.state.emptied == 2
    undone = table.feed("/undo 2")
    assert undone.kind is ResponseKind.UNDONE
    assert table.session.state == State(SETUP, filled=2, turn=1)


def test_words_are_on_offer_if_and_only_if_their_events_pass() -> None:
    events = {"a-cup": Poured(ANA, 1), "a-lot": Poured(ANA, 9)}
    assert choices(BOOK, START, events) == OneOf(("a-cup", "a-lot"), ("a-cup",))
    words = choices(BOOK, START, events, Vocabulary(a_cup=("cup", "mug"), a_lot="bucketful"))
    assert (words.parse("mug"), words.parse("bucket"), words.offer(0)) == ("a-cup", "a-lot", "cup")
    assert (words.numbered, str(words.hint()), words.parse("1")) == (("cup",), "cup", "a-cup")


def test_a_dispute_about_an_event_is_answered_as_play_does() -> None:
    def poured_twice(book: Rulebook, facts: Facts) -> Ruling | None:
        return impossible("Twice.", SUPPLY) if facts.integer("cups") == 2 else None

    def answered(cups: int, player: Player = ANA) -> tuple[str, Mapping[str, Any]]:
        answer = judging(
            position=lambda book, facts: START,
            event=lambda book, facts, state: Poured(player, facts.integer("cups")),
            checks=(poured_twice,),
            results={"filled": lambda book, state, event: event.apply(state).filled},
            course=lambda: COURSE,
        )(BOOK, Facts({"cups": cups}))
        return answer.verdict, answer.results

    assert answered(1) == ("allowed", {"filled": 1})
    assert answered(2) == ("impossible", {"filled": None}), "the facts come first"
    assert answered(9) == ("forbidden", {"filled": None})
    assert answered(1, BO) == ("forbidden", {"filled": None}), "it is not Bo's turn"
