// Announces this server as kaunta.local. It claims the name on each network card, answers queries for it,
// takes the next name if another machine has it, and withdraws it at the end. Without multicast there is no
// name.
import multicastDns, { type MulticastDNS, type QueryPacket, type ResponsePacket } from 'multicast-dns'
import { mdnsNames } from '../domain/local-name.ts'
import type { World } from '../world.ts'
import { type Card, isNear } from './card.ts'
import {
  allRecords,
  answersTo,
  foreignRecords,
  goodbye,
  losesTo,
  type MdnsRecord,
  ownRecords,
  type Presence,
} from './mdns-record.ts'

export interface Mdns {
  /** The announced name of this server; undefined before it is announced. */
  name(): string | undefined
  /** Withdraws the name. Never throws. */
  stop(): Promise<void>
}

interface MdnsParts {
  readonly world: Pick<World, 'clock' | 'random' | 'log'>
  readonly cards: () => readonly Card[]
  readonly ports: () => Pick<Presence, 'httpPort' | 'httpsPort'>
}

/** RFC 6762, sections 8.1 and 8.3: three claims, then announcements a second apart. */
const claimGapMs = 250
const claims = 3
const announceGapMs = 1_000
/** Nothing reports a new or removed card, so they are checked this often. */
const cardCheckMs = 10_000
const mdnsPort = 5_353
/** How long the end waits for the withdrawal. */
const goodbyeMaxMs = 200

/** Ignores that a packet was not sent: claims and announcements are repeated. */
const ignoreError = () => {}

/** A socket on one network card. */
interface Listener {
  readonly card: Card
  readonly socket: MulticastDNS
}

/** Claims and announces the name of this server until it is stopped. */
export const answerMdns = (parts: MdnsParts): Mdns => new Responder(parts)

class Responder implements Mdns {
  readonly #parts: MdnsParts
  readonly #listeners = new Map<string, Listener>()
  /** Addresses on which a socket was opened, even if it failed. Not tried again while their card stays. */
  readonly #triedAddresses = new Set<string>()
  #nameIndex = 0
  /** The name is announced. It stays so while it is claimed again, for example on another card. */
  #isOurs = false
  #isClaiming = false
  #hasStopped = false
  /** Cancels the timer of the last round. */
  #cancelRound = () => {}
  #cancelCardCheck = () => {}
  #announcedPorts = ''

  constructor(parts: MdnsParts) {
    this.#parts = parts
    this.#checkCards()
  }

  name(): string | undefined {
    return this.#isOurs && this.#listeners.size > 0 ? this.#candidate() : undefined
  }

  async stop(): Promise<void> {
    this.#hasStopped = true
    this.#cancelRound()
    this.#cancelCardCheck()
    const goodbyes = [...this.#listeners.values()].map(
      ({ card, socket }) =>
        new Promise<void>(resolve => {
          const end = () => socket.destroy(resolve)
          if (this.#isOurs) socket.respond(goodbye(this.#presenceOn(card)), end)
          else end()
        }),
    )
    const timeout = new Promise<void>(end => this.#parts.world.clock.after(goodbyeMaxMs, end))
    await Promise.race([Promise.all(goodbyes), timeout])
  }

  /** Returns the name that is claimed or announced. */
  #candidate(): string {
    return mdnsNames[this.#nameIndex] ?? mdnsNames[0] ?? ''
  }

  /** Returns what this server announces on a card. */
  #presenceOn({ ipv4, ipv6 }: Card): Presence {
    return { name: this.#candidate(), ipv4, ipv6, ...this.#parts.ports() }
  }

  /** Filters the records by which other machines claim our name. */
  #foreign(records: readonly MdnsRecord[]): MdnsRecord[] {
    const addresses = [...this.#listeners.values()].flatMap(({ card }) => [card.ipv4, ...card.ipv6])
    return foreignRecords(records, { name: this.#candidate(), addresses, ...this.#parts.ports() })
  }

  /** Plans the next claim or announcement after `ms`, and cancels the one that was planned before. */
  #planRound(ms: number, call: () => void): void {
    this.#cancelRound()
    this.#cancelRound = this.#parts.world.clock.after(ms, call)
  }

  /** Gives the current name up and claims the next one. After the last name, the server has no name. */
  #takeNextName(): void {
    this.#isOurs = false
    if (this.#nameIndex + 1 === mdnsNames.length) {
      this.#cancelRound()
      const last = this.#candidate()
      this.#parts.world.log('warn', 'every mDNS name of this server is taken', { last })
      return
    }
    this.#nameIndex += 1
    this.#claim()
  }

  /** Begins to claim the name after a random pause, so that machines that start together do not collide. */
  #claim(): void {
    this.#isClaiming = true
    const [randomByte = 0] = this.#parts.world.random.bytes(1)
    this.#planRound(Math.floor((randomByte / 256) * claimGapMs), () => this.#sendClaim(1))
  }

  /**
   * Sends a claim on every card, and plans the next claim or, after the last one, the announcement.
   * @param count the number of this claim, from 1
   */
  #sendClaim(count: number): void {
    for (const { card, socket } of this.#listeners.values()) {
      // The library's types have no question for any type.
      const questions = [{ name: this.#candidate(), type: 'ANY' as 'A' }]
      socket.query({ questions, authorities: ownRecords(this.#presenceOn(card)) }, undefined, ignoreError)
    }
    this.#planRound(claimGapMs, () => (count < claims ? this.#sendClaim(count + 1) : this.#announce(1)))
  }

  /** Announces the name on every card, and plans a second announcement. @param count 1 or 2 */
  #announce(count: number): void {
    if (!this.#isOurs)
      this.#parts.world.log('info', 'found by name in this network', { name: this.#candidate() })
    this.#isOurs = true
    this.#isClaiming = false
    this.#announcedPorts = JSON.stringify(this.#parts.ports())
    for (const { card, socket } of this.#listeners.values())
      socket.respond(allRecords(this.#presenceOn(card)), ignoreError)
    if (count < 2) this.#planRound(announceGapMs, () => this.#announce(count + 1))
  }

  /**
   * Handles a response. If another machine of this network claims our name in it, gives the name up while we
   * are claiming it ourselves, and otherwise claims it again.
   */
  #onResponse(listener: Listener, { answers = [], additionals = [] }: ResponsePacket, sender: string): void {
    if (!isNear(listener.card, sender) || this.#foreign([...answers, ...additionals]).length === 0) return
    // After the announcement this may be an old answer, so claim the name again before giving it up.
    if (this.#isClaiming) this.#takeNextName()
    else this.#claim()
  }

  /**
   * Answers a query from this network. Before the announcement, it only gives the name up when the query is a
   * concurrent claim that wins.
   */
  #onQuery({ card, socket }: Listener, query: QueryPacket, sender: { address: string; port: number }): void {
    if (!isNear(card, sender.address)) return
    if (!this.#isOurs) {
      const rivals = this.#foreign(query.authorities ?? [])
      if (rivals.length > 0 && losesTo(ownRecords(this.#presenceOn(card)), rivals)) this.#takeNextName()
      return
    }
    const answers = answersTo(query.questions ?? [], this.#presenceOn(card))
    if (answers.length === 0) return
    socket.respond({ id: 0, answers }, ignoreError)
    // A resolver with its own port receives no multicast (RFC 6762 section 6.7).
    if (sender.port !== mdnsPort)
      socket.respond({ id: query.id, questions: query.questions, answers }, sender, ignoreError)
  }

  /**
   * Opens a socket on a card, and claims the name once the socket is ready. A warning before that means that
   * the socket could not be opened.
   */
  #listen(card: Card): void {
    // On Linux, a socket that is bound to the card's own address receives no multicast.
    const socket = multicastDns({ interface: card.ipv4, bind: '0.0.0.0' })
    const listener = { card, socket }
    let isReady = false
    const giveUp = (error: Error) => {
      if (this.#listeners.get(card.ipv4) === listener) this.#listeners.delete(card.ipv4)
      socket.destroy()
      const facts = { address: card.ipv4, error: error.message }
      this.#parts.world.log('info', 'no mDNS on this network card', facts)
    }
    socket.on('error', giveUp)
    socket.on('warning', error => {
      if (!isReady) giveUp(error)
    })
    socket.on('ready', () => {
      isReady = true
      if (!this.#hasStopped && this.#listeners.get(card.ipv4) === listener) this.#claim()
    })
    socket.on('query', (query, sender) => this.#onQuery(listener, query, sender))
    socket.on('response', (response, sender) => this.#onResponse(listener, response, sender.address))
    this.#listeners.set(card.ipv4, listener)
  }

  /**
   * Closes the sockets of removed and changed cards, opens sockets on new cards, announces changed ports, and
   * plans the next check.
   */
  #checkCards(): void {
    const tried = this.#triedAddresses
    const cards = new Map(this.#parts.cards().map(card => [card.ipv4, card]))
    for (const [address, { card, socket }] of this.#listeners)
      if (!Bun.deepEquals(card, cards.get(address))) {
        socket.destroy()
        this.#listeners.delete(address)
        tried.delete(address)
      }
    for (const address of tried) if (!cards.has(address)) tried.delete(address)
    for (const [address, card] of cards)
      if (!tried.has(address)) {
        tried.add(address)
        this.#listen(card)
      }
    const havePortsChanged = this.#announcedPorts !== JSON.stringify(this.#parts.ports())
    if (this.#isOurs && havePortsChanged) this.#announce(1)
    this.#cancelCardCheck = this.#parts.world.clock.after(cardCheckMs, () => this.#checkCards())
  }
}
