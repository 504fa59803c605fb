"""The plain reference: the rules once more, slow and obvious, and the fuzz that holds the kernel to it.

Written from the rule book and docs/engine.md alone. Nothing here knows how the kernel works; it
shares with it only the numbers of actions, events and reasons (`chuanma.engine.layout`).
"""
