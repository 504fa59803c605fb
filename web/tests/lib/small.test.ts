import { describe, expect, it } from 'vitest'
import { NOTHING, offered } from '../../src/lib/actions'
import { left } from '../../src/lib/clock'
import { keyed } from '../../src/lib/keys'
import { language } from '../../src/lib/lang.svelte'
import { signed, tileName, worth } from '../../src/lib/names'
import { seatAt, sideOf } from '../../src/lib/seats'
import { FACES, sorted } from '../../src/lib/tiles'
import { ask } from '../fake'

describe('tiles', () => {
  it('have a picture each, and so has the back', () => {
    const kinds = ['m', 'p', 's'].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => `${rank}${suit}`))
    expect(Object.keys(FACES).sort()).toEqual([...kinds, 'back'].sort())
  })

  it('are sorted by suit and rank, the void suit last', () => {
    expect(sorted(['3s', '1p', '9m', '2m', '1s'], 'm')).toEqual(['1p', '1s', '3s', '2m', '9m'])
    expect(sorted(['3s', '1p', '9m', '2m'], null)).toEqual(['2m', '9m', '1p', '3s'])
  })
})

describe('seats', () => {
  it('run counter-clockwise: the next seat is to the right', () => {
    expect([0, 1, 2, 3].map((seat) => sideOf(seat, 2))).toEqual(['across', 'left', 'self', 'right'])
    expect(seatAt('right', 3)).toBe(0)
    expect([0, 1, 2].map((seat) => sideOf(seat, 2, 3))).toEqual(['right', 'left', 'self'])
    expect([seatAt('left', 0, 3), seatAt('across', 0, 3)]).toEqual([2, null])
    expect([sideOf(0, 1, 2), seatAt('across', 1, 2), seatAt('left', 1, 2)]).toEqual(['across', 0, null])
  })
})

describe('actions', () => {
  it('are put into groups, and nothing is added', () => {
    expect(offered(null)).toEqual(NOTHING)
    expect(offered(ask('discard 5m', 'discard 1s', 'kong 2p', 'kong 3p', 'win'))).toEqual({
      ...NOTHING,
      discards: new Set(['5m', '1s']),
      kongs: ['2p', '3p'],
      win: true,
    })
    expect(offered(ask('void m', 'void s')).voids).toEqual(['m', 's'])
    expect(offered(ask('pung', 'direct_kong', 'pass'))).toEqual({ ...NOTHING, pung: true, directKong: true, pass: true })
  })
})

describe('keys', () => {
  const claim = offered(ask('pung', 'direct_kong', 'win', 'pass'))

  it('answer what is on offer', () => {
    expect(['p', 'k', 'h', 'Escape'].map((key) => keyed(key, claim))).toEqual([
      { act: 'pung' },
      { act: 'direct_kong' },
      { act: 'win' },
      { act: 'pass' },
    ])
    expect(keyed('k', offered(ask('kong 2p')))).toEqual({ act: 'kong 2p' })
  })

  it('do nothing else', () => {
    expect(['p', 'k', 'h', 'Escape', 'x'].map((key) => keyed(key, NOTHING))).toEqual([null, null, null, null, null])
  })

  it('walk along the hand, or choose the void suit', () => {
    expect(keyed('ArrowLeft', NOTHING)).toEqual({ move: -1 })
    expect(keyed('0', NOTHING)).toEqual({ focus: 9 })
    expect(keyed('End', NOTHING)).toEqual({ focus: Infinity })
    expect(keyed('2', offered(ask('void m', 'void p', 'void s')))).toEqual({ act: 'void p' })
    expect(keyed('9', offered(ask('void m', 'void p', 'void s')))).toBeNull()
  })
})

describe('the clock', () => {
  const question = ask('pass') // 15 s and a bank of 20 s

  it('runs through the turn, then the bank', () => {
    expect(left(question, 1000, 1000, 15_000)).toEqual({ turn: 1, seconds: 15, banked: false })
    expect(left(question, 1000, 11_000, 15_000)).toEqual({ turn: 5 / 15, seconds: 5, banked: false })
    expect(left(question, 1000, 17_000, 15_000)).toEqual({ turn: 0, seconds: 19, banked: true })
    expect(left(question, 1000, 99_000, 15_000)).toEqual({ turn: 0, seconds: 0, banked: true })
  })

  it('goes on from where it was after a reconnect', () => {
    expect(left({ ...question, turn_ms: 5000 }, 0, 0, 15_000).turn).toBeCloseTo(1 / 3)
  })
})

describe('words', () => {
  it('name tiles and numbers in both languages', () => {
    language.set('zh')
    expect(tileName('5m')).toBe('五万')
    expect(worth(8, 'fan')).toBe('4 番') // 2^(4-1)
    expect(worth(24, 'fan')).toBe('24 倍') // no power of two
    expect(worth(8, 'units')).toBe('8 倍')
    language.set('en')
    expect(tileName('5m')).toBe('5 of characters')
    expect([signed(8), signed(-8), signed(0)]).toEqual(['+8', '−8', '0'])
  })
})
