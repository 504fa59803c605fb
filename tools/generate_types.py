"""Writes the messages of the table as TypeScript: web/src/lib/protocol.ts from the message structs in Python.

    python tools/generate_types.py            write the file
    python tools/generate_types.py --check    exit 1 if the file is not what would be written

The names and their order are those of the modules; what a type means stands beside it as in its docstring.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from chuanma import events, view
from chuanma.server import protocol

TARGET = Path(__file__).parent.parent / "web" / "src" / "lib" / "protocol.ts"
MODULES = (events, view, protocol)
ROOTS = ("PROTOCOL", "MAX_FRAME", "ClientMessage", "ServerMessage")
WIDTH = 120
HEAD = "// Written by tools/generate_types.py from the message structs in Python. Change those, not this file.\n"
_COMMENT = re.compile(r"/\*\*.*?\*/", re.DOTALL)
_PLAIN = {"int": "number", "float": "number", "str": "string", "bool": "boolean", "None": "null"}


class Unknown(ValueError):
    """An annotation this tool has no TypeScript for."""


def typescript(annotation: str) -> str:
    """The TypeScript of a Python annotation, with the names of other types kept."""
    return _type(ast.parse(annotation, mode="eval").body)


def _type(node: ast.expr) -> str:
    match node:
        case ast.Name(name):
            return _PLAIN.get(name, name)
        case ast.Constant(None):
            return "null"
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"{_type(left)} | {_type(right)}"
        case ast.Subscript(value=ast.Name("Literal"), slice=inside):
            return " | ".join(_literal(each) for each in _elements(inside))
        case ast.Subscript(value=ast.Name("Annotated"), slice=ast.Tuple([plain, *_])):
            return _type(plain)
        case ast.Subscript(value=ast.Name("tuple"), slice=ast.Tuple([item, ast.Constant(value)])) if value is ...:
            return _array(_type(item))
        case ast.Subscript(value=ast.Name("tuple"), slice=inside):
            return f"[{', '.join(_type(each) for each in _elements(inside))}]"
    raise Unknown(f"no TypeScript for {ast.unparse(node)!r}")


def _elements(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _literal(node: ast.expr) -> str:
    match node:
        case ast.Constant(str(word)):
            return f"'{word}'"
        case ast.Constant(int(number)):
            return str(number)
    raise Unknown(f"no TypeScript for the literal {ast.unparse(node)!r}")


def _array(item: str) -> str:
    return f"({item})[]" if " " in item else f"{item}[]"


def generate() -> str:
    """The whole file: everything that messages and events are made of, and the numbers both sides must share."""
    written = dict(part for module in MODULES for part in _module(module))
    return HEAD + "\n" + "\n".join(words for name, words in written.items() if name in _reached(written))


def _reached(written: dict[str, str]) -> set[str]:
    """The names that the roots need, directly or through others."""
    found: set[str] = set()
    waiting = [*ROOTS]
    while waiting:
        name = waiting.pop()
        if name in written and name not in found:
            found.add(name)
            waiting += re.findall(r"\b[A-Z]\w*", _COMMENT.sub("", written[name]))
    return found


def _module(module: ModuleType) -> Iterator[tuple[str, str]]:
    """The types and numbers a module defines itself, by name, in its order."""
    for node in ast.parse(inspect.getsource(module)).body:
        match node:
            case ast.ClassDef(name=name):
                found = getattr(module, name)
                if isinstance(found, type) and issubclass(found, msgspec.Struct) and not _is_event(found):
                    yield name, _interface(found, module)
            case ast.Assign(targets=[ast.Name(name)], value=value) if name[0].isupper():
                yield from _assigned(module, name, value)


def _is_event(found: type) -> bool:
    """Events share names with messages (`Leave`), so they are written inside the union of all of them."""
    return issubclass(found, events.Event)


def _assigned(module: ModuleType, name: str, value: ast.expr) -> Iterator[tuple[str, str]]:
    found = getattr(module, name)
    if name == "AnyEvent":
        members = (getattr(module, each.strip()) for each in ast.unparse(value).split("|"))
        yield name, _union(name, [_inline(member) for member in members], broken=True)
    elif isinstance(found, int):
        yield name, f"export const {name} = {found}\n"
    elif not name.isupper():
        yield name, _union(name, typescript(ast.unparse(value)).split(" | "))


def _union(name: str, members: list[str], *, broken: bool = False) -> str:
    line = f"export type {name} = {' | '.join(members)}\n"
    if not broken and len(line) <= WIDTH:
        return line
    return f"export type {name} =\n" + "".join(f"  | {member}\n" for member in members)


def _inline(event: Any) -> str:
    return f"{{ {'; '.join(_fields(event, optional=False))} }}"


def _interface(struct: Any, module: ModuleType) -> str:
    lines = _comment(inspect.getdoc(struct) or "")
    optional = module is protocol and struct in protocol.ClientMessage.__args__
    fields = _fields(struct, optional=optional)
    body = "".join(f"  {field}\n" for field in fields)
    return f"{lines}export interface {struct.__name__} {{\n{body}}}\n"


def _comment(words: str) -> str:
    if "\n" not in words:
        return f"/** {words} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in words.splitlines()) + " */\n"


def _fields(struct: Any, *, optional: bool) -> list[str]:
    """`name: type` of every field; the tag first. What a client may leave out is optional."""
    config = struct.__struct_config__
    tag = [f"{config.tag_field}: '{config.tag}'"] if config.tag is not None else []
    return tag + [_field(field, struct, optional) for field in msgspec.structs.fields(struct)]


def _field(field: msgspec.structs.FieldInfo, struct: Any, optional: bool) -> str:
    mark = "?" if optional and not field.required else ""
    return f"{field.encode_name}{mark}: {typescript(_annotation(struct, field.name))}"


def _annotation(struct: Any, name: str) -> str:
    """The annotation as it stands in the source, so that names of types are kept."""
    for cls in struct.__mro__:
        if name in (found := inspect.get_annotations(cls)):
            return str(found[name])
    raise Unknown(f"{struct.__name__}.{name} has no annotation")


def main(arguments: list[str] | None = None) -> int:
    """Write the file, or say whether it is up to date."""
    parser = argparse.ArgumentParser(description="TypeScript types of the messages, from the Python structs.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the file is out of date")
    check = parser.parse_args(arguments).check
    wanted = generate()
    if check:
        if TARGET.exists() and TARGET.read_text("utf-8") == wanted:
            return 0
        print(f"{TARGET.name} is out of date: run python tools/generate_types.py", file=sys.stderr)
        return 1
    TARGET.write_text(wanted, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
