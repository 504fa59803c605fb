/** Messages laid by hand for the tests. */
import type { Ask, Events, Result, SeatView, Table, TableView, Welcome } from '../src/lib/protocol'

export const welcome: Welcome = {
  t: 'welcome',
  protocol: 1,
  token: 'a-token',
  name: 'guest',
  presets: [
    { name: 'standard', zh: '标准川麻·血战', en: 'Standard, blood battle', show: 'fan' },
    { name: 'dingque', zh: '定缺血战', en: 'Blood battle with void suits', show: 'units' },
  ],
  seated: true,
}

export function seat(number: number, change: Partial<SeatView> = {}): SeatView {
  return {
    seat: number,
    n_hand: 13,
    hand: null,
    melds: [],
    river: [],
    void: null,
    marked: false,
    marker: null,
    win: null,
    wins: 0,
    won_tiles: [],
    side: null,
    shown: [],
    items: [],
    golden: false,
    left: false,
    score: 0,
    ...change,
  }
}

export function view(change: Partial<TableView> = {}): TableView {
  return {
    seat: 0,
    phase: 'turn',
    dealer: 3,
    turn: 0,
    wall_left: 40,
    dice: [3, 4],
    drawn: '6s',
    offer: null,
    seats: [seat(0, { hand: ['9m', '1s', '1m', '3p'], void: 'm', n_hand: 4 }), seat(1), seat(2), seat(3)],
    waits: [],
    picks: [],
    item: null,
    target: null,
    announced: null,
    barred: [],
    passed: 0,
    locked: false,
    broke: false,
    house: 0,
    persons: [],
    end: null,
    ...change,
  }
}

export function ask(...actions: string[]): Ask {
  return { decision: 7, actions, turn_ms: 15_000, bank_ms: 20_000 }
}

export function table(change: Partial<Table> = {}): Table {
  const names = [
    ['甲', 'Ann'],
    ['乙', 'Bob'],
    ['丙', 'Cay'],
    ['丁', 'Dan'],
  ] as const
  return {
    t: 'table',
    seq: 5,
    preset: 'dingque',
    game: 2,
    games: 4,
    players: names.map(([zh, en], i) => ({ seat: i, bot: i > 0, name: zh, zh, en })),
    totals: [12, -8, 3, -7],
    view: view(),
    ask: ask('discard 1m', 'discard 9m'),
    result: null,
    turn_ms: 15_000,
    ...change,
  }
}

export function events(seq: number, list: Events['events'], change: Partial<Events> = {}): Events {
  return { t: 'events', seq, events: list, view: view(), ask: null, ...change }
}

export function result(change: Partial<Result> = {}): Result {
  const hand = (number: number, score: number) => ({
    seat: number,
    hand: ['1s', '1s', '2p'],
    melds: [],
    status: 'not_ready' as const,
    pattern: null,
    bonuses: [],
    reading: [],
    wait: null,
    wins: 0,
    units: 0,
    score,
  })
  return {
    game: 2,
    end: 'won',
    hands: [
      {
        ...hand(0, 8),
        status: 'won',
        pattern: 'qingyise',
        bonuses: [{ id: 'gen', count: 2, factor: 2 }],
        reading: [
          ['1s', '2s', '3s'],
          ['6s', '6s'],
        ],
        units: 16,
      },
      hand(1, -8),
      { ...hand(2, 0), status: 'pig' },
      hand(3, 0),
    ],
    transfers: [
      { payer: 1, receiver: 0, units: 8, reason: 'win', zh: '乙点炮，付给甲 8 倍', en: 'Bob pays Ann', rule: 'RULES §7' },
    ],
    house: 0,
    persons: [],
    totals: [20, -16, 3, -7],
    last: false,
    ...change,
  }
}

