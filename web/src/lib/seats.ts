/** Where a seat is drawn: play runs counter-clockwise, so the next seat sits to the right. */
import type { Seat } from './protocol'

export type Side = 'self' | 'right' | 'across' | 'left'

/** The sides of a table by its number of seats, in turn order from the reader's own. */
const SIDES: Readonly<Record<number, readonly Side[]>> = {
  2: ['self', 'across'],
  3: ['self', 'right', 'left'],
  4: ['self', 'right', 'across', 'left'],
}

export function sideOf(seat: Seat, me: Seat | null, seats = 4): Side {
  return SIDES[seats]![(seat - (me ?? 0) + seats) % seats]!
}

/** null: nobody sits there. */
export function seatAt(side: Side, me: Seat | null, seats = 4): Seat | null {
  const step = SIDES[seats]!.indexOf(side)
  return step < 0 ? null : ((me ?? 0) + step) % seats
}

export const RELATION = {
  self: 'seat.self',
  right: 'seat.next',
  across: 'seat.across',
  left: 'seat.previous',
} as const
