"""Group commit: what is waiting is written in one transaction, and nobody waits for company.

The first to come is written at once; what comes while a commit is under way goes into the next one together. So an
action waits for one commit at most before its own, a few milliseconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Executable
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

Statement = tuple[Executable, Sequence[dict[str, Any]] | None]
MOST = 256  # jobs of one transaction


class StoreError(RuntimeError):
    """The database did not take what was to be written; nothing of it is kept."""


@dataclass(slots=True)
class Job:
    """Statements that are written together or not at all."""

    statements: Sequence[Statement]
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Writer:
    """Writes jobs in the order they came."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._jobs: asyncio.Queue[Job] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def write(self, *statements: Statement) -> None:
        """Returns when the statements are committed; StoreError if the database refused them."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="store writer")
        job = Job(statements)
        await self._jobs.put(job)
        await job.done

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        if self._task is None:
            return
        await self._jobs.join()
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        self._task = None

    async def _run(self) -> None:
        while True:
            jobs = [await self._jobs.get()]
            while len(jobs) < MOST and not self._jobs.empty():
                jobs.append(self._jobs.get_nowait())
            try:
                await self._commit(jobs)
            finally:
                for _ in jobs:
                    self._jobs.task_done()

    async def _commit(self, jobs: list[Job]) -> None:
        """Commit all together; if one is refused, each alone, so that it harms no other."""
        fault = await self._try(jobs)
        if fault is not None and len(jobs) > 1:
            for job in jobs:
                await self._commit([job])
            return
        for job in jobs:
            if job.done.done():  # whoever waited was cancelled
                continue
            if fault is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(StoreError(f"not written: {fault}"))

    async def _try(self, jobs: list[Job]) -> SQLAlchemyError | None:
        try:
            async with self._engine.begin() as connection:
                for job in jobs:
                    for statement, rows in job.statements:
                        await connection.execute(statement, rows)
        except SQLAlchemyError as fault:
            return fault
        return None
