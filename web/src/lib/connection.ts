/** The WebSocket to the server: says hello, comes back by itself when it breaks, and asks again for what is missing. */
import { PROTOCOL, type ClientMessage, type ServerMessage } from './protocol'

const FIRST_WAIT = 500
const LONGEST_WAIT = 4000
/** A link that has been silent for so long is asked whether it is still there. */
const QUIET = 15_000

export interface Handlers {
  token(): string | null
  message(message: ServerMessage): void
  lost(retryInMs: number): void
}

export class Connection {
  #socket: WebSocket | null = null
  #wait = FIRST_WAIT
  #timer = 0
  #pulse = 0
  #pings = 0
  #heard = true
  #closed = false

  constructor(
    readonly url: string,
    readonly handlers: Handlers,
  ) {}

  open(): void {
    this.#closed = false
    clearTimeout(this.#timer)
    this.#drop()
    const socket = new WebSocket(this.url)
    this.#socket = socket
    socket.onopen = () => {
      const token = this.handlers.token()
      this.send({ t: 'hello', protocol: PROTOCOL, ...(token === null ? {} : { token }) })
      this.#heard = true
      this.#pulse = window.setInterval(() => this.#ping(), QUIET)
    }
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#heard = true
      this.#wait = FIRST_WAIT
      this.handlers.message(JSON.parse(event.data) as ServerMessage)
    }
    socket.onclose = () => this.#retry()
  }

  /** Whether it went out: a click while the line is down is shown as such, not kept for later. */
  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** Close and stay closed, e.g. when another tab has the seat. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#drop()
  }

  #drop(): void {
    clearInterval(this.#pulse)
    if (!this.#socket) return
    this.#socket.onclose = null
    this.#socket.onmessage = null
    this.#socket.close()
    this.#socket = null
  }

  #retry(): void {
    this.#drop()
    if (this.#closed) return
    this.handlers.lost(this.#wait)
    this.#timer = window.setTimeout(() => this.open(), this.#wait)
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT)
  }

  #ping(): void {
    if (!this.#heard) return this.#retry()
    this.#heard = false
    this.#pings += 1
    this.send({ t: 'ping', n: this.#pings })
  }
}
