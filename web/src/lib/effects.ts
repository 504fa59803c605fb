/** What flashes over the table for a moment: calls (碰 杠 胡) and payments. */
import type { AnyEvent, Party, Seat } from './protocol'

const SEATS = 4

export type Call = 'pung' | 'kong' | 'win' | 'self_draw' | 'leave'
export type Effect = { id: number; seat: Seat } & ({ kind: 'call'; call: Call } | { kind: 'pay'; units: number })

/** Effects of one message, numbered from `ids` + 1: each call, then one sum a seat. */
export function effectsOf(events: readonly AnyEvent[], ids: number): Effect[] {
  const found: Omit<Effect, 'id'>[] = []
  const sums = new Map<Seat, number>()
  const add = (party: Party, units: number) => {
    // The house and bound persons sit nowhere at the table.
    if (party < SEATS) sums.set(party, (sums.get(party) ?? 0) + units)
  }
  for (const event of events) {
    const call = callOf(event)
    if (call) found.push(call)
    if (event.e === 'pay') {
      add(event.payer, -event.units)
      add(event.receiver, event.units)
    }
  }
  for (const [seat, units] of sums) if (units !== 0) found.push({ kind: 'pay', seat, units } as Omit<Effect, 'id'>)
  return found.map((effect, i) => ({ ...effect, id: ids + 1 + i }) as Effect)
}

function callOf(event: AnyEvent): Omit<Effect, 'id'> | null {
  const call = (seat: Seat, word: Call) => ({ kind: 'call', seat, call: word }) as Omit<Effect, 'id'>
  switch (event.e) {
    case 'pung':
      return call(event.seat, 'pung')
    case 'kong':
      // An added kong was called when it was announced.
      return event.type === 'added' ? null : call(event.seat, 'kong')
    case 'announce_kong':
      return call(event.seat, 'kong')
    case 'win':
      return call(event.seat, event.feeder === null ? 'self_draw' : 'win')
    case 'leave':
      return call(event.seat, 'leave')
    default:
      return null
  }
}
