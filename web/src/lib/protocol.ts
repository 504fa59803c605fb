// Written by tools/generate_types.py from the message structs in Python. Change those, not this file.

export type Seat = number

export type Party = number

export type Suit = 'm' | 'p' | 's'

export type KongType = 'direct' | 'added' | 'concealed'

export type Reason =
  | 'win'
  | 'self_draw'
  | 'robbed_kong'
  | 'kong_direct'
  | 'kong_added'
  | 'kong_concealed'
  | 'transfer'
  | 'pig'
  | 'ready'
  | 'refund'
  | 'escape'
  | 'escape_ready'
  | 'drizzle'
  | 'forfeit'
  | 'horse'

export type WinFlag =
  | 'self_draw'
  | 'after_kong'
  | 'kong_discard'
  | 'robbed'
  | 'last_tile'
  | 'heaven'
  | 'earth'
  | 'sing'
  | 'dance'
  | 'juezhang'

export type ItemName =
  | 'near_flush_deal'
  | 'trade_chosen'
  | 'trade_random'
  | 'locate_tile'
  | 'peek_next'
  | 'golden_finger'

export type Judgement = 'not_ready' | 'ready' | 'pig'

export type EndReason = 'won' | 'exhausted' | 'escape'

export type AnyEvent =
  | { e: 'deal'; dealer: Seat; dice: [number, number] }
  | { e: 'swap'; seat: Seat; to: Seat; tile: string | null }
  | { e: 'void'; seat: Seat; suit: Suit }
  | { e: 'mark'; seat: Seat; tile: string | null }
  | { e: 'draw'; seat: Seat; tile: string | null; replacement: boolean; left: number }
  | { e: 'discard'; seat: Seat; tile: string; drawn: boolean }
  | { e: 'sing'; seat: Seat }
  | { e: 'dance'; seat: Seat; waits: string[] }
  | { e: 'pung'; seat: Seat; tile: string; feeder: Seat }
  | { e: 'announce_kong'; seat: Seat; tile: string }
  | { e: 'kong'; seat: Seat; tile: string; type: KongType; feeder: Seat | null }
  | { e: 'win'; seat: Seat; tile: string | null; feeder: Seat | null; flags: WinFlag[]; units: number }
  | { e: 'pay'; payer: Party; receiver: Party; units: number; reason: Reason }
  | { e: 'item'; seat: Seat; item: ItemName; tile: string | null; given: string | null; third: number | null }
  | { e: 'exhausted' }
  | { e: 'judge'; seat: Seat; status: Judgement; units: number }
  | { e: 'leave'; seat: Seat }
  | { e: 'horse'; person: Party; seat: Seat; tile: string }
  | { e: 'end'; reason: EndReason }

export type Phase = 'start' | 'swap' | 'void' | 'turn' | 'claim' | 'rob' | 'over'

export type MeldType = 'pung' | 'direct' | 'added' | 'concealed'

export type Side = 'sing' | 'dance'

/** An open set (碰 or kong). `feeder` is who gave its tile, None for a concealed kong. */
export interface MeldView {
  type: MeldType
  tile: string
  feeder: Seat | null
}

/** A discard nobody took. `drawn`: thrown as drawn. */
export interface RiverTile {
  tile: string
  drawn: boolean
}

/** A seat's (last) win: order among the winners, tile (None: 天胡), feeder, flags, units one payer pays. */
export interface WinView {
  order: number
  tile: string | null
  feeder: Seat | null
  flags: WinFlag[]
  units: number
}

/**
 * A tile that completes the observer's hand: copies it cannot see, and units as a plain discard win (with what
 * singing and dancing bring).
 */
export interface WaitView {
  tile: string
  left: number
  units: number
}

/**
 * One seat. `hand` is sorted, without the tile just drawn; None where the observer may not see it.
 *
 * `n_hand` counts all its concealed tiles, one just drawn included. `void` is what the observer knows: its own
 * suit also while those of the others are hidden. `marked`: a tile of it lies face down (`marker` is the observer's
 * own). `wins` counts its wins, `won_tiles` lie beside it (a tile won by several lies with the first of them).
 * `side`: it sings or dances; a dancer shows its waits (`shown`). `items`: used ones; `golden`: marks its discards.
 */
export interface SeatView {
  seat: Seat
  n_hand: number
  hand: string[] | null
  melds: MeldView[]
  river: RiverTile[]
  void: Suit | null
  marked: boolean
  marker: string | null
  win: WinView | null
  wins: number
  won_tiles: string[]
  side: Side | null
  shown: string[]
  items: ItemName[]
  golden: boolean
  left: boolean
  score: number
}

/** A person bound to the table (叫马), a party 5-8. Its tile, and the seat it goes with, are known at the end. */
export interface PersonView {
  party: Party
  tile: string | null
  seat: Seat | null
  score: number
}

/** The tile on offer: a discard or an added kong of `seat`. */
export interface Offer {
  seat: Seat
  tile: string
  kong: boolean
}

/**
 * The whole table as `seat` sees it (None: a spectator).
 *
 * The observer's own: `drawn`, its fresh tile; `picks`, the tiles it gives away; `item` in use and its first `target`;
 * `announced`, what its discard will say; `barred`, kinds it may not pung before its next draw; `passed`, the dearest
 * win it passed since; `locked`: it may not win before a discard of its own; `broke`: it may win no more (出色改色).
 * `house` is what the house got.
 */
export interface TableView {
  seat: Seat | null
  phase: Phase
  dealer: Seat
  turn: Seat
  wall_left: number
  dice: [number, number]
  drawn: string | null
  offer: Offer | null
  seats: SeatView[]
  waits: WaitView[]
  picks: string[]
  item: ItemName | null
  target: string | null
  announced: Side | null
  barred: string[]
  passed: number
  locked: boolean
  broke: boolean
  house: number
  persons: PersonView[]
  end: EndReason | null
}

export const PROTOCOL = 1

export const MAX_FRAME = 16384

export type Number = number

export type Games = number

export type Word = string

export type Token = string

export type ErrorCode =
  | 'bad_message'
  | 'too_large'
  | 'version'
  | 'not_seated'
  | 'stale'
  | 'illegal'
  | 'replaced'
  | 'bad_rules'
  | 'busy'
  | 'too_fast'
  | 'server'

/** First message. `token` brings the same guest back; without it a new guest is made. */
export interface Hello {
  t: 'hello'
  protocol: Number
  token?: Token | null
}

/** A table with three bots: preset name and number of games (1-16). */
export interface Create {
  t: 'create'
  preset: Word
  games: Games
}

/** The answer to `decision`: the name of an action, e.g. ``discard 5m``, ``pung``, ``pass``. */
export interface Act {
  t: 'act'
  decision: Number
  action: Word
}

/** On to the next game after a result has been looked at. */
export interface Continue {
  t: 'continue'
  game: Number
}

/**
 * Leave the table.
 *
 * During a game this is RULES §11: an active seat ends the game by it and sees its settlement (`result.last`), a
 * winner goes at once. When a result is shown it costs nothing: back to the lobby, games to come are not played.
 */
export interface Leave {
  t: 'leave'
}

/** Send the whole table again. */
export interface Sync {
  t: 'sync'
}

/** Answered by a pong with the same number. */
export interface Ping {
  t: 'ping'
  n: Number
}

export type ClientMessage = Hello | Create | Act | Continue | Leave | Sync | Ping

/** A preset that can be played: name and title in both languages. */
export interface PresetInfo {
  name: string
  zh: string
  en: string
  show: 'fan' | 'units'
}

/** Who sits where: the name in both languages (`name`: the Chinese one). */
export interface Player {
  seat: Seat
  bot: boolean
  name: string
  zh: string
  en: string
}

/**
 * A question to this seat: legal actions by name; what is left of turn time and bank, in ms, when it was sent.
 *
 * `leave` is always legal and not listed.
 */
export interface Ask {
  decision: number
  actions: string[]
  turn_ms: number
  bank_ms: number
}

/** One row of the settlement, with its reason in words and the rule it follows, both languages. */
export interface Transfer {
  payer: Party
  receiver: Party
  units: number
  reason: Reason
  zh: string
  en: string
  rule: string
}

/** A bonus and how often it counts. */
export interface BonusView {
  id: string
  count: number
  factor: number
}

/**
 * One seat at the end of a game.
 *
 * `hand`: its concealed tiles, the tile won included. A winner has pattern, bonuses and the `units` one payer paid,
 * a ready seat those of the `wait` that 查大叫 pays. `reading`: the concealed sets and the pair as they were counted.
 * `wins`: how often it won; with several, hand and value are those of the last.
 */
export interface HandResult {
  seat: Seat
  hand: string[]
  melds: MeldView[]
  status: 'won' | 'ready' | 'not_ready' | 'pig' | 'left' | 'active'
  wait: string | null
  pattern: string | null
  bonuses: BonusView[]
  reading: string[][]
  wins: number
  units: number
  score: number
}

/** The settlement of a game: hands, every transfer, what house and bound persons got, totals of the match so far. */
export interface Result {
  game: number
  end: string
  hands: HandResult[]
  transfers: Transfer[]
  house: number
  persons: number[]
  totals: number[]
  last: boolean
}

/** Answer to hello: keep `token`; `seated` says that a table message follows. */
export interface Welcome {
  t: 'welcome'
  protocol: number
  token: string
  name: string
  presets: PresetInfo[]
  seated: boolean
}

/** The full table in one message: at the start of each game, after a reconnect, on sync. */
export interface Table {
  t: 'table'
  seq: number
  preset: string
  game: number
  games: number
  players: Player[]
  totals: number[]
  view: TableView
  ask: Ask | null
  result: Result | null
  turn_ms: number
}

/** What happened, redacted for this seat, the view after it, and the question to this seat if there is one. */
export interface Events {
  t: 'events'
  seq: number
  events: AnyEvent[]
  view: TableView
  ask: Ask | null
}

/** A game is over: its settlement. `result.last`: these are the final standings. */
export interface Finished {
  t: 'finished'
  seq: number
  result: Result
}

/** The seat is no longer at a table: show the lobby. */
export interface Left {
  t: 'left'
}

/** Answer to a ping. */
export interface Pong {
  t: 'pong'
  n: number
}

/** What was wrong and what is allowed, in words (zh, en); nothing has changed. */
export interface Error {
  t: 'error'
  code: ErrorCode
  zh: string
  en: string
}

export type ServerMessage = Welcome | Table | Events | Finished | Left | Pong | Error
