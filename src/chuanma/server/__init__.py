"""The server: rooms, clock, protocol and page."""
