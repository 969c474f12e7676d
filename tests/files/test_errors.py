"""Every diagnostic has a file that provokes it, and says what it must say."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.files.codes import CODES
from referee.files.decoding import MAX_BYTES
from referee.files.diagnostics import Diagnostic
from referee.files.documents.detect import (
    DocumentKind,
    Source,
    as_text_source,
    detect,
    unexpected_kind,
)
from referee.files.documents.disputes import read_dispute
from referee.files.documents.holdings import read_holdings
from referee.files.documents.rules import read_rulebook
from referee.files.documents.scenarios import read_scenario
from referee.files.documents.setup import read_table
from referee.files.documents.texts import read_text_file, text_key, texts_of
from tests.files.pebble_fair import BOOK, GAME, HOLDINGS, faults

ERRORS = Path(__file__).parent.parent / "errors"
FILES = sorted(ERRORS.glob("*.yaml"))
MARK = "# expect: "


def read(path: Path) -> object:
    opened = as_text_source(detect(path), [text_key(field) for field in texts_of(GAME)])
    assert opened.document is not None
    if opened.kind is DocumentKind.RULEBOOK:
        return read_rulebook(opened.document)
    readers: dict[DocumentKind, Callable[..., object]] = {
        DocumentKind.HOLDINGS: read_holdings,
        DocumentKind.DISPUTE: read_dispute,
        DocumentKind.SCENARIO: read_scenario,
        DocumentKind.TABLE: read_table,
        DocumentKind.TEXT: lambda document, game, _: read_text_file(document, game),
    }
    return readers[opened.kind](opened.document, GAME, BOOK)


def expected(path: Path) -> list[tuple[str, str, str]]:
    lines = path.read_text(encoding="utf-8").split("\n")
    words = [line.removeprefix(MARK).split(" ", 2) for line in lines if line.startswith(MARK)]
    return [(code, place, say) for code, place, say in words]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_broken_file_is_told_in_full(path: Path) -> None:
    wanted = expected(path)
    found = faults(lambda: read(path))
    assert wanted
    assert [(d.code, f"{d.line}:{d.column}") for d in found] == [(c, p) for c, p, _ in wanted]
    for diagnostic, (_, _, words) in zip(found, wanted, strict=True):
        assert words in f"{diagnostic.message} {diagnostic.remedy}"
        assert diagnostic.path == str(path)
        assert str(diagnostic.message).strip()
        assert str(diagnostic.remedy).strip()
        assert diagnostic.source.replace("\u3000", " ").replace("\t", " ").isprintable()
        assert not diagnostic.line or diagnostic.column <= len(diagnostic.source) + 1


def undetected(path: Path | str) -> tuple[Diagnostic, ...]:
    return faults(lambda: detect(path))


def by_bytes(path: Path, raw: bytes) -> tuple[Diagnostic, ...]:
    path.write_bytes(raw)
    return undetected(path)


def test_the_catalogue_and_what_is_provoked_are_the_same(tmp_path: Path) -> None:
    assert len(FILES) >= 45
    provoked = {code for path in FILES for code, _, _ in expected(path)}
    provoked |= {d.code for raw in made() for d in by_bytes(tmp_path / "made.yaml", raw)}
    provoked |= {d.code for d in undetected(tmp_path / "none.yaml") + undetected(tmp_path)}
    table = Source(DocumentKind.TABLE, None, None)
    provoked |= {d.code for d in unexpected_kind(table, "x", DocumentKind.HOLDINGS).diagnostics}
    provoked |= {d.code for d in too_many(tmp_path / "many.yaml")}
    papers = {"BAD-CODE", "NEW-CODE", "NO-CODE"}  # tests/papers
    assert provoked | papers | {"USAGE", "JOURNAL"} == {each.code for each in CODES}


def made() -> tuple[bytes, ...]:
    return (b"a: \xff", b"#" * (MAX_BYTES + 1), b"a: [" + b"1," * 20_000 + b"1]")


def too_many(path: Path) -> tuple[Diagnostic, ...]:
    path.write_text(HOLDINGS + "".join(f"key{n}: 1\n" for n in range(500)), encoding="utf-8")
    return faults(lambda: read(path))


def test_a_flood_of_faults_is_cut_off_and_says_so(tmp_path: Path) -> None:
    found = too_many(tmp_path / "many.yaml")
    assert len(found) == 201
    assert found[-1].code == "MORE"


def test_bytes_that_are_no_text_are_told_with_their_place(tmp_path: Path) -> None:
    (found,) = by_bytes(tmp_path / "a.yaml", "a: 1\r\nb: ü".encode() + b"\xe9\n")
    assert (found.code, found.line, found.column) == ("NOT-UTF-8", 2, 5)


def test_the_size_of_a_file_has_a_bound(tmp_path: Path) -> None:
    raw = b"a: 1 #" + b"x" * (MAX_BYTES - 6)
    (tmp_path / "a.yaml").write_bytes(raw)
    assert detect(tmp_path / "a.yaml").kind is DocumentKind.TABLE
    assert by_bytes(tmp_path / "a.yaml", raw + b"x")[0].code == "TOO-LARGE"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert undetected(tmp_path / "pipe")[0].code == "NOT-A-FILE"


def test_a_path_with_a_zero_byte_is_undetected() -> None:
    assert undetected("a\0b")[0].code == "NO-FILE"
