/** The legal actions of a question, as the server names them, put into the groups that the page shows. */
import type { Ask, Suit } from './protocol'

export interface Offered {
  /** Kinds that may be discarded. */
  discards: ReadonlySet<string>
  /** Kinds of which a kong can be made on one's own turn. */
  kongs: readonly string[]
  voids: readonly Suit[]
  pung: boolean
  directKong: boolean
  win: boolean
  pass: boolean
}

export const NOTHING: Offered = {
  discards: new Set(),
  kongs: [],
  voids: [],
  pung: false,
  directKong: false,
  win: false,
  pass: false,
}

export function offered(ask: Ask | null): Offered {
  if (!ask) return NOTHING
  const named = (verb: string) =>
    ask.actions.filter((action) => action.startsWith(`${verb} `)).map((action) => action.slice(verb.length + 1))
  return {
    discards: new Set(named('discard')),
    kongs: named('kong'),
    voids: named('void') as Suit[],
    pung: ask.actions.includes('pung'),
    directKong: ask.actions.includes('direct_kong'),
    win: ask.actions.includes('win'),
    pass: ask.actions.includes('pass'),
  }
}
