"""From a frame to a message; what is none is refused in words that say what is wrong and what is allowed."""

from __future__ import annotations

from typing import Any

import msgspec

from chuanma.server.faults import Refusal, refusal
from chuanma.server.protocol import MAX_FRAME, ClientMessage

SHOWN = 40  # characters of what was sent that an answer repeats

_TYPES: dict[str, type[Any]] = {kind.__struct_config__.tag: kind for kind in ClientMessage.__args__}


def parse(frame: str | bytes) -> ClientMessage:
    """The message in a frame; raises Refusal."""
    if isinstance(frame, bytes):
        raise refusal("bad_message", "binary")
    size = len(frame.encode("utf-8", "surrogatepass"))
    if size > MAX_FRAME:
        raise refusal("too_large", "too_large", size=size, most=MAX_FRAME)
    return _message(_json(frame))


def _json(frame: str) -> Any:
    try:
        return msgspec.json.decode(frame)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as fault:
        raise refusal("bad_message", "no_json", detail=fault) from None


def _message(given: Any) -> ClientMessage:
    if not isinstance(given, dict):
        raise refusal("bad_message", "no_object", types=", ".join(_TYPES))
    name = given.get("t")
    kind = _TYPES.get(name) if isinstance(name, str) else None
    if kind is None:
        raise refusal("bad_message", "unknown_type", given=shown(name), types=", ".join(_TYPES))
    try:
        message: ClientMessage = msgspec.convert(given, kind)
    except msgspec.ValidationError as fault:
        raise _wrong_field(kind, fault) from None
    return message


def _wrong_field(kind: type[Any], fault: msgspec.ValidationError) -> Refusal:
    fields = ", ".join(f.encode_name for f in msgspec.structs.fields(kind)) or "-"
    return refusal("bad_message", "bad_field", type=kind.__struct_config__.tag, detail=fault, fields=fields)


def shown(value: object) -> str:
    """What was sent, cut to a length that can be shown."""
    words = repr(value)
    return words if len(words) <= SHOWN else words[:SHOWN] + "…"
