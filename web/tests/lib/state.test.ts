import { describe, expect, it } from 'vitest'
import type { ServerMessage } from '../../src/lib/protocol'
import { reduce, START, type Local, type State } from '../../src/lib/state'
import { ask, events, result, table, view, welcome } from '../fake'

const after = (...messages: (ServerMessage | Local)[]): State => messages.reduce(reduce, START)

describe('joining', () => {
  it('keeps what the server says about the guest', () => {
    const state = after(welcome)
    expect(state).toMatchObject({ link: 'open', token: 'a-token', name: 'guest', table: null })
    expect(state.presets.map(({ name }) => name)).toEqual(['standard', 'dingque'])
  })

  it('shows the lobby when a seat is gone after a reconnect', () => {
    expect(after(welcome, table(), { ...welcome, seated: false }).table).toBeNull()
  })

  it('keeps the table on the screen until the new one is there', () => {
    expect(after(welcome, table(), { t: 'link', link: 'lost' }, welcome).table).not.toBeNull()
  })

  it('takes the whole table from one message', () => {
    const state = after(welcome, table())
    expect(state.seq).toBe(5)
    expect(state.table).toMatchObject({ game: 2, games: 4, totals: [12, -8, 3, -7], answer: null, result: null })
  })
})

describe('numbers of messages', () => {
  it('follows them one by one', () => {
    const next = view({ wall_left: 39 })
    const state = after(welcome, table(), events(6, [], { view: next, ask: ask('pung', 'pass') }))
    expect(state.seq).toBe(6)
    expect(state.table?.view.wall_left).toBe(39)
    expect(state.table?.ask?.actions).toEqual(['pung', 'pass'])
  })

  it('ignores one that came before', () => {
    const before = after(welcome, table())
    expect(reduce(before, events(5, [], { view: view({ wall_left: 1 }) }))).toBe(before)
  })

  it('shows nothing after a gap until the whole table has come', () => {
    const gap = after(welcome, table(), events(7, [], { view: view({ wall_left: 38 }) }))
    expect(gap.gap).toBe(true)
    expect(gap.table?.view.wall_left).toBe(40)
    expect(reduce(gap, events(8, []))).toBe(gap)
    expect(reduce(gap, table({ seq: 9 }))).toMatchObject({ gap: false, seq: 9 })
  })

  it('marks a gap before a settlement too', () => {
    expect(after(welcome, table(), { t: 'finished', seq: 7, result: result() })).toMatchObject({ gap: true })
  })
})

describe('what happens at the table', () => {
  it('sums the payments of one message by seat and calls first', () => {
    const state = after(
      welcome,
      table(),
      events(6, [
        { e: 'win', seat: 2, tile: '1s', feeder: 0, flags: [], units: 4 },
        { e: 'pay', payer: 0, receiver: 2, units: 4, reason: 'win' },
        { e: 'pay', payer: 0, receiver: 2, units: 2, reason: 'transfer' },
      ]),
    )
    expect(state.effects.map(({ id, ...rest }) => rest)).toEqual([
      { kind: 'call', seat: 2, call: 'win' },
      { kind: 'pay', seat: 0, units: -6 },
      { kind: 'pay', seat: 2, units: 6 },
    ])
    expect(new Set(state.effects.map(({ id }) => id)).size).toBe(3)
  })

  it('shows no payment that comes to nothing', () => {
    const state = after(
      welcome,
      table(),
      events(6, [
        { e: 'pay', payer: 0, receiver: 2, units: 4, reason: 'win' },
        { e: 'pay', payer: 2, receiver: 0, units: 4, reason: 'refund' },
      ]),
    )
    expect(state.effects).toEqual([])
  })

  it('shows no payment to the house or to a bound person', () => {
    const state = after(
      welcome,
      table(),
      events(6, [
        { e: 'pay', payer: 0, receiver: 4, units: 16, reason: 'pig' },
        { e: 'pay', payer: 5, receiver: 1, units: 3, reason: 'horse' },
      ]),
    )
    expect(state.effects.map(({ id, ...rest }) => rest)).toEqual([
      { kind: 'pay', seat: 0, units: -16 },
      { kind: 'pay', seat: 1, units: 3 },
    ])
  })

  it('takes the events of every ruleset', () => {
    const state = after(
      welcome,
      table(),
      events(6, [
        { e: 'item', seat: 1, item: 'peek_next', tile: null, given: null, third: null },
        { e: 'swap', seat: 0, to: 1, tile: '1m' },
        { e: 'swap', seat: 1, to: 2, tile: null },
        { e: 'mark', seat: 1, tile: null },
        { e: 'sing', seat: 1 },
        { e: 'dance', seat: 2, waits: ['1s', '4s'] },
        { e: 'horse', person: 5, seat: 0, tile: '9p' },
      ]),
    )
    expect([state.seq, state.gap, state.effects, state.log, state.table?.last]).toEqual([6, false, [], [], null])
  })

  it('calls an added kong once: when it is announced', () => {
    const state = after(
      welcome,
      table(),
      events(6, [
        { e: 'announce_kong', seat: 1, tile: '3p' },
        { e: 'kong', seat: 1, tile: '3p', type: 'added', feeder: null },
      ]),
    )
    expect(state.effects).toHaveLength(1)
  })

  it('forgets an effect that was shown', () => {
    const state = after(welcome, table(), events(6, [{ e: 'pung', seat: 1, tile: '3p', feeder: 0 }]))
    const [effect] = state.effects
    expect(reduce(state, { t: 'shown', effect: effect!.id }).effects).toEqual([])
  })

  it('marks the last discard until it is taken', () => {
    const thrown = after(welcome, table(), events(6, [{ e: 'discard', seat: 3, tile: '3p', drawn: false }]))
    expect(thrown.table?.last).toBe(3)
    const drawn = reduce(thrown, events(7, [{ e: 'draw', seat: 0, tile: '1s', replacement: false, left: 3 }]))
    expect(drawn.table?.last).toBe(3)
    expect(reduce(thrown, events(7, [{ e: 'pung', seat: 1, tile: '3p', feeder: 3 }])).table?.last).toBeNull()
  })

  it('takes the tile on offer for the last discard after a reconnect', () => {
    const offered = view({ offer: { seat: 2, tile: '5m', kong: false } })
    expect(after(welcome, table({ view: offered })).table?.last).toBe(2)
  })

  it('keeps a log of what was done, newest last, and starts a new one with a new game', () => {
    const played = after(
      welcome,
      table(),
      events(6, [
        { e: 'discard', seat: 3, tile: '3p', drawn: false },
        { e: 'draw', seat: 0, tile: '1s', replacement: false, left: 3 },
        { e: 'win', seat: 0, tile: null, feeder: null, flags: ['heaven'], units: 32 },
      ]),
    )
    expect(played.log.map(({ id, ...rest }) => rest)).toEqual([
      { seat: 3, did: 'discard', tile: '3p' },
      { seat: 0, did: 'heaven' },
    ])
    expect(reduce(played, table({ seq: 7, game: 3 })).log).toEqual([])
  })

  it('closes a question that was answered, and no other', () => {
    const asked = after(welcome, table())
    expect(reduce(asked, { t: 'answered', decision: 6, action: 'pass' }).table?.ask).not.toBeNull()
    const closed = reduce(asked, { t: 'answered', decision: 7, action: 'discard 1m' })
    expect(closed.table).toMatchObject({ ask: null, answer: 'discard 1m' })
  })

  it('shows the settlement and asks nothing more', () => {
    const state = after(welcome, table(), { t: 'finished', seq: 6, result: result() })
    expect(state.table).toMatchObject({ ask: null, result: { totals: [20, -16, 3, -7] } })
  })

  it('goes back to the lobby', () => {
    expect(after(welcome, table(), { t: 'left' }).table).toBeNull()
  })
})

describe('errors', () => {
  const error = (code: 'illegal' | 'stale' | 'replaced' | 'version') => ({ t: 'error', code, zh: '错', en: 'wrong' }) as const

  it('are noticed in both languages and have the table sent again', () => {
    const state = after(welcome, table(), error('illegal'))
    expect(state.notices).toMatchObject([{ zh: '错', en: 'wrong' }])
    expect(state.gap).toBe(true)
  })

  it('of a late click are nobody’s fault', () => {
    const state = after(welcome, table())
    expect(reduce(state, error('stale'))).toBe(state)
  })

  it('leave at most three notices, which can be put away', () => {
    const state = after(welcome, ...[1, 2, 3, 4].map(() => error('illegal')))
    expect(state.notices).toHaveLength(3)
    const [first] = state.notices
    expect(reduce(state, { t: 'dismissed', notice: first!.id }).notices).toHaveLength(2)
  })

  it('say that another tab has the seat, or that the page is old', () => {
    expect(after(welcome, error('replaced')).link).toBe('replaced')
    expect(after(welcome, error('version')).link).toBe('outdated')
  })
})
