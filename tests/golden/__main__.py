"""`python -m tests.golden`: write the golden games anew."""

from __future__ import annotations

from tests.golden import games, path_of

for name, record in games():
    record.write(path_of(name))
    print(f"{path_of(name).name}: {sum(len(game.entries) for game in record.games)} lines")
