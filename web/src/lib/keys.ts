/** What a key at the table means while these actions are on offer. */
import type { Offered } from './actions'

/** The tiles of a hand from the left: 1 to 9, then 0 for the tenth and - = for the next. */
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '-', '=']

export type Wish = { act: string } | { move: number } | { focus: number }

export function keyed(key: string, offered: Offered): Wish | null {
  const number = DIGITS.indexOf(key)
  if (number >= 0) {
    if (offered.voids.length === 0) return { focus: number }
    const suit = offered.voids[number]
    return suit ? { act: `void ${suit}` } : null
  }
  switch (key) {
    case 'ArrowLeft':
      return { move: -1 }
    case 'ArrowRight':
      return { move: 1 }
    case 'Home':
      return { focus: 0 }
    case 'End':
      return { focus: Infinity }
    case 'p':
      return offered.pung ? { act: 'pung' } : null
    case 'k':
      if (offered.directKong) return { act: 'direct_kong' }
      return offered.kongs[0] ? { act: `kong ${offered.kongs[0]}` } : null
    case 'h':
      return offered.win ? { act: 'win' } : null
    case 'Escape':
      return offered.pass ? { act: 'pass' } : null
    default:
      return null
  }
}
