export type Seat = number
export type Suit = 'm' | 'p' | 's'
export type KongType = 'direct' | 'added' | 'concealed'
export type Reason =
  | 'win' | 'self_draw' | 'robbed_kong' | 'kong_direct' | 'kong_added' | 'kong_concealed' | 'transfer' | 'pig'
  | 'ready' | 'refund' | 'escape' | 'escape_ready' | 'drizzle' | 'forfeit'
export type WinFlag = 'self_draw' | 'after_kong' | 'kong_discard' | 'robbed' | 'last_tile' | 'heaven' | 'earth'
export type Judgement = 'not_ready' | 'ready' | 'pig'
export type EndReason = 'won' | 'exhausted' | 'escape'
export type Phase = 'start' | 'swap' | 'void' | 'turn' | 'claim' | 'rob' | 'over'
export type MeldType = 'pung' | 'direct' | 'added' | 'concealed'
export type ErrorCode =
  | 'bad_message' | 'too_large' | 'version' | 'not_seated' | 'stale' | 'illegal' | 'replaced' | 'bad_rules' | 'busy'
  | 'server'

export type AnyEvent =
  | { e: 'deal'; dealer: Seat; dice: [number, number] }
  | { e: 'void'; seat: Seat; suit: Suit }
  | { e: 'draw'; seat: Seat; tile: string | null; replacement: boolean; left: number }
  | { e: 'discard'; seat: Seat; tile: string; drawn: boolean }
  | { e: 'pung'; seat: Seat; tile: string; feeder: Seat }
  | { e: 'announce_kong'; seat: Seat; tile: string }
  | { e: 'kong'; seat: Seat; tile: string; type: KongType; feeder: Seat | null }
  | { e: 'win'; seat: Seat; tile: string | null; feeder: Seat | null; flags: WinFlag[]; units: number }
  | { e: 'pay'; payer: Seat; receiver: Seat; units: number; reason: Reason }
  | { e: 'exhausted' }
  | { e: 'judge'; seat: Seat; status: Judgement; units: number }
  | { e: 'leave'; seat: Seat }
  | { e: 'end'; reason: EndReason }

export interface MeldView { type: MeldType; tile: string; feeder: Seat | null }
export interface RiverTile { tile: string; drawn: boolean }
export interface WinView { order: number; tile: string | null; feeder: Seat | null; flags: WinFlag[]; units: number }
export interface WaitView { tile: string; left: number; units: number }
export interface SeatView {
  seat: Seat
  n_hand: number
  hand: string[] | null
  melds: MeldView[]
  river: RiverTile[]
  void: Suit | null
  win: WinView | null
  left: boolean
  score: number
}
export interface Offer { seat: Seat; tile: string; kong: boolean }
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
  end: EndReason | null
}

export interface PresetInfo { name: string; zh: string; en: string; show: 'fan' | 'units' }
export interface Player { seat: Seat; bot: boolean; name: string }
export interface Ask { decision: number; actions: string[]; turn_ms: number; bank_ms: number }
export interface Transfer { payer: Seat; receiver: Seat; units: number; reason: Reason; zh: string; en: string; rule: string }
export interface BonusView { id: string; count: number; factor: number }
export interface HandResult {
  seat: Seat
  hand: string[]
  status: 'won' | 'ready' | 'not_ready' | 'pig' | 'left' | 'active'
  pattern: string | null
  bonuses: BonusView[]
  reading: string[][]
  units: number
  score: number
}
export interface Result {
  game: number
  end: string
  hands: HandResult[]
  transfers: Transfer[]
  totals: number[]
  last: boolean
}

export interface Hello { t: 'hello'; protocol: number; token?: string | null }
export interface Create { t: 'create'; preset: string; games: number }
export interface Act { t: 'act'; decision: number; action: string }
export interface Continue { t: 'continue'; game: number }
export interface Leave { t: 'leave' }
export interface Sync { t: 'sync' }
export interface Ping { t: 'ping'; n: number }
export type ClientMessage = Hello | Create | Act | Continue | Leave | Sync | Ping

export interface Welcome { t: 'welcome'; protocol: number; token: string; name: string; presets: PresetInfo[]; seated: boolean }
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
export interface Events { t: 'events'; seq: number; events: AnyEvent[]; view: TableView; ask: Ask | null }
export interface Finished { t: 'finished'; seq: number; result: Result }
export interface Left { t: 'left' }
export interface Pong { t: 'pong'; n: number }
export interface Error { t: 'error'; code: ErrorCode; zh: string; en: string }
export type ServerMessage = Welcome | Table | Events | Finished | Left | Pong | Error

export const PROTOCOL = 1
