"""The TypeScript of the messages is what the Python structs say."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

TOOL = Path(__file__).parent.parent / "tools" / "generate_types.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_types", TOOL)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_file_of_the_page_is_up_to_date(tool: ModuleType) -> None:
    assert tool.main(["--check"]) == 0


def test_a_stale_file_is_told(tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stale = tmp_path / "protocol.ts"
    monkeypatch.setattr(tool, "TARGET", stale)

    assert tool.main(["--check"]) == 1
    stale.write_text("export {}\n", "utf-8")
    assert tool.main(["--check"]) == 1
    assert tool.main([]) == 0
    assert tool.main(["--check"]) == 0


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("int", "number"),
        ("str | None", "string | null"),
        ("Seat | None", "Seat | null"),
        ("tuple[int, int]", "[number, number]"),
        ("tuple[WinFlag, ...]", "WinFlag[]"),
        ("tuple[tuple[str, ...], ...]", "string[][]"),
        ("tuple[int | None, ...]", "(number | null)[]"),
        ("Annotated[int, Meta(ge=0)]", "number"),
        ("Literal['m', 'p']", "'m' | 'p'"),
        ("Literal['m'] | None", "'m' | null"),
    ],
)
def test_annotations(tool: ModuleType, annotation: str, expected: str) -> None:
    assert tool.typescript(annotation) == expected


def test_an_annotation_without_typescript_is_refused(tool: ModuleType) -> None:
    with pytest.raises(tool.Unknown, match="dict"):
        tool.typescript("dict[str, int]")


def test_what_a_client_may_leave_out_is_optional(tool: ModuleType) -> None:
    words = tool.generate()

    assert "  token?: Token | null\n" in words
    assert "  t: 'hello'\n  protocol: Number\n" in words
    assert "| { e: 'draw'; seat: Seat; tile: string | null; replacement: boolean; left: number }" in words
