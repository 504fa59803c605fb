"""Rulesets: every option of the rules with its value, the presets, and what is wrong with a bad one."""

from chuanma.rules.load import load, load_file, load_preset, preset_names, read_toml
from chuanma.rules.options import BY_KEY, OPTIONS, Option
from chuanma.rules.problems import Problem, RulesError
from chuanma.rules.ruleset import Ruleset

__all__ = [
    "BY_KEY",
    "OPTIONS",
    "Option",
    "Problem",
    "RulesError",
    "Ruleset",
    "load",
    "load_file",
    "load_preset",
    "preset_names",
    "read_toml",
]
