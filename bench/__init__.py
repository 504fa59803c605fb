"""Measurements: `python3 run.py bench` prints target, result, and pass or miss. Nothing here is a test."""
