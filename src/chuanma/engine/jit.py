"""How kernels are compiled: the decorators, the types of their arguments, and where compiled code is kept.

Compiled code is cached in a folder named by a hash of all engine sources, the compiler's version and the bounds
check: numba itself looks only at the file a function stands in, so an edit in another module would leave stale callers.
With ``NUMBA_DISABLE_JIT=1`` the same source runs uncompiled.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types as types
from numba.core import config

from chuanma.engine import layout as L

COMPILED = not config.DISABLE_JIT
KEPT = 3  # cache folders of other versions that are left alone

I8 = types.int64
I4 = types.int32
U8 = types.uint64
BOOL = types.boolean
STATE = numba.from_dtype(L.STATE)
RULES = numba.from_dtype(L.RULES)
VIEW = numba.from_dtype(L.VIEW)
TABLES = numba.from_dtype(L.TABLES)
WORK = numba.from_dtype(L.WORK)


def vector(of: Any, ndim: int = 1) -> Any:
    """The type of a C-ordered array."""
    return types.Array(of, ndim, "C")


def pair(of: Any) -> Any:
    """The type of a pair, as a result."""
    return types.UniTuple(of, 2)


def _sources() -> str:
    digest = hashlib.sha256()
    here = Path(__file__).parent
    for path in sorted([*here.glob("*.py"), *here.glob("data/*.npz")]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    for part in (
        numba.__version__,
        np.__version__,
        platform.python_version(),
        platform.machine(),
        config.BOUNDSCHECK,
    ):
        digest.update(f"{part}\0".encode())
    return digest.hexdigest()[:20]


def _cache_home() -> Path:
    if chosen := os.environ.get("CHUANMA_CACHE"):
        return Path(chosen)
    if sys.platform == "win32" and (local := os.environ.get("LOCALAPPDATA")):
        return Path(local) / "chuanma" / "cache"
    if xdg := os.environ.get("XDG_CACHE_HOME"):
        return Path(xdg) / "chuanma"
    return Path.home() / ".cache" / "chuanma"


def _choose_cache() -> Path | None:
    """A writable folder for this very version of the engine, or None (with a notice)."""
    try:
        folder = _cache_home() / f"kernel-{_sources()}"
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
        os.utime(folder)
    except (OSError, RuntimeError) as fault:
        print(
            f"chuanma: compiled code is not kept ({fault}); set CHUANMA_CACHE to a writable folder",
            file=sys.stderr,
        )
        return None
    old = sorted(folder.parent.glob("kernel-*"), key=lambda path: path.stat().st_mtime)
    for path in old[: -KEPT - 1]:
        shutil.rmtree(path, ignore_errors=True)
    return folder


CACHE = _choose_cache() if COMPILED else None


_announced: set[str] = set()
_entries: list[tuple[Any, Any]] = []  # kernels that Python calls, and their signatures


def _announce(module: str) -> None:
    """Say on stderr that a module of the package is about to be compiled, if it is: that takes seconds."""
    package, _, part = module.partition(".")
    if package != "chuanma" or part in _announced:
        return
    _announced.add(part)
    if CACHE is None or not any(CACHE.glob(f"*/{part.rpartition('.')[2]}.*.nbi")):
        once = "once" if CACHE else "each time"
        print(f"chuanma: compiling {part} ({once}) …", file=sys.stderr, flush=True)


def _compile(dispatcher: Any, signature: Any) -> None:
    """Compile a kernel for its signature and no other, or take it out of the cache; nothing the second time."""
    if not dispatcher.overloads:
        _announce(dispatcher.py_func.__module__)
        dispatcher.compile(signature)
        dispatcher.disable_compile()


def _compile_when_used(dispatcher: Any, signature: Any) -> None:
    """Put the compilation of a kernel off until it is called or another one that calls it is compiled.

    Even out of the cache a kernel takes milliseconds to load, and what is compiled into others is not needed then:
    most kernels are never loaded when the cache is warm.
    """
    template, from_python = dispatcher.get_call_template, dispatcher._compile_for_args

    def get_call_template(args: Any, kws: Any) -> Any:
        _compile(dispatcher, signature)
        return template(args, kws)

    def compile_for_args(*args: Any, **kws: Any) -> Any:
        if dispatcher.overloads:
            return from_python(*args, **kws)  # refuses: the arguments fit no signature
        _compile(dispatcher, signature)
        return dispatcher  # called in place of what would have been compiled

    dispatcher.get_call_template = get_call_template
    dispatcher._compile_for_args = compile_for_args


def compile_all() -> None:
    """Compile every kernel of the modules imported so far that Python may call."""
    for dispatcher, signature in _entries:
        _compile(dispatcher, signature)


def kernel(signature: Any = None, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate a kernel that Python calls: nogil, cached, with a signature or (None) typed at each first call."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        if not COMPILED:
            return function
        before, config.CACHE_DIR = config.CACHE_DIR, str(CACHE or "")
        try:
            dispatcher: Callable[..., Any] = numba.njit(
                cache=CACHE is not None, nogil=True, error_model="numpy", **options
            )(function)
        finally:
            config.CACHE_DIR = before
        if signature is not None:
            _compile_when_used(dispatcher, signature)
            if "no_cpython_wrapper" not in options:
                _entries.append((dispatcher, signature))
        return dispatcher

    return decorate


def inner(signature: Any, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate a kernel that only kernels call: without the wrappers for Python, which take a third of the compile."""
    return kernel(signature, no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)


_BY_NAME = {"t": TABLES, "w": WORK, "s": STATE, "v": VIEW}


def on_table(result: Any = types.void, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate a kernel on one table. Its parameters say by name what they are: `t` the suit tables, `w` the work
    record, `s` the state, `v` a view; any other is an integer.

    ``inline="always"`` suits a kernel with one caller: it is compiled there alone, not once more by itself.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        return inner(result(*(_BY_NAME.get(name, I8) for name in names)), **options)(function)

    return decorate


def records(array: np.ndarray) -> np.ndarray:
    """The array as kernels want it: uncompiled ones read fields by attribute, so they get a record array."""
    return array if COMPILED else array.view(np.recarray)
