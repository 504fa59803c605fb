"""The tests: one file a module; `reference/` is a second, plain engine they compare with."""
