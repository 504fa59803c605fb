/** Where a seat is drawn: play runs counter-clockwise, so the next seat sits to the right. */
import type { Seat } from './protocol'

export type Side = 'self' | 'right' | 'across' | 'left'
const SIDES: readonly Side[] = ['self', 'right', 'across', 'left']

export function sideOf(seat: Seat, me: Seat | null): Side {
  return SIDES[(seat - (me ?? 0) + 4) % 4] as Side
}

export function seatAt(side: Side, me: Seat | null): Seat {
  return ((me ?? 0) + SIDES.indexOf(side)) % 4
}

export const RELATION = {
  self: 'seat.self',
  right: 'seat.next',
  across: 'seat.across',
  left: 'seat.previous',
} as const
