"""docs/protocol.md: its examples are messages, every message and every error code is in it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from chuanma.server.protocol import ClientMessage, ErrorCode, ServerMessage

PAGE = (Path(__file__).parents[1] / "docs" / "protocol.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
decode = msgspec.json.Decoder(ClientMessage | ServerMessage, strict=True).decode


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_a_message_with_all_its_fields_and_no_other(example: str) -> None:
    message = json.loads(msgspec.json.encode(decode(example)))
    if message.get("token", 0) is None:
        del message["token"]  # what a client may leave out

    assert message == json.loads(example)


def test_every_message_has_an_example() -> None:
    shown = {type(decode(example)) for example in EXAMPLES}
    assert shown == {*get_args(ClientMessage), *get_args(ServerMessage)}


def test_every_error_code_is_explained() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == set(get_args(ErrorCode))
