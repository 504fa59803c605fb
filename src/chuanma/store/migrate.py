"""Brings the tables of a database up to date, with the migrations that come with the package."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

HERE = Path(__file__).parent / "migrations"


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run the migrations this database has not seen, in the transaction of `connection`."""
    command.upgrade(_config(connection), revision)


def check(connection: Connection) -> None:
    """Raises alembic's error if the tables differ from the models."""
    command.check(_config(connection))


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
