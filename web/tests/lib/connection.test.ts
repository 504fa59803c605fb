import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Connection } from '../../src/lib/connection'
import type { ServerMessage } from '../../src/lib/protocol'

class FakeSocket {
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readyState = 0
  sent: string[] = []
  closed = false
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  constructor(readonly url: string) {
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.closed = true
  }
  opens() {
    this.readyState = 1
    this.onopen?.()
  }
}

const newest = () => FakeSocket.all.at(-1)!
let got: ServerMessage[]
let waits: number[]
let connection: Connection

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.all = []
  got = []
  waits = []
  connection = new Connection('ws://here/ws', {
    token: () => 'kept',
    message: (message) => got.push(message),
    lost: (ms) => waits.push(ms),
  })
  connection.open()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the connection', () => {
  it('says hello with the token it kept', () => {
    newest().opens()
    expect(newest().sent).toEqual(['{"t":"hello","protocol":1,"token":"kept"}'])
  })

  it('hands messages on', () => {
    newest().opens()
    newest().onmessage?.({ data: '{"t":"left"}' })
    expect(got).toEqual([{ t: 'left' }])
  })

  it('sends nothing while the line is down, and says so', () => {
    expect(connection.send({ t: 'leave' })).toBe(false)
    newest().opens()
    expect(connection.send({ t: 'leave' })).toBe(true)
  })

  it('comes back by itself, after longer and longer waits', () => {
    for (const wait of [500, 1000, 2000, 4000, 4000, 4000]) {
      newest().onclose?.()
      const before = FakeSocket.all.length
      vi.advanceTimersByTime(wait - 1)
      expect(FakeSocket.all).toHaveLength(before)
      vi.advanceTimersByTime(1)
      expect(FakeSocket.all).toHaveLength(before + 1)
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 4000, 4000])
  })

  it('starts with a short wait again once it was heard', () => {
    newest().onclose?.()
    vi.advanceTimersByTime(500)
    newest().opens()
    newest().onmessage?.({ data: '{"t":"pong","n":1}' })
    newest().onclose?.()
    expect(waits).toEqual([500, 500])
  })

  it('asks a silent server once, then gives the line up', () => {
    newest().opens()
    vi.advanceTimersByTime(15_000)
    expect(newest().sent.at(-1)).toBe('{"t":"ping","n":1}')
    vi.advanceTimersByTime(15_000)
    expect(newest().closed).toBe(true)
    expect(waits).toEqual([500])
  })

  it('stays closed when it was closed', () => {
    newest().opens()
    const socket = newest()
    connection.close()
    socket.onclose?.()
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.all).toHaveLength(1)
  })
})
