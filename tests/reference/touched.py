"""Rules that show in no event of their own: the fuzz wants to have seen each decide something.

With each stand the option values without which it cannot happen.
"""

from __future__ import annotations

from typing import Any

Needs = tuple[tuple[str, Any], ...]  # option, value; of a table of options: an id in it

FLOW = ("table.mode", "flow")
LOCKED = ("open.void", "locked")
MARKED = ("open.void", "marked")
HOUSE = ("draw.pig_to", "house")
BOOKED = ("kong.when", "end")
ITEMS = ("side.items", True)
SPLIT = ("kong.transfer_share", "split")
UNTIL_DISCARD = ("claim.pass_win", "until_discard")
REFUND_PAYERS = ("kong.transfer", "refund_payers")

TOUCHED: dict[str, Needs] = {
    # before play
    "item near_flush_deal": (ITEMS,),
    "near_flush_deal finds too few": (ITEMS,),
    "a swap pick taken back": (("open.swap", 3),),
    "the die says left": (("open.swap", 3), ("open.swap_direction", "dice")),
    "the die says across": (("open.swap", 3), ("open.swap_direction", "dice")),
    "the die says right": (("open.swap", 3), ("open.swap_direction", "dice")),
    "marked: nothing of the suit to lay": (MARKED,),
    # discards, naming, void suits
    "a suit named in a turn: first_discard": (("open.void", "first_discard"),),
    "a suit named in a turn: locked": (LOCKED,),
    "a name forgotten": (LOCKED,),
    "the tile face down goes first": (MARKED,),
    "swap_call keeps a kind back": (("claim.swap_call", False),),
    "a locked hand throws what it drew": (FLOW,),
    "a dancer's wait is kept back": (("side.dance", True),),
    "a dancer's wait thrown, nothing else allowed": (("side.dance", True),),
    "no win after breaking locked": (LOCKED,),
    "broke locked, the game is exhausted": (LOCKED,),
    "broke locked, the game is won": (LOCKED,),
    # claims and passing
    "locked by pass_win": (),
    "won though passed, being higher": (),
    "claim locked by until_discard": (UNTIL_DISCARD,),
    "self-draw locked by until_discard": (UNTIL_DISCARD,),
    "self-draw passed under until_discard": (UNTIL_DISCARD,),
    "unlocked by a discard or an added kong": (UNTIL_DISCARD,),
    "still locked: gave away a wait": (UNTIL_DISCARD,),
    "barred by pass_pung": (("claim.pass_pung", True),),
    "behind the nearest winner": (("claim.multi_win", "nearest"),),
    "worth less than min_units": (("claim.min_units", 2),),
    "forced on a draw": (),
    "forced on a claim": (),
    "several winners of a discard": (),
    "several robbers": (),
    # flow
    "a winner wins again": (FLOW,),
    "a winner that plays on has konged": (FLOW,),
    "a winner's waits stay, it may kong": (FLOW,),
    "a winner's waits change, no kong": (FLOW,),
    "no kong of a winner that plays on": (FLOW, ("kong.flow", "never")),
    "heaven in flow, its fourteenth swapped away": (FLOW, ("open.swap", 3)),
    # kongs and their money
    "late added kong forbidden": (("kong.late_added", "forbidden"),),
    "unpaid late added kong": (),
    "unpaid kong from three": (),
    "bloom paid by feeder alone": (),
    "bloom paid by feeder for all": (("kong.bloom_payer", "feeder_all"),),
    "handed over to several": (),
    "several kongs handed over": (("kong.transfer", "all"),),
    "split, rounded up": (SPLIT,),
    "not handed over: no added kong": (("kong.transfer_after", "added"),),
    "given back to its payers": (REFUND_PAYERS,),
    "given back before, not refunded": (REFUND_PAYERS,),
    "handed over, not refunded": (),
    "booked kong paid": (BOOKED,),
    "booked hand-over paid": (BOOKED,),
    "booked and given back": (BOOKED, REFUND_PAYERS),
    # the end
    "not ready: all waits are dead": (("draw.dead_wait", "not_ready"),),
    "a pig pays the house": (HOUSE,),
    "no pig: threw nothing but its void suit": (HOUSE,),
    "left, not refunded": (),
    "two persons bound to one seat": (("table.horse", True),),
    "a bound person pays the house": (("table.horse", True), HOUSE),
    # leaving
    "several leave together": (),
    "a winner leaves": (),
    "a bot plays on": (("leave.escape", "bot"),),
    "a loser leaves and forfeits nothing": (("leave.winner", "forfeit"),),
    "forfeits less than it got from a seat": (("leave.winner", "forfeit"),),
    # items
    "item trade_chosen": (ITEMS,),
    "item trade_random": (ITEMS,),
    "item locate_tile": (ITEMS,),
    "item peek_next": (ITEMS,),
    "item golden_finger": (ITEMS,),
    "an item put back": (ITEMS,),
    "a trade finds nothing": (ITEMS,),
    "a trade for the same kind": (ITEMS,),
}
