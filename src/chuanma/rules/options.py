"""Every option of the rules, declared once: name, type, values, default, meaning, section, source.

The frozen classes below are the declaration. A field `direct` of `Kong` is the option ``kong.direct``; its
annotation says what it may be and `says` what it means. From them come OPTIONS (the same as data), the reader
of ruleset files, the JSON Schema, the RULES record of the engine and the generator of random rulesets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, cast, get_args, get_origin, get_type_hints

from chuanma.engine.layout import BONUSES, PATTERNS
from chuanma.rules.frozen import FrozenMap
from chuanma.text import LANGS, text

Units = int | Literal["cap"]
Value = str | int | bool | FrozenMap[Units] | FrozenMap[int]
OptionType = Literal["text", "boolean", "integer", "choice", "units", "table"]

MAX_UNITS = 1000
MAX_FACTOR = 8
MAX_BASE = 100_000
MAX_WALL = 108

# Where an option comes from: the texts named in docs/rules/provenance.md.
STANDARD = "标准川麻规则"
GLOSSARY = "四川麻将规范"
EXAMPLE = "川麻胡牌规则范文"
CLASSIC = "四川麻将规则和打法"
SONG = "四川麻将玩法规则 (2010)"
QQ = "四川麻将百科词条"
DINGQUE = "四川麻将/血战麻将 (定缺)"
POINTS = "四川麻将积分规则"
CHENGDU = "成都麻将: 番数, 刮风下雨"
TECHNIQUE = "四川麻将技巧"
APPS = "common app play"
OWN = "this project"


class _Says(NamedTuple):
    zh: str
    en: str
    section: str
    source: str
    low: int
    high: int
    names: tuple[str, ...]


def says(
    zh: str,
    en: str,
    section: str,
    source: str,
    *,
    low: int = 0,
    high: int = MAX_UNITS,
    names: tuple[str, ...] = (),
) -> _Says:
    """What an option means; `low` and `high` bound numbers (`high` also texts), `names`: ids of a table."""
    return _Says(zh, en, section, source, low, high, names)


BONUS_NAMES = tuple(name for name in BONUSES if name != "zimo")  # 自摸 is switched on by value.self_draw

STANDARD_PATTERNS: FrozenMap[Units] = FrozenMap(
    {
        "pinghu": 1,
        "duidui": 2,
        "qingyise": 4,
        "daiyao": 4,
        "qidui": 4,
        "qingdui": 8,
        "jiangdui": 8,
        "longqidui": 16,
        "qingqidui": 16,
        "qingyao": 16,
        "qinglong": 32,
        "tianhu": 32,
        "dihu": 32,
    }
)
STANDARD_BONUSES: FrozenMap[int] = FrozenMap({"gen": 2, "gangshanghua": 2, "gangshangpao": 2})


@dataclass(frozen=True, slots=True, kw_only=True)
class Title:
    """The name shown: `rules.title("zh")`."""

    zh: Annotated[str, says("中文名称", "name in Chinese", "", OWN, high=60)] = ""
    en: Annotated[str, says("英文名称", "name in English", "", OWN, high=60)] = ""

    def __call__(self, lang: str) -> str:
        """The title in that language, else in the other one, else the words for rules without a title."""
        wanted = {name: getattr(self, name) for name in LANGS}
        return wanted.get(lang) or next(filter(None, wanted.values()), None) or text("rules.untitled", lang)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Tiles, table and the length of a game (RULES §1, §2, §5)."""

    seats: Annotated[Literal[4, 3, 2], says("座位数", "seats at the table", "§1", EXAMPLE)] = 4
    suits: Annotated[
        Literal[3, 2],
        says("花色数；两房时无缺门、无花猪", "suits in play; with two: no void suit, no pig", "§1", APPS),
    ] = 3
    base: Annotated[
        int,
        says("底分：一倍值多少分", "points that one unit is worth", "§11", STANDARD, low=1, high=MAX_BASE),
    ] = 6
    mode: Annotated[
        Literal["single", "blood", "flow"],
        says(
            "普通、血战到底或血流成河",
            "ends with the first win, goes on without the winner, or with it",
            "§5",
            STANDARD,
        ),
    ] = "blood"
    reveal_win: Annotated[
        bool, says("胡牌后立即亮出手牌", "a winner's tiles are shown at once, not at the end", "§5", APPS)
    ] = False
    first_dealer: Annotated[
        Literal["dice", "random", "host"], says("第一局的庄家", "who deals the first game", "§2", CLASSIC)
    ] = "dice"
    next_dealer: Annotated[
        Literal["dice", "first_winner", "feeder", "rotate"],
        says("以后各局的庄家", "who deals the games after it", "§2", STANDARD),
    ] = "dice"
    kong_draw: Annotated[
        Literal["tail", "head"],
        says("杠后从牌墙哪头补牌", "end of the wall replacements come from", "§1", STANDARD),
    ] = "tail"
    jump_tile: Annotated[
        bool, says("跳牌（只作展示）", "the dealer's 14th is taken one stack on (shown only)", "§1", GLOSSARY)
    ] = True
    horse: Annotated[
        bool, says("叫马：闲人可以买马", "idle persons may bind themselves to seats", "§1", CHENGDU)
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Before the first discard (RULES §3)."""

    swap: Annotated[
        Literal[0, 3, 4], says("换牌张数，0 为不换", "tiles swapped before play, 0: none", "§3", APPS)
    ] = 0
    swap_same_suit: Annotated[
        bool, says("换出的牌须同一花色", "swapped tiles are of one suit", "§3", APPS)
    ] = True
    swap_direction: Annotated[
        Literal["dice", "left", "right", "across"],
        says("换牌方向；left 为下家", "where swapped tiles go; left: the next seat", "§3", APPS),
    ] = "dice"
    void: Annotated[
        Literal["free", "declared", "forced", "marked", "first_discard", "locked"],
        says("缺门的规定", "how the void suit is fixed and what it binds", "§3", STANDARD),
    ] = "free"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Limits on wins and claims (RULES §4)."""

    multi_win: Annotated[
        Literal["all", "nearest"],
        says("一炮多响，或拦和只胡一家", "all who can win a discard, or only the nearest", "§4", STANDARD),
    ] = "all"
    pass_win: Annotated[
        Literal["none", "until_draw", "until_draw_higher", "until_discard"],
        says("过水：放过胡牌后的限制", "how long a seat that passed a win may not win", "§4", POINTS),
    ] = "none"
    pass_pung: Annotated[
        bool,
        says(
            "过碰：放过的碰到下次摸牌前不能再碰",
            "a passed pung is locked until the seat's next draw",
            "§4",
            TECHNIQUE,
        ),
    ] = False
    swap_call: Annotated[
        bool,
        says("碰后可以打出同样的牌", "the kind just ponged may be discarded in the same turn", "§4", APPS),
    ] = True
    forced_last: Annotated[
        int,
        says(
            "最后几张能胡必胡，0 为不限",
            "with so few tiles left a win must be taken, 0: never",
            "§4",
            STANDARD,
            high=MAX_WALL,
        ),
    ] = 4
    min_units: Annotated[int, says("起胡倍数", "least value of a win", "§4", APPS, low=1)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Kong:
    """Kongs and their money (RULES §5, §7)."""

    enabled: Annotated[bool, says("可以开杠", "kongs exist", "§5", CLASSIC)] = True
    direct: Annotated[
        int, says("直杠：放杠者付的倍数", "direct kong: units its feeder pays", "§7", STANDARD)
    ] = 1
    added: Annotated[
        int, says("弯杠：其他各家付的倍数", "added kong: units every other seat pays", "§7", STANDARD)
    ] = 1
    concealed: Annotated[
        int, says("暗杠：其他各家付的倍数", "concealed kong: units every other seat pays", "§7", STANDARD)
    ] = 2
    drizzle: Annotated[
        int,
        says(
            "下毛毛雨：直杠时旁家付的倍数",
            "direct kong: units the seats beside the feeder pay",
            "§7",
            CHENGDU,
        ),
    ] = 0
    when: Annotated[
        Literal["now", "end"],
        says("杠钱当场付或终局付", "kongs are paid at once or at the game's end", "§7", GLOSSARY),
    ] = "now"
    late_added: Annotated[
        Literal["paid", "unpaid", "forbidden"],
        says("不是当轮摸到的牌补杠", "an added kong with a tile not drawn in this very turn", "§7", CHENGDU),
    ] = "paid"
    pung_from_three: Annotated[
        Literal["paid", "unpaid"],
        says("手有三张只碰、后来补杠", "an added kong on a pung made while holding three", "§7", CHENGDU),
    ] = "paid"
    bloom_payer: Annotated[
        Literal["all", "feeder", "feeder_all"],
        says("直杠杠上花由谁付", "who pays a win on the replacement of a direct kong", "§7", DINGQUE),
    ] = "all"
    transfer: Annotated[
        Literal["none", "last", "chain", "all", "refund_payers"],
        says(
            "呼叫转移：杠上炮时交出哪些杠钱",
            "kong money handed over when the discard after a kong is won",
            "§7",
            STANDARD,
        ),
    ] = "last"
    transfer_after: Annotated[
        Literal["any", "added"],
        says("哪种杠之后转移", "kongs after which money is handed over", "§7", CHENGDU),
    ] = "any"
    transfer_share: Annotated[
        Literal["each", "split"],
        says(
            "几家同胡时各得全数或平分",
            "several winners get the full amount each, or share it",
            "§7",
            STANDARD,
        ),
    ] = "each"
    flow: Annotated[
        Literal["same_waits", "never"],
        says("血流胡后能否开杠", "kongs of a winner that plays on: if its waits stay, or never", "§5", APPS),
    ] = "same_waits"


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What a win is worth (RULES §6, §9, §10)."""

    cap: Annotated[
        int, says("封顶倍数，0 为不封顶", "most units of pattern and bonuses, 0: no cap", "§6", CHENGDU)
    ] = 0
    self_draw: Annotated[
        Literal["none", "add_base", "double"],
        says("自摸：不加、加底或加番", "self-draw: nothing, one unit more, or twice", "§6", CHENGDU),
    ] = "none"
    root: Annotated[
        Literal["hand", "hand_and_kong", "none"],
        says("哪些四张算根", "fours that count as roots", "§6", STANDARD),
    ] = "hand"
    root_in_dragon: Annotated[
        Literal["one", "all", "none"],
        says("龙七对里含几个根", "roots that dragon seven pairs already contain", "§6", STANDARD),
    ] = "one"
    heaven_alone: Annotated[
        bool, says("天胡、地胡不再加番", "heaven's and earth's wins take no bonus", "§9", APPS)
    ] = False
    dihu: Annotated[
        Literal["off", "first_draw", "draw_or_dealer_discard"],
        says("怎样算地胡", "what counts as earth's win", "§9", STANDARD),
    ] = "first_draw"
    dihu_mode: Annotated[
        Literal["pattern", "add"],
        says("地胡作番型，或另加 32 倍", "earth's win is a pattern, or adds 32 units", "§9", DINGQUE),
    ] = "pattern"
    patterns: Annotated[
        FrozenMap[Units],
        says(
            "番型及倍数，没写的不算",
            "patterns and their units; one not named is none",
            "§6",
            STANDARD,
            low=1,
            names=PATTERNS,
        ),
    ] = STANDARD_PATTERNS
    bonuses: Annotated[
        FrozenMap[int],
        says(
            "加番及倍率，没写的不加",
            "bonuses and their factors; one not named gives nothing",
            "§6",
            STANDARD,
            low=1,
            high=MAX_FACTOR,
            names=BONUS_NAMES,
        ),
    ] = STANDARD_BONUSES

    def __post_init__(self) -> None:
        for name in ("patterns", "bonuses"):
            entries = getattr(self, name)
            if isinstance(entries, Mapping):
                object.__setattr__(self, name, FrozenMap(entries))


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """The exhausted game (RULES §8)."""

    pig_units: Annotated[
        Units, says("花猪赔的倍数，0 为不查", "units a pig pays, 0: nobody is a pig", "§8", STANDARD)
    ] = 16
    pig_to: Annotated[
        Literal["non_pigs", "active_non_pigs", "house"], says("花猪赔给谁", "whom a pig pays", "§8", STANDARD)
    ] = "non_pigs"
    ready_pay: Annotated[
        Literal["max", "min", "none"],
        says(
            "查大叫按最大、最小或不查",
            "a seat not ready pays the dearest wait, the cheapest, or nothing",
            "§8",
            STANDARD,
        ),
    ] = "max"
    dead_wait: Annotated[
        Literal["ready", "not_ready"],
        says("死叫算不算有叫", "whether waits that are all gone are ready", "§8", GLOSSARY),
    ] = "ready"
    refund: Annotated[
        bool, says("退税：无叫者退还杠钱", "seats not ready give their kong money back", "§8", STANDARD)
    ] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """Leaving the table (RULES §11)."""

    escape: Annotated[
        Literal["end", "bot"],
        says("逃跑后终局或由机器人代打", "a leaver ends the game, or a bot plays on", "§11", STANDARD),
    ] = "end"
    escape_units: Annotated[
        int, says("逃跑者赔给每家的倍数", "units a leaver pays to each active seat", "§11", STANDARD)
    ] = 16
    winner: Annotated[
        Literal["pay_at_end", "forfeit"],
        says(
            "胡家提前离开：终局照付或放弃",
            "a winner that leaves keeps its gain, or gives it back",
            "§11",
            STANDARD,
        ),
    ] = "pay_at_end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """Side rules (RULES §10, §12)."""

    sing: Annotated[bool, says("可以唱歌", "a ready seat may lock its hand", "§10", SONG)] = False
    dance: Annotated[bool, says("可以跳舞", "a ready seat may show its waits", "§10", SONG)] = False
    items: Annotated[bool, says("可以用道具", "items may be used", "§12", QQ)] = False
    false_win_units: Annotated[
        int,
        says(
            "诈和赔给每家的倍数（只用于记分器）",
            "units for a false win (scorer for real tables only)",
            "§10",
            OWN,
        ),
    ] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """All options with their values; the defaults are the preset `standard`."""

    title: Title = Title()
    source: Annotated[str, says("规则出处", "where the rules come from", "", OWN, high=500)] = ""
    notes: Annotated[str, says("说明", "remarks", "", OWN, high=4000)] = ""
    show: Annotated[
        Literal["fan", "units"], says("按番或按倍显示", "values are shown as fan or as units", "", STANDARD)
    ] = "fan"
    table: Table = Table()
    open: Open = Open()
    claim: Claim = Claim()
    kong: Kong = Kong()
    value: Worth = Worth()
    draw: Draw = Draw()
    leave: Leave = Leave()
    side: Side = Side()


@dataclass(frozen=True, slots=True)
class Option:
    """One option as data.

    `type`: ``text`` (at most `high` characters), ``boolean``, ``integer`` (`low` to `high`, or one of
    `values`), ``choice`` (one of `values`; the place in the tuple is the engine's number for it), ``units``
    (`low` to `high` or ``"cap"``), ``table`` (of `names`, each `low` to `high`, or ``"cap"`` if `cap`).
    """

    key: str
    type: OptionType
    default: Value
    values: tuple[str | int, ...]
    cap: bool
    zh: str
    en: str
    section: str
    source: str
    low: int
    high: int
    names: tuple[str, ...]

    @property
    def field(self) -> str | None:
        """Its field in the RULES record; None for what the engine need not know (texts and `show`)."""
        return None if self.type == "text" or self.key == "show" else self.key.replace(".", "_")


def _type(hint: Any) -> tuple[OptionType, tuple[str | int, ...], bool]:
    """Type, values and whether ``"cap"`` is allowed, from an annotation."""
    if hint is str:
        return "text", (), False
    if hint is bool:
        return "boolean", (), False
    if hint is int:
        return "integer", (), False
    if get_origin(hint) is Literal:
        values = get_args(hint)
        return ("choice" if isinstance(values[0], str) else "integer"), values, False
    if get_origin(hint) in (Union, UnionType):
        return "units", (), True
    if get_origin(hint) is FrozenMap:
        return "table", (), get_args(hint)[0] is not int
    raise TypeError(f"no option can be a {hint}")


def _declared(cls: type, prefix: str = "") -> tuple[Option, ...]:
    hints = get_type_hints(cls, include_extras=True)
    found: list[Option] = []
    for field in fields(cls):
        hint = hints[field.name]
        if is_dataclass(hint):
            found += _declared(hint, f"{field.name}.")  # type: ignore[arg-type]
            continue
        kind, meaning = get_args(hint)
        type_, values, cap = _type(kind)
        default = cast(Value, field.default)
        found.append(Option(prefix + field.name, type_, default, values, cap, *meaning))
    return tuple(found)


OPTIONS = _declared(Options)
BY_KEY = {option.key: option for option in OPTIONS}
GROUPS = tuple(dict.fromkeys(key.split(".")[0] for key in BY_KEY if "." in key))
