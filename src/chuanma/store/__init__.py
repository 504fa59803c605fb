"""The database: guests, matches, games and every action, written before what follows from it leaves the server."""

from chuanma.store.database import Store, StoreError, sqlite_url
from chuanma.store.ledger import ActionRow, GameRow, Guest, MatchRow, Saved

__all__ = ["ActionRow", "GameRow", "Guest", "MatchRow", "Saved", "Store", "StoreError", "sqlite_url"]
