"""Chuanma (川麻): an open system for Sichuan mahjong."""

__version__ = "0.1.0"
