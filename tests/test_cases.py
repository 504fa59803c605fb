"""Every case of tests/vectors/cases.jsonl is a test named by its id, or waits for what it is about."""

from __future__ import annotations

import json
import re
from pathlib import Path

HERE = Path(__file__).parent
LATER = {
    "coins-01": "there are no rooms with coins yet",
    "coins-03": "there are no rooms with coins yet",
    "coins-05": "there are no rooms with coins yet",
}


def test_every_case_is_a_test_or_waits_with_a_reason() -> None:
    cases = {json.loads(line)["id"] for line in (HERE / "vectors/cases.jsonl").read_text("utf-8").splitlines()}
    files = [path for path in HERE.rglob("*") if path.suffix in {".py", ".toml"} and path != Path(__file__)]
    words = "\n".join(path.read_text("utf-8") for path in files if "node_modules" not in path.parts)
    named = {match.replace("_", "-") for match in re.findall(r"[a-z]+[0-9]?[-_][0-9]{2}", words)}

    assert LATER.keys() <= cases
    assert not named & LATER.keys()
    assert sorted(cases - named - LATER.keys()) == []
