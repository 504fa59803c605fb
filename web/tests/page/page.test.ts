import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import App from '../../src/App.svelte'
import { language } from '../../src/lib/lang.svelte'
import type { ClientMessage, ServerMessage } from '../../src/lib/protocol'
import { Session } from '../../src/lib/session.svelte'
import { ask, events, result, seat, table, view, welcome } from '../fake'

const sent: ClientMessage[] = []

class FakeSocket {
  static readonly OPEN = 1
  readyState = 1
  onopen: (() => void) | null = null
  send(text: string) {
    sent.push(JSON.parse(text) as ClientMessage)
  }
  close() {}
}

let session: Session
let app: ReturnType<typeof mount>

function say(...messages: ServerMessage[]) {
  for (const message of messages) session.receive(message)
  flushSync()
}

function press(key: string) {
  window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  flushSync()
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
const one = (selector: string) => document.querySelector<HTMLElement>(selector)
const tilesOf = (selector: string) => all(selector).map((element) => element.dataset.tile)

function click(selector: string) {
  one(selector)!.click()
  flushSync()
}

function button(words: string): HTMLElement {
  return all('button').find((element) => element.textContent?.includes(words))!
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket)
  localStorage.clear()
  language.set('zh')
  sent.length = 0
  session = new Session('ws://here/ws')
  app = mount(App, { target: document.body, props: { session } })
  session.start()
  flushSync()
})

afterEach(async () => {
  await unmount(app)
  vi.unstubAllGlobals()
})

describe('the lobby', () => {
  it('starts the chosen match, and remembers it', () => {
    say({ ...welcome, seated: false })
    all('input[name=preset]')[1]!.click()
    all('input[name=games]')[2]!.click()
    flushSync()
    button('开始').click()
    expect(sent.at(-1)).toEqual({ t: 'create', preset: 'dingque', games: 8 })
    expect(JSON.parse(localStorage.getItem('chuanma.choice')!)).toEqual({ preset: 'dingque', games: 8 })
  })

  it('cannot start before the server has answered', () => {
    expect((button('开始') as HTMLButtonElement).disabled).toBe(true)
  })

  it('changes its language in place and for good', () => {
    say({ ...welcome, seated: false })
    press('l')
    expect(document.body.textContent).toContain('Standard, blood battle')
    expect(document.documentElement.lang).toBe('en')
    expect(localStorage.getItem('chuanma.lang')).toBe('en')
  })

  it('keeps the token for the next visit', () => {
    say({ ...welcome, seated: false })
    expect(localStorage.getItem('chuanma.token')).toBe('a-token')
  })
})

describe('the own turn', () => {
  beforeEach(() => say(welcome, table()))

  it('lays the hand out sorted, the void suit last, the drawn tile apart', () => {
    expect(tilesOf('.hand button')).toEqual(['3p', '1s', '1m', '9m', '6s'])
    expect(one('.hand .drawn')!.dataset.tile).toBe('6s')
  })

  it('dims what may not be discarded, and does not send it', () => {
    expect(tilesOf('.hand .dim')).toEqual(['3p', '1s', '6s'])
    click('.hand [data-tile="3p"]')
    expect(sent.filter(({ t }) => t === 'act')).toEqual([])
  })

  it('names the question it answers, once', () => {
    click('.hand [data-tile="9m"]')
    click('.hand [data-tile="1m"]')
    expect(sent.filter(({ t }) => t === 'act')).toEqual([{ t: 'act', decision: 7, action: 'discard 9m' }])
  })

  it('is played with the keys', () => {
    press('3')
    expect((document.activeElement as HTMLElement).dataset.tile).toBe('1m')
    press('ArrowRight')
    expect((document.activeElement as HTMLElement).dataset.tile).toBe('9m')
    ;(document.activeElement as HTMLElement).click()
    expect(sent.at(-1)).toEqual({ t: 'act', decision: 7, action: 'discard 9m' })
  })

  it('lifts a tile at the first touch and throws it at the second', () => {
    const tile = one('.hand [data-tile="9m"]')!
    const touch = () => {
      tile.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }))
      tile.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }))
      flushSync()
    }
    touch()
    expect(tile.classList).toContain('lifted')
    expect(sent.filter(({ t }) => t === 'act')).toEqual([])
    touch()
    expect(sent.at(-1)).toEqual({ t: 'act', decision: 7, action: 'discard 9m' })
  })

  it('names every tile for those who listen', () => {
    expect(one('.hand [data-tile="1m"]')!.getAttribute('aria-label')).toBe('一万，缺门')
    expect(one('.hand .drawn')!.getAttribute('aria-label')).toBe('六条，刚摸')
  })
})

describe('offers', () => {
  const offer = view({ phase: 'claim', turn: 2, drawn: null, offer: { seat: 2, tile: '5m', kong: false } })

  it('have exactly the buttons that were sent', () => {
    say(welcome, table({ view: offer, ask: ask('pung', 'pass') }))
    expect(all('[data-action]').map((element) => element.dataset.action)).toEqual(['pass', 'pung'])
    expect(one('.offer')!.textContent).toContain('丙')
    click('[data-action=pung]')
    expect(sent.at(-1)).toEqual({ t: 'act', decision: 7, action: 'pung' })
    expect(all('[data-action]')).toEqual([])
  })

  it('are answered by letters', () => {
    say(welcome, table({ view: offer, ask: ask('win', 'pass') }))
    press('k')
    press('Escape')
    press('h')
    expect(sent.filter(({ t }) => t === 'act')).toEqual([{ t: 'act', decision: 7, action: 'pass' }])
  })

  it('let one choose between several kongs by their tile', () => {
    say(welcome, table({ ask: ask('discard 1m', 'kong 1s', 'kong 3p') }))
    expect(all('[data-action]').map((element) => element.getAttribute('aria-label'))).toEqual(['杠一条', '杠三筒'])
  })

  it('glow in the river of the seat that discarded', () => {
    const seats = [seat(0, { hand: [], n_hand: 0 }), seat(1), seat(2, { river: [{ tile: '1s', drawn: false }, { tile: '5m', drawn: true }] }), seat(3)]
    say(welcome, table({ view: { ...offer, seats }, ask: ask('pung', 'pass') }))
    expect(tilesOf('.offered')).toEqual(['5m'])
  })
})

describe('the void suit', () => {
  beforeEach(() => say(welcome, table({ view: view({ phase: 'void', drawn: null }), ask: ask('void m', 'void p', 'void s') })))

  it('is chosen by its suit, with the number held', () => {
    expect(all('[data-action]').map((element) => element.textContent?.replace(/\s+/g, ''))).toEqual(['万2张1', '筒1张2', '条1张3'])
    click('[data-action="void p"]')
    expect(sent.at(-1)).toEqual({ t: 'act', decision: 7, action: 'void p' })
    expect(document.body.textContent).toContain('已缺筒，等待其他人')
  })

  it('is chosen by number too', () => {
    press('3')
    expect(sent.at(-1)).toEqual({ t: 'act', decision: 7, action: 'void s' })
  })
})

describe('the table', () => {
  it('shows waits, winners and who deals', () => {
    const seats = [
      seat(0, { hand: ['1s'], n_hand: 1 }),
      seat(1),
      seat(2, { win: { order: 1, tile: '6s', feeder: 3, flags: [], units: 4 }, void: 'p' }),
      seat(3, { melds: [{ type: 'concealed', tile: '2p', feeder: null }] }),
    ]
    say(welcome, table({ view: view({ drawn: null, seats, waits: [{ tile: '1s', left: 2, units: 8 }] }), ask: null }))
    expect(one('.waits')!.textContent).toContain('2 张')
    expect(one('.waits')!.textContent).toContain('8 倍')
    expect(one('[data-seat="2"] .stamp')!.textContent).toBe('胡 · 1')
    expect(one('[data-seat="2"] .void')!.getAttribute('aria-label')).toBe('缺筒')
    expect(one('[data-seat="3"] .dealer')).not.toBeNull()
    expect(one('[data-meld=concealed]')!.getAttribute('aria-label')).toBe('暗杠二筒')
  })

  it.each(['start', 'swap'] as const)('has nothing to show for the phase %s, and nobody is in turn', (phase) => {
    const seats = [0, 1, 2, 3].map((number) => seat(number, phase === 'start' ? { hand: number ? null : [], n_hand: 0 } : {}))
    say(welcome, table({ view: view({ phase, seats, drawn: null }), ask: ask('item near_flush_deal', 'pick 1m') }))
    expect(all('.plate')).toHaveLength(4)
    expect(all('.plate.turn, .edge.on, .choice, .actions')).toEqual([])
  })

  it.each([2, 3])('has %i places', (places) => {
    const seats = Array.from({ length: places }, (_, number) => seat(number, number ? {} : { hand: ['1m'], n_hand: 1 }))
    const some = table().players.slice(0, places)
    say(welcome, table({ view: view({ seats, drawn: null, dealer: 0 }), players: some, totals: Array<number>(places).fill(0) }))
    expect(all('.plate')).toHaveLength(places)
    expect(all('.edge')).toHaveLength(places)
  })

  it('adds the running game to the totals', () => {
    const seats = [seat(0, { hand: [], n_hand: 0, score: 8 }), seat(1, { score: -8 }), seat(2), seat(3)]
    say(welcome, table({ view: view({ seats }) }))
    expect(all('.score').map((element) => element.lastChild?.textContent)).toEqual(['+3', '−7', '−16', '+20'])
  })

  it('says what happens in the log', () => {
    say(welcome, table({ ask: null }), events(6, [{ e: 'discard', seat: 1, tile: '5m', drawn: false }]))
    expect(one('[role=log]')!.textContent).toContain('乙打出五万')
  })

  it('asks before it leaves, and says the price', () => {
    say(welcome, table())
    click('.leave')
    expect(one('[role=dialog]')!.textContent).toContain('16 倍')
    press('Escape')
    expect(one('[role=dialog]')).toBeNull()
    click('.leave')
    all('[role=dialog] button')[1]!.click()
    expect(sent.at(-1)).toEqual({ t: 'leave' })
  })

  it('lets a winner leave for nothing', () => {
    const seats = [seat(0, { hand: [], n_hand: 0, win: { order: 1, tile: null, feeder: null, flags: ['heaven'], units: 32 } }), seat(1), seat(2), seat(3)]
    say(welcome, table({ view: view({ seats }) }))
    click('.leave')
    expect(one('[role=dialog]')!.textContent).toContain('不用赔')
  })
})

describe('the settlement', () => {
  function settle(last: boolean) {
    vi.useFakeTimers()
    const seats = [seat(0, { hand: [], n_hand: 0, win: { order: 1, tile: '6s', feeder: 1, flags: [], units: 16 } }), seat(1), seat(2), seat(3)]
    say(welcome, table({ view: view({ phase: 'over', drawn: null, seats }), ask: null }))
    say({ t: 'finished', seq: 6, result: result({ last }) })
    expect(one('[role=dialog]')).toBeNull()
    vi.advanceTimersByTime(2000)
    flushSync()
    vi.useRealTimers()
  }

  it('comes after a look at the last call, with hands, reasons and totals', () => {
    settle(false)
    const words = one('[role=dialog]')!.textContent!
    for (const said of ['第 2 局结算', '胡 · 1', '清一色', '根 ×2', '16 倍', '花猪', '未听', '乙点炮，付给甲 8 倍', '总分 +20']) expect(words).toContain(said)
    expect(all('.cell.won img').map((element) => element.getAttribute('alt'))).toEqual(['六条'])
  })

  it('leads to the next game', () => {
    settle(false)
    button('下一局').click()
    expect(sent.at(-1)).toEqual({ t: 'continue', game: 2 })
  })

  it('of the last game leads to the standings, then to the lobby', () => {
    settle(true)
    button('最终排名').click()
    flushSync()
    expect(all('.standings li').map((element) => element.textContent?.replace(/\s+/g, ''))).toEqual(['1自己+20', '2丙+3', '3丁−7', '4乙−16'])
    button('回到大厅').click()
    expect(sent.at(-1)).toEqual({ t: 'leave' })
  })

  it('can be laid aside to see the table', () => {
    settle(false)
    button('看牌桌').click()
    flushSync()
    expect(one('[role=dialog]')).toBeNull()
    button('回到结算').click()
    flushSync()
    expect(one('[role=dialog]')).not.toBeNull()
  })
})

describe('trouble', () => {
  it('is said calmly and can be put away', () => {
    say(welcome, table(), { t: 'error', code: 'illegal', zh: '现在不能碰', en: 'no pung now' })
    expect(one('[role=alert]')!.textContent).toContain('现在不能碰')
    expect(sent.at(-1)).toEqual({ t: 'sync' })
    click('.notice button')
    expect(one('[role=alert]')!.textContent).not.toContain('现在不能碰')
  })

  it('asks once for the whole table when a message is missing', () => {
    say(welcome, table(), events(8, []), events(9, []))
    expect(sent.filter(({ t }) => t === 'sync')).toHaveLength(1)
  })

  it('offers to take the seat back from another tab', () => {
    say(welcome, table(), { t: 'error', code: 'replaced', zh: '', en: '' })
    expect(one('[role=dialog]')!.textContent).toContain('已在另一个页面打开')
    button('在这里继续').click()
    flushSync()
    expect(one('[role=dialog]')).toBeNull()
  })
})
