/** The action log: what a seat did, for people who listen to the table. Put into words where it is shown. */
import type { AnyEvent, Seat, Suit } from './protocol'

export type Line = { id: number } & (
  | { seat: Seat; did: 'discard' | 'pung' | 'kong' | 'win'; tile: string }
  | { seat: Seat; did: 'heaven' | 'leave' }
  | { seat: Seat; did: 'void'; suit: Suit }
  | { seat: null; did: 'exhausted' | 'deal' }
)

/** Lines of one message, numbered from `ids` + 1. */
export function linesOf(events: readonly AnyEvent[], ids: number): Line[] {
  return events.flatMap(lineOf).map((line, i) => ({ ...line, id: ids + 1 + i }) as Line)
}

function lineOf(event: AnyEvent): object[] {
  switch (event.e) {
    case 'deal':
    case 'exhausted':
      return [{ seat: null, did: event.e }]
    case 'void':
      return [{ seat: event.seat, did: 'void', suit: event.suit }]
    case 'discard':
    case 'pung':
    case 'kong':
      return [{ seat: event.seat, did: event.e, tile: event.tile }]
    case 'win':
      return [event.tile ? { seat: event.seat, did: 'win', tile: event.tile } : { seat: event.seat, did: 'heaven' }]
    case 'leave':
      return [{ seat: event.seat, did: 'leave' }]
    default:
      return []
  }
}
