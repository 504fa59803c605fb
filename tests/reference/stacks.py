"""Stacked walls for the fuzz: deals in which things happen that a shuffled wall hardly ever brings about.

Every builder takes a pool of tiles and gives the tiles of the dealer and the seats after it, the draws that
follow and the replacements; the rest is filled up at random. `STACKS` names them, with policies that suit,
and says under which rules they make sense.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.reference.pool import Deal, NoRoomError, Pool
from tests.reference.value import Rules

SEATS = 4  # hands a builder makes; a table with fewer seats leaves the last ones out


# ------------------------------------------------------------------------------------------- wins of every kind
def heaven(pool: Pool) -> Deal:
    """The dealer is dealt a complete hand."""
    return Deal([pool.complete()])


def earth(pool: Pool) -> Deal:
    """Ready seats draw, or the dealer holds, what they wait for."""
    rng = pool.rng
    pairs = [pool.lacking(1) for _ in range(3)]
    wanted = [missing[0] for _, missing in pairs]
    dealer = [rng.choice(wanted)] if rng.random() < 0.5 else []
    draws = wanted if not dealer else [kind for kind in wanted if kind != dealer[0]]
    return Deal([dealer, *(hand for hand, _ in pairs)], draws)


def near(pool: Pool) -> Deal:
    """Everybody lacks one to three tiles, which are drawn early or in the way of others."""
    rng = pool.rng
    hands, wanted = [], []
    for _ in range(SEATS):
        hand, missing = pool.lacking(rng.choice((1, 1, 2, 3)))
        hands.append(hand)
        wanted += missing
    rng.shuffle(wanted)
    for hand in hands:
        if len(hand) < 13 and rng.random() < 0.5:
            hand.append(wanted.pop())
    return Deal(hands, wanted)


def same_wait(pool: Pool) -> Deal:
    """Three seats wait for the same tile, of which the dealer has one or two."""
    rng = pool.rng
    kind = pool.middle()
    dealer = [kind] * rng.choice((1, 1, 2, 4))
    pool.take([kind] * 4)
    hands = [pool.waiting_for(kind) for _ in range(3)]
    return Deal([dealer, *hands], [kind] if len(dealer) < 4 and rng.random() < 0.5 else [])


def ladder(pool: Pool) -> Deal:
    """A seat waits for a tile and, dearer, for the fourth of its triplet: both are thrown in turn."""
    rng = pool.rng
    suit, rank = rng.choice(pool.suits), rng.randrange(6)
    low = suit * 9 + rank
    high = low + 3
    hand = pool.take([low, low, low, low + 1, low + 2])
    pool.take([low, high])
    suits = [suit, pool.beside(suit)]
    hand += [tile for _ in range(2) for tile in pool.a_set(suits, 0.8)] + pool.a_pair(suits)
    thrown = [[high], [low]]
    rng.shuffle(thrown)
    return Deal([*thrown, hand], policies=("feeder", "feeder", "climber", "random"))


def late(pool: Pool) -> Deal:
    """Everybody is ready; what they wait for comes last."""
    pairs = [pool.lacking(1) for _ in range(SEATS)]
    hands = [hand for hand, _ in pairs]
    wanted = [missing[0] for _, missing in pairs]
    last = wanted + [kind for kind in set(wanted) for _ in range(pool.rest[kind])]
    pool.rng.shuffle(last)
    # the end of the wall, and not in drawing order alone: a few may come as replacements
    return Deal(hands, [], last[:6])


def last_copy(pool: Pool) -> Deal:
    """A seat waits for one kind alone; three copies are thrown and left, or ponged, before it takes the last."""
    kind = pool.middle()
    pool.take([kind] * 4)
    ponging = [kind, kind, *pool.junk(11)] if pool.rng.random() < 0.5 else [kind]
    dealer = [kind] if len(ponging) > 1 else [kind, kind]
    return Deal(
        [dealer, ponging, pool.waiting_for(kind)], policies=("feeder", "kongs", "late taker", "feeder")
    )


# -------------------------------------------------------------------------------------------------------- kongs
def kongs(pool: Pool) -> Deal:
    """Triplets and fours in hand, the fourth tiles in other hands, in the first draws and at the tail."""
    rng = pool.rng
    kinds = rng.sample(pool.kinds(), 12)
    hands: list[list[int]] = [[], [], [], []]
    fourths: list[int] = []
    for number, kind in enumerate(kinds):
        four = rng.random() < 0.3
        pair = rng.random() < 0.3
        hands[number % SEATS] += [kind] * (4 if four else 2 if pair else 3)
        fourths += [] if four else [kind] * (2 if pair else 1)
        pool.take([kind] * 4)
    rng.shuffle(fourths)
    for hand in hands:
        del hand[13:]
        while len(hand) < 13 and fourths and rng.random() < 0.7:
            hand.append(fourths.pop())
    half = len(fourths) // 2
    return Deal(hands, fourths[:half], fourths[half:])


def bloom(pool: Pool) -> Deal:
    """Ready seats that hold a triplet; its fourth is in other hands, what they wait for at the tail."""
    rng = pool.rng
    hands, tail, fourths = [], [], []
    for _ in range(3):
        hand, fourth, missing = ready_with_triplet(pool)
        hands.append(hand)
        tail += missing
        fourths.append(fourth)
    rng.shuffle(tail)
    rng.shuffle(fourths)
    dealer = fourths[: rng.randrange(4)]
    thrower = rng.choice(("giver", "giver", "greedy"))
    return Deal([dealer, *hands], fourths[len(dealer) :], tail, policies=(thrower, "kongs", "kongs", "kongs"))


def bloom_at_once(pool: Pool) -> Deal:
    """The dealer throws the fourth of a ready seat's triplet, whose replacement is what it waits for."""
    hand, fourth, missing = ready_with_triplet(pool)
    return Deal([[fourth], hand], [], missing, policies=("giver", "kongs", "passer", "passer"))


def ready_with_triplet(pool: Pool) -> tuple[list[int], int, list[int]]:
    """Thirteen tiles that lack one, a triplet among them; the kind of the triplet; the tile lacked."""
    kind = pool.rng.choice(pool.whole() or [0])
    pool.take([kind] * 4)
    hand, missing = pool.lacking(1, sets=3)
    return [kind] * 3 + hand, kind, missing


def rob(pool: Pool) -> Deal:
    """A pung in the making whose fourth tile two others wait for; the konger draws it in its next turn."""
    kind = pool.middle()
    pool.take([kind] * 4)
    konger = [kind, kind, *pool.junk(11, [kind // 9, pool.beside(kind // 9)])]
    seats = [(konger, "kongs"), *((pool.waiting_for(kind), "robber") for _ in range(2))]
    pool.rng.shuffle(seats)
    hands, policies = zip(*seats, strict=True)
    return Deal([[kind], *hands], [*pool.junk(pool.seats - 1), kind], policies=("giver", *policies))


def hand_over(pool: Pool) -> Deal:
    """The dealer has concealed kongs and what others wait for; who does not wait never gets ready."""
    return _hand_over(pool, pool.rng.choice((1, 1, 2)), pool.rng.choice((1, 1, 2, 2, 3)))


def hand_over_several(pool: Pool) -> Deal:
    """Two kongs in a row."""
    return _hand_over(pool, 2, pool.rng.choice((1, 2)))


def hand_over_to_two(pool: Pool) -> Deal:
    """One kong, and two that wait."""
    return _hand_over(pool, 1, 2)


def _hand_over(pool: Pool, kongs: int, waiting: int) -> Deal:
    kind = pool.middle()
    pool.take([kind] * 4)
    fours = pool.rng.sample(pool.whole(), kongs)
    dealer = [kind, *(tile for four in fours for tile in pool.take([four] * 4))]
    hands = [pool.waiting_for(kind) for _ in range(waiting)]
    policies = ["feeder", *["greedy" for _ in hands], "pig", "pig"]
    return Deal([dealer, *hands], policies=policies[:SEATS])


def hand_over_added(pool: Pool) -> Deal:
    """The dealer throws a tile that its neighbour pongs, whose fourth that one draws and adds, then feeds others."""
    kind, four = pool.middle(), pool.rng.choice(pool.kinds())
    pool.take([kind] * 4)
    pool.take([four] * 4)
    waiting = [pool.waiting_for(kind) for _ in range(2)]
    konger = [four, four, kind]
    return Deal(
        [[four], konger, *waiting],
        [*pool.junk(pool.seats - 1), four],
        policies=("giver", "feeder kongs", "greedy", "greedy"),
    )


def flow_kongs(pool: Pool) -> Deal:
    """Ready seats with a triplet draw what they wait for, then the fourth of the triplet."""
    made = [ready_with_triplet(pool) for _ in range(3)]
    pool.rng.shuffle(made)
    dealer = [missing[0] for _, _, missing in made[:1]]
    wins = [missing[0] for _, _, missing in made[1:]]
    fourths = [fourth for _, fourth, _ in made]
    draws = wins + fourths if pool.rng.random() < 0.5 else [*wins, *pool.junk(1), *fourths]
    return Deal([dealer, *(hand for hand, _, _ in made)], draws)


# ------------------------------------------------------------------------------------------ void suits, the end
def scattered(pool: Pool) -> Deal:
    """Hands of all suits, for pigs and seats that never get ready, beside some that are."""
    rng = pool.rng
    hands = [pool.lacking(1)[0] for _ in range(rng.choice((1, 2)))]
    while len(hands) < SEATS:
        hands.append([tile for suit in pool.suits for tile in pool.junk(4, [suit])])
    rng.shuffle(hands)
    return Deal(hands)


def one_suit(pool: Pool) -> Deal:
    """Hands of one suit, or nearly: suits to be named in a turn."""
    hands = []
    for suit in pool.rng.sample(pool.suits, len(pool.suits)):
        spare = pool.rng.choice((0, 0, 1))
        hands.append(pool.junk(13 - spare, [suit]) + pool.junk(spare))
    return Deal(hands)


def two_suits(pool: Pool) -> Deal:
    """Hands that lack a suit from the start, and draws of it."""
    hands, lacked = [], []
    for _ in range(SEATS):
        suits = pool.rng.sample(pool.suits, 2)
        lacked += [suit for suit in pool.suits if suit not in suits]
        hands.append(pool.junk(13, suits))
    return Deal(hands, [pool.junk(1, [suit])[0] for suit in lacked * 2])


def broken(pool: Pool) -> Deal:
    """Ready from the start, the dealer lets the third suit in again and keeps it."""
    hands = [pool.lacking(1) for _ in range(SEATS)]
    third = [suit for suit in pool.suits if suit not in {kind // 9 for kind in hands[0][0]}]
    back = pool.junk(3, third) if third else []
    others = [pool.junk(3) for _ in back]
    draws = [kind for one, three in zip(back, others, strict=True) for kind in (*three, one)]
    return Deal([hand for hand, _ in hands], draws, policies=("breaker", "passer", "passer", "passer"))


def void_only(pool: Pool) -> Deal:
    """Hands of one suit each, which become their void suits: they throw hardly anything else."""
    suits = pool.rng.sample(pool.suits, 2)
    hands = [pool.junk(13, [suit]) for suit in suits]
    draws = [kind for _ in range(6) for suit in suits for kind in pool.junk(1, [suit])]
    first, second = draws[0::2], draws[1::2]
    rounds = [kind for one, two in zip(first, second, strict=True) for kind in (one, two, *pool.junk(2))]
    return Deal(hands, rounds[1:], policies=("pig", "pig", "giver", "pig"))


def dead(pool: Pool) -> Deal:
    """A seat waits for one kind alone and lets all four go by."""
    kind = pool.middle()
    pool.take([kind] * 4)
    thrown = [[kind, kind], [kind], [kind]]
    return Deal(
        [thrown[0], pool.waiting_for(kind), *thrown[1:]], policies=("feeder", "robber", "feeder", "feeder")
    )


def pung_passed(pool: Pool) -> Deal:
    """A pair whose kind is thrown twice between two draws of its seat, which lets it go first."""
    kind = pool.rng.choice(pool.kinds())
    pool.take([kind] * 4)
    pair = [kind, kind, *pool.junk(11)]
    return Deal([[], pair, [kind], [kind]], policies=("giver", "second taker", "giver", "giver"))


def flushes(pool: Pool) -> Deal:
    """All hands hold most of the same suit: too much for what is left of it to make flushes of them all."""
    most, other = pool.rng.sample(pool.suits, 2)
    return Deal([pool.junk(7, [most]) + pool.junk(6, [other]) for _ in range(SEATS)])


# ------------------------------------------------------------------------------------------------ side rules, swap
def danced_duty(pool: Pool) -> Deal:
    """The dealer dances; its wait is all that others hold of a suit, which they then have to throw."""
    kind = pool.middle()
    pool.take([kind] * 3)
    dealer = [*pool.waiting_for(kind), *pool.junk(1)]
    suits = [suit for suit in pool.suits if suit != kind // 9]
    others = [[kind, *pool.junk(12, suits)] for _ in range(2)]
    return Deal([dealer, *others], policies=("dancer", "greedy", "greedy", "greedy"))


def heaven_by_swap(pool: Pool) -> Deal:
    """The dealer lacks a run that everybody else gives away, and gives its fourteenth tile."""
    rng = pool.rng
    suit, third, other = rng.sample(pool.suits, 3)
    first = suit * 9 + rng.randrange(7)
    run = [first, first + 1, first + 2]
    given = [pool.take(run) for _ in range(3)]
    hand = [tile for own in (suit, suit, third) for tile in pool.a_set([own], 0.5)] + pool.a_pair([third])
    dealer = hand + pool.junk(3, [other])  # the suit of which it has least, and gives
    return Deal([dealer, *(three + pool.junk(5, [third]) + pool.junk(5, [other]) for three in given)])


@dataclass(frozen=True)
class Stack:
    """A builder, how often it is used, the policies for it, and the rules that it is for.

    `wants`: options with the values under which it shows what it is for. `hunts`: how often a ruleset is
    changed to fit it, so that what it is for is seen often enough however rare such rules are.
    """

    build: Callable[[Pool], Deal]
    weight: int
    policies: Sequence[str] = ("greedy",)
    wants: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    hunts: int = 0

    def fits(self, rules: Rules) -> bool:
        return all(rules[key] in values for key, values in self.wants.items())


def stack_for(rules: Rules, rng: Random) -> Stack:
    """A stack for these rules."""
    fitting = [each for each in STACKS.values() if each.fits(rules)]
    return rng.choices(fitting, [each.weight for each in fitting])[0]


def hunted(rng: Random) -> Stack:
    """A stack for which the rules are to be changed."""
    return rng.choices(list(STACKS.values()), [each.hunts for each in STACKS.values()])[0]


def build(chosen: Stack, rules: Rules, rng: Random) -> tuple[list[int], Sequence[str]]:
    """The wall, and policies of the dealer and the seats after it; another try when tiles run out."""
    seats, suits = rules["table.seats"], rules["table.suits"]
    while True:
        try:
            deal = chosen.build(Pool(rng, range(3 - suits, 3), seats))
        except NoRoomError:
            continue
        return deal.wall(rng, seats, suits), deal.policies or rng.choices(chosen.policies, k=SEATS)


KONGS: Mapping[str, Sequence[Any]] = {"kong.enabled": (True,)}
PLAIN: Mapping[str, Sequence[Any]] = {
    "claim.min_units": (1,),
    "open.swap": (0,),
}  # the deal stays as it is stacked
ANY_AFTER = {**KONGS, **PLAIN, "kong.transfer_after": ("any",)}
PLAYS_ON = ("blood", "flow")
NAMED = ("declared", "forced", "marked")

STACKS: dict[str, Stack] = {
    "heaven": Stack(heaven, 4, ("greedy", "greedy", "passer", "suit")),
    "heaven_doubled": Stack(
        heaven,
        1,
        wants={**PLAIN, "open.void": ("free",), "value.cap": (0,), "value.self_draw": ("double",)},
        hunts=4,
    ),
    "earth": Stack(earth, 4, ("greedy", "greedy", "passer")),
    "near": Stack(near, 20, ("greedy", "greedy", "passer", "suit", "kongs", "dancer")),
    "kongs": Stack(kongs, 10, ("kongs", "kongs", "greedy", "random"), KONGS),
    "bloom": Stack(bloom, 20, wants=KONGS),
    "bloom_by_feeder": Stack(
        bloom_at_once,
        5,
        wants={
            **KONGS,
            **PLAIN,
            "open.void": ("free", "first_discard", "locked"),
            "table.kong_draw": ("tail",),
            "kong.bloom_payer": ("feeder", "feeder_all"),
        },
        hunts=14,
    ),
    "rob": Stack(rob, 12, wants=KONGS),
    "several_rob": Stack(
        rob, 1, wants={**KONGS, **PLAIN, "table.seats": (4,), "claim.multi_win": ("all",)}, hunts=9
    ),
    "same_wait": Stack(same_wait, 8, ("greedy", "greedy", "passer")),
    "hand_over": Stack(hand_over, 20, wants={**KONGS, "kong.transfer": ("last", "chain", "all")}),
    "hand_over_added": Stack(hand_over_added, 10, wants=KONGS),
    "hand_over_several": Stack(
        hand_over_several, 10, wants={**ANY_AFTER, "kong.transfer": ("chain", "all")}, hunts=5
    ),
    "hand_over_split": Stack(
        hand_over_to_two,
        10,
        wants={
            **ANY_AFTER,
            "table.seats": (4,),
            "claim.multi_win": ("all",),
            "kong.concealed": (1, 3, 5),
            "kong.transfer": ("last", "chain", "all"),
            "kong.transfer_share": ("split",),
        },
        hunts=3,
    ),
    "given_back": Stack(
        hand_over,
        10,
        wants={
            **ANY_AFTER,
            "table.mode": ("flow",),
            "kong.concealed": (1, 2, 5),
            "kong.transfer": ("refund_payers",),
            "draw.refund": (True,),
        },
        hunts=12,
    ),
    "not_refunded": Stack(
        hand_over,
        10,
        wants={
            **ANY_AFTER,
            "table.mode": PLAYS_ON,
            "kong.transfer": ("last", "chain", "all"),
            "draw.refund": (True,),
        },
        hunts=3,
    ),
    "ladder": Stack(
        ladder,
        20,
        wants={
            **PLAIN,
            "claim.pass_win": ("until_draw_higher",),
            "value.cap": (0, 16, 32),
            "table.seats": (3, 4),
        },
        hunts=16,
    ),
    "late": Stack(late, 8, ("passer", "greedy", "robber", "kongs", "dancer")),
    "last_copy": Stack(last_copy, 4),
    "forfeit": Stack(
        kongs,
        5,
        ("kongs", "kongs", "greedy"),
        {**KONGS, "leave.winner": ("forfeit",), "table.mode": ("blood",), "table.seats": (3, 4)},
        hunts=10,
    ),
    "scattered": Stack(scattered, 3, ("pig", "pig", "passer", "kongs")),
    "flow_kongs": Stack(flow_kongs, 15, ("greedy", "kongs"), {**KONGS, "table.mode": ("flow",)}, hunts=2),
    "one_suit": Stack(
        one_suit,
        20,
        ("greedy", "random", "dancer", "forgetter"),
        {"open.void": ("locked", "first_discard"), "open.swap": (0,)},
        hunts=4,
    ),
    "forgetting": Stack(one_suit, 2, ("forgetter",), {"open.void": ("locked",), "open.swap": (0,)}, hunts=3),
    "two_suits": Stack(
        two_suits, 10, ("greedy", "pig", "random", "passer"), {"open.void": ("locked", "first_discard")}
    ),
    "broken": Stack(broken, 25, wants={"open.void": ("locked",)}, hunts=1),
    "void_only": Stack(void_only, 20, wants={"draw.pig_to": ("house",), "open.void": NAMED}, hunts=3),
    "dead": Stack(dead, 8, wants={"draw.dead_wait": ("not_ready",)}),
    "pung_passed": Stack(pung_passed, 8, wants={"claim.pass_pung": (True,)}, hunts=1),
    "danced_duty": Stack(danced_duty, 15, wants={"side.dance": (True,), "open.void": ("forced", "marked")}),
    "heaven_by_swap": Stack(
        heaven_by_swap,
        20,
        wants={"open.swap": (3,), "table.mode": ("flow",), "table.suits": (3,), "claim.min_units": (1,)},
        hunts=6,
    ),
    "flushes": Stack(
        flushes,
        20,
        ("greedy", "random"),
        {"side.items": (True,), "table.seats": (4,), "table.suits": (2,), "open.void": ("free",)},
        hunts=8,
    ),
}
