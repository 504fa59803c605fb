/** The one session of the page: the state, and everything a person can do to it. */
import { Connection } from './connection'
import type { ServerMessage } from './protocol'
import { reduce, START, type Local, type State } from './state'

const TOKEN = 'chuanma.token'

export class Session {
  state = $state.raw<State>(START)
  /** When the question that is open came, on the clock of `performance.now()`. */
  askedAt = $state(0)
  /** When the next try to connect is due, on the same clock. */
  retryAt = $state(0)
  #connection: Connection

  constructor(url: string) {
    this.#connection = new Connection(url, {
      token: () => localStorage.getItem(TOKEN),
      message: (message) => this.receive(message),
      lost: (ms) => {
        this.retryAt = performance.now() + ms
        this.#apply({ t: 'link', link: 'lost' })
      },
    })
  }

  start(): void {
    this.#connection.open()
  }

  receive(message: ServerMessage): void {
    const before = this.state.table?.ask?.decision
    const hadGap = this.state.gap
    this.#apply(message)
    const { table, token, gap, link } = this.state
    if (table?.ask && table.ask.decision !== before) this.askedAt = performance.now()
    if (message.t === 'welcome' && token) localStorage.setItem(TOKEN, token)
    if (gap && !hadGap) this.#connection.send({ t: 'sync' })
    if (link === 'replaced' || link === 'outdated') this.#connection.close()
  }

  /** Take the seat back from another tab, or try again at once. */
  reconnect(): void {
    this.#apply({ t: 'link', link: 'connecting' })
    this.#connection.open()
  }

  create(preset: string, games: number): void {
    this.#connection.send({ t: 'create', preset, games })
  }

  /** Answer the open question. */
  act(action: string): void {
    const ask = this.state.table?.ask
    if (!ask?.actions.includes(action)) return
    if (this.#connection.send({ t: 'act', decision: ask.decision, action })) {
      this.#apply({ t: 'answered', decision: ask.decision, action })
    }
  }

  next(): void {
    const table = this.state.table
    if (table) this.#connection.send({ t: 'continue', game: table.game })
  }

  leave(): void {
    this.#connection.send({ t: 'leave' })
  }

  shown(effect: number): void {
    this.#apply({ t: 'shown', effect })
  }

  dismiss(notice: number): void {
    this.#apply({ t: 'dismissed', notice })
  }

  #apply(message: ServerMessage | Local): void {
    this.state = reduce(this.state, message)
  }
}
