/** What the page knows: a pure function of the messages that came. It knows no rules; the view comes whole with every message. */
import { effectsOf, type Effect } from './effects'
import { linesOf, type Line } from './log'
import type {
  AnyEvent, Ask, Error as ErrorMessage, Player, PresetInfo, Result, Seat, ServerMessage, TableView,
} from './protocol' // prettier-ignore

export type Link = 'connecting' | 'open' | 'lost' | 'replaced' | 'outdated'

export interface TableState {
  preset: string
  game: number
  games: number
  players: Player[]
  totals: number[]
  view: TableView
  ask: Ask | null
  /** The answer given to the question that was open last, while others still answer theirs. */
  answer: string | null
  result: Result | null
  /** The seat whose newest river tile was the last discard; null once it was taken. */
  last: Seat | null
  turnMs: number
}

export interface Notice {
  id: number
  zh: string
  en: string
}

export interface State {
  link: Link
  token: string | null
  name: string
  presets: PresetInfo[]
  /** null: in the lobby. */
  table: TableState | null
  seq: number
  /** A message is missing: the whole table has to be asked for. */
  gap: boolean
  effects: Effect[]
  log: Line[]
  notices: Notice[]
  /** Ids given so far to effects, lines and notices. */
  ids: number
}

/** Something that happens to the page itself. */
export type Local =
  | { t: 'link'; link: Link }
  | { t: 'answered'; decision: number; action: string }
  | { t: 'shown'; effect: number }
  | { t: 'dismissed'; notice: number }

export const START: State = {
  link: 'connecting',
  token: null,
  name: '',
  presets: [],
  table: null,
  seq: 0,
  gap: false,
  effects: [],
  log: [],
  notices: [],
  ids: 0,
}

const LOG_LENGTH = 60
const NOTICES = 3

export function reduce(state: State, message: ServerMessage | Local): State {
  switch (message.t) {
    case 'welcome':
      return {
        ...state,
        link: 'open',
        token: message.token,
        name: message.name,
        presets: message.presets,
        table: message.seated ? state.table : null,
      }
    case 'table':
      return seated(state, message)
    case 'events':
      return played(state, message)
    case 'finished':
      return settled(state, message)
    case 'left':
      return { ...state, table: null, effects: [], log: [] }
    case 'error':
      return refused(state, message)
    case 'pong':
      return state
    case 'link':
      return { ...state, link: message.link }
    case 'answered':
      return answered(state, message.decision, message.action)
    case 'shown':
      return { ...state, effects: state.effects.filter(({ id }) => id !== message.effect) }
    case 'dismissed':
      return { ...state, notices: state.notices.filter(({ id }) => id !== message.notice) }
  }
}

type Message<T extends ServerMessage['t']> = Extract<ServerMessage, { t: T }>

function seated(state: State, message: Message<'table'>): State {
  const { seq, preset, game, games, players, totals, view, ask, result, turn_ms: turnMs } = message
  const sameGame = state.table?.game === game
  return {
    ...state,
    table: { preset, game, games, players, totals, view, ask, answer: null, result, last: view.offer?.seat ?? null, turnMs },
    seq,
    gap: false,
    effects: [],
    log: sameGame ? state.log : [],
  }
}

/** The state with the message's number taken, or marked as having a gap; null: the message is of no use. */
function counted(state: State, seq: number): { state: State; table: TableState } | null {
  if (!state.table || state.gap || seq <= state.seq) return null
  return { state: { ...state, seq }, table: state.table }
}

function played(state: State, message: Message<'events'>): State {
  const next = counted(state, message.seq)
  if (!next) return state
  if (message.seq !== state.seq + 1) return { ...state, gap: true }
  const effects = effectsOf(message.events, state.ids)
  const lines = linesOf(message.events, state.ids + effects.length)
  return {
    ...next.state,
    table: { ...next.table, view: message.view, ask: message.ask, answer: null, last: lastOf(message.events, next.table.last) },
    effects: [...state.effects, ...effects],
    log: [...state.log, ...lines].slice(-LOG_LENGTH),
    ids: state.ids + effects.length + lines.length,
  }
}

function lastOf(events: readonly AnyEvent[], before: Seat | null): Seat | null {
  let last = before
  for (const event of events) {
    if (event.e === 'discard') last = event.seat
    else if (event.e === 'pung' || ((event.e === 'kong' || event.e === 'win') && event.feeder !== null)) last = null
  }
  return last
}

function settled(state: State, message: Message<'finished'>): State {
  const next = counted(state, message.seq)
  if (!next) return state
  if (message.seq !== state.seq + 1) return { ...state, gap: true }
  return { ...next.state, table: { ...next.table, result: message.result, ask: null } }
}

/** The question that was answered is closed at once, so that nothing can be clicked twice. */
function answered(state: State, decision: number, action: string): State {
  if (state.table?.ask?.decision !== decision) return state
  return { ...state, table: { ...state.table, ask: null, answer: action } }
}

function refused(state: State, error: ErrorMessage): State {
  if (error.code === 'replaced') return { ...state, link: 'replaced' }
  if (error.code === 'version') return { ...state, link: 'outdated' }
  // A late click is no fault of anybody: the table goes on, and the next message shows how.
  if (error.code === 'stale') return state
  const notice = { id: state.ids + 1, zh: error.zh, en: error.en }
  // Whatever was refused may have closed a question here that is still open there.
  const gap = state.table !== null
  return { ...state, gap, notices: [...state.notices, notice].slice(-NOTICES), ids: notice.id }
}
