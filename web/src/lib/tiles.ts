/** Tiles as the server writes them (`5m`): their pictures and order. */
import type { Suit } from './protocol'

const FILES = import.meta.glob<string>('@faces/*.svg', { query: '?url', import: 'default', eager: true })

/** Address of each picture by the file's name: `5m`, `back`. */
export const FACES: Record<string, string> = Object.fromEntries(
  Object.entries(FILES).map(([path, url]) => [path.replace(/^.*\/|\.svg$/g, ''), url]),
)

export const SUITS: readonly Suit[] = ['m', 'p', 's']

export function suitOf(tile: string): Suit {
  return tile[1] as Suit
}

export function rankOf(tile: string): number {
  return Number(tile[0])
}

/** Sorted by suit and rank, the void suit last. */
export function sorted(tiles: readonly string[], voidSuit: Suit | null): string[] {
  const place = (tile: string) => {
    const suit = suitOf(tile)
    return (suit === voidSuit ? SUITS.length : SUITS.indexOf(suit)) * 10 + rankOf(tile)
  }
  return [...tiles].sort((a, b) => place(a) - place(b))
}

/** Ask the browser for all pictures before the first tile is drawn. */
export function preload(): void {
  for (const url of Object.values(FACES)) new Image().src = url
}
