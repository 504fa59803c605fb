"""What people who test rules, bots or tables need: deals laid out by hand."""

from chuanma.testing.deals import lay_wall

__all__ = ["lay_wall"]
