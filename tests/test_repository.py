"""What a visitor of the repository meets: forms, workflow, one version, generated files marked."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee import __version__

ROOT = Path(__file__).parent.parent
FORGE = ROOT / ".github"
SCHEMAS = {
    "vendor.github-workflows": sorted(FORGE.glob("workflows/*.yml")),
    "vendor.github-issue-config": [FORGE / "ISSUE_TEMPLATE/config.yml"],
    "vendor.github-issue-forms": [
        path for path in sorted(FORGE.glob("ISSUE_TEMPLATE/*.yml")) if path.stem != "config"
    ],
}


def judged(schema: str, *files: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema]
    return subprocess.run([*words, *map(str, files)], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_the_forge_can_read_its_files(schema: str) -> None:
    files = SCHEMAS[schema]
    assert files
    ran = judged(schema, *files)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_a_wrong_form_is_found(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yml"
    wrong.write_text("name: no body\n", encoding="utf-8")
    assert judged("vendor.github-issue-forms", wrong).returncode == 1


def test_the_workflow_runs_every_python_that_the_package_names() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    named = re.findall(r"Python :: (3\.\d+)", project)
    workflow = (FORGE / "workflows/check.yml").read_text(encoding="utf-8")
    assert named == ["3.11", "3.12", "3.13", "3.14"]
    assert f"python: {named}".replace("'", '"') in workflow


def test_the_form_of_a_ruling_asks_what_contributing_asks() -> None:
    asked = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    form = (FORGE / "ISSUE_TEMPLATE/ruling.yml").read_text(encoding="utf-8")
    for field in ("Game", "Edition", "Situation", "What the referee said", "printed rules say"):
        assert f"label: {field}" in form or field in form
        assert field.lower() in asked.lower()


def test_the_version_is_written_once() -> None:
    written = [
        path
        for path in ROOT.glob("*.toml")
        if re.search(r'^version = "', path.read_text("utf-8"), re.MULTILINE)
    ]
    assert written == []
    sources = [
        path.relative_to(ROOT)
        for path in (ROOT / "referee").rglob("*.py")
        if f'"{__version__}"' in path.read_text(encoding="utf-8")
    ]
    assert sources == [Path("referee/__init__.py")]


def test_every_decision_is_in_the_index() -> None:
    folder = ROOT / "docs/decisions"
    index = (folder / "README.md").read_text(encoding="utf-8")
    pages = sorted(path.name for path in folder.glob("*.md") if path.name != "README.md")
    assert sorted(re.findall(r"\]\((\w+\.md)\)", index)) == pages
    assert len(pages) <= 15


def test_the_glossary_is_short() -> None:
    text = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 1_500
    assert text.count("\n|---|") == 2
