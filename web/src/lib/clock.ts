/** Time left for the open question, as the server gave it: first the turn, then the bank. */
import type { Ask } from './protocol'

export interface Left {
  /** Share of the turn time that is left, 0 to 1. */
  turn: number
  /** Whole seconds: of the turn, or of the bank once the turn is used up. */
  seconds: number
  banked: boolean
}

/** `full`: the turn time of the table in ms; a question that came with a reconnect has less of it left. */
export function left(ask: Ask, askedAt: number, now: number, full: number): Left {
  const gone = Math.max(0, now - askedAt)
  const turn = Math.max(0, ask.turn_ms - gone)
  const banked = turn === 0
  const ms = banked ? Math.max(0, ask.turn_ms + ask.bank_ms - gone) : turn
  return { turn: full > 0 ? Math.min(1, turn / full) : 0, seconds: Math.ceil(ms / 1000), banked }
}
