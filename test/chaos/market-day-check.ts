// The auditor of a market day or month: checks the books, remembers what clients were answered and what the
// network took, and at the end checks what must have become of everything.
import type { Mode } from '../../src/domain/account.ts'
import type { Resolution } from '../../src/domain/unmatched.ts'
import { sha256 } from '../../src/store/hash.ts'
import { complaintsAbout } from '../kit/invariant.ts'
import type { SimulatedShop } from '../kit/simulated-shop.ts'
import { disagreements, type SettledManually } from './market-day-statement.ts'

/** The hosts of the receivers. */
export const hosts = ['shop.example', 'admin.example', 'cousin.example'] as const

/** The network's possible states of a payout whose status is known; a pending one may have any. */
const payoutStates = {
  pending: ['unheard of', 'open', 'delivered', 'refused', 'returned'],
  completed: ['delivered', 'returned'],
  failed: ['unheard of', 'refused'],
  reversed: ['returned'],
}
const finalStates = { ...payoutStates, pending: [], completed: ['delivered'] }

export type Audit = ReturnType<typeof newAudit>

export function newAudit(shop: SimulatedShop) {
  const complaints = new Map<string, string>()
  const statuses = new Map<string, string>()
  const acknowledged = new Set<string>()
  const settledManually: SettledManually = {
    live: { kept: 0, returned: 0 },
    sandbox: { kept: 0, returned: 0 },
  }
  let changes = 0
  /** How many lines of the log have been read. */
  let linesRead = 0

  const complain = (sentence: string) => {
    if (!complaints.has(sentence))
      complaints.set(sentence, `${new Date(shop.time.now()).toISOString()} ${sentence}`)
  }
  const finds = (says: string, sql: string) => {
    const [found] = shop.query(sql)
    if (found) complain(`${says}: ${JSON.stringify(found)}`)
  }

  function statusesMove(): void {
    for (const { id, status, late } of shop.query<{ id: string; status: string; late: number }>(
      // A simulated recipient may have got a failed payout after all.
      "select id, status, late from payment union all select id, status, connector = 'simulator' from payout union all select id, status, connector = 'simulator' from refund",
    )) {
      const before = statuses.get(id)
      statuses.set(id, status)
      if (before === undefined || before === 'pending' || before === status) continue
      const isBack = before === 'completed' && status === 'reversed'
      if (!isBack && (before === 'completed' || status !== 'completed' || !late))
        complain(`${id} went from ${before} to ${status}`)
    }
  }

  /** Checks that the network took whatever we hold, has what left, and was asked once. */
  function networkAgrees(states: Readonly<Record<string, readonly string[]>> = payoutStates): void {
    for (const sent of [shop.network.sent, shop.network.payoutsSent])
      for (const [reference, times] of sent) if (times > 1) complain(`${reference} was sent ${times} times`)
    for (const { network_reference, status } of shop.query<{ network_reference: string; status: string }>(
      `select network_reference, status from payout where connector = 'scripted'
       union all select network_reference, status from refund where connector = 'scripted'`,
    )) {
      const state = shop.network.payouts.get(network_reference)?.state ?? 'unheard of'
      if (!states[status]?.includes(state))
        complain(`the payout or refund ${network_reference} is ${status}, the network says ${state}`)
    }
    for (const { network_reference, paid_amount } of shop.query<{
      network_reference: string
      paid_amount: number
    }>(
      "select network_reference, paid_amount from attempt where state = 'succeeded' and connector = 'scripted'",
    ))
      if (shop.network.orders.get(network_reference)?.took !== paid_amount)
        complain(`the books hold ${paid_amount} that the network did not take`)
  }

  function nothingReversedIsRefunded(): void {
    finds(
      'what its customer took back is not refunded any more',
      `select refund.id from refund join audit_entry on kind = 'payment.reversed' and subject = payment_id
       where refund.created_at > audit_entry.created_at`,
    )
  }

  /**
   * Checks that a payment whose customer can still pay is not shown as failed, because they would pay twice.
   */
  function failuresAreOver(): void {
    for (const { network_reference } of shop.query<{ network_reference: string }>(
      "select network_reference from attempt where state = 'failed' and connector = 'scripted'",
    ))
      if (shop.network.isOpen(network_reference))
        complain(`the attempt ${network_reference} failed, and the customer can still pay`)
    finds(
      'what failed because its network did not know it is never paid',
      `select payment.id from payment join event on subject = payment.id and event.type = 'payment.failed'
       where payment.late = 1 and json_extract(body, '$.data.failure_reason') in ('not_found', 'timeout')`,
    )
  }

  function nothingFailsInTheLog(): void {
    for (const { level, message, facts } of shop.log.slice(linesRead))
      if ((level === 'warn' || level === 'error') && !isExpected(message, facts))
        complain(`log: ${message} ${JSON.stringify(facts)}`)
    linesRead = shop.log.length
  }

  function step(): void {
    nothingFailsInTheLog()
    const [now] = shop.query<{ changes: number }>('select total_changes() as changes')
    if (now?.changes === changes) return
    changes = now?.changes ?? 0
    for (const complaint of complaintsAbout(shop)) complain(complaint)
    statusesMove()
    networkAgrees()
    nothingReversedIsRefunded()
    failuresAreOver()
  }

  /**
   * Returns whether nothing is pending, the network has nothing more to report, and nothing is left to do,
   * except asking the simulated network about orders that it never answers.
   */
  function isSettled(): boolean {
    const open = shop.query(`
      select id from payment where status = 'pending'
      union all select id from delivery where status not in ('success', 'abandoned')
      union all select attempt.id from attempt left join simulation using (network_reference)
        where attempt.state not in ('succeeded', 'failed') and outcome is not 'unknown'
      union all select id from payout where status = 'pending'
      union all select id from refund where status = 'pending'
      union all select id from shift where state = 'open'
      union all select id from unmatched where settled_at is null
      union all select id from payment where due_at is not null
      union all select job.id from job left join attempt on attempt.id = substr(subject, 1, 36)
        where kind not in ('idempotency.prune', 'ledger.check', 'event.prune', 'backup.take', 'reconciliation.run') and attempt.state is not 'unknown'`)
    return open.length === 0 && !shop.network.isCalling() && shop.isUp()
  }

  function everythingTakenIsBooked(): void {
    for (const { order, took } of shop.network.orders.values()) {
      const [attempt] = shop.query<{ paid_amount: number | null }>(
        'select paid_amount from attempt where network_reference = ? and payment_id = ? and amount = ?',
        order.networkReference,
        order.paymentId,
        order.amount,
      )
      if (!attempt) complain(`the network has an order that the books do not know: ${order.networkReference}`)
      else if ((attempt.paid_amount ?? 0) !== took)
        complain(`the network took ${took}, the books have ${attempt.paid_amount} (${order.paymentId})`)
    }
    finds(
      'what the simulator took is booked',
      `select network_reference from attempt join simulation using (network_reference)
       where coalesce(attempt.paid_amount, 0) <> iif(outcome = 'completed', coalesce(simulation.paid_amount, simulation.amount), 0)`,
    )
  }

  /**
   * The owner gets one alarm for each order whose money its customer took back: the money of the sale, which
   * stays paid, or a second payment for it. None, where the network gives all of it back for us as well: then
   * "reversed" may be that refund. One that failed hides no reversal.
   */
  function everyReversalIsAnAlarm(): void {
    for (const { order, state } of shop.network.orders.values()) {
      if (state !== 'taken back') continue
      const [second] = shop.query<{ id: string }>(
        `select unmatched.id from unmatched join attempt on attempt.id = attempt_id where network_reference = ?`,
        order.networkReference,
      )
      const money = second?.id ?? null
      const alarms = shop.query(
        `select id from audit_entry join owner_notice on entry_id = id
         where kind = 'payment.reversed' and subject = ? and detail ->> 'unmatched' is ?`,
        order.paymentId,
        money,
      )
      const [given] = shop.query<{ sum: number }>(
        `select coalesce(sum(amount), 0) as sum from refund
         where payment_id = ? and way = 'network' and unmatched_id is ? and status in ('pending', 'completed')`,
        order.paymentId,
        money,
      )
      const least = given && given.sum >= order.amount ? 0 : 1
      if (alarms.length > 1 || alarms.length < least)
        complain(`${order.networkReference} was taken back, with ${alarms.length} alarms`)
    }
  }

  function everythingToldWasHeard(): void {
    const heard = new Map<string, Set<string>>()
    for (const host of hosts)
      for (const { event, body, signed } of shop.merchantAt(host).received) {
        if (!signed) complain(`${host} heard an event with a wrong signature or an old stamp`)
        const bodies = heard.get(event.id) ?? new Set()
        heard.set(event.id, bodies.add(body))
      }
    for (const { id, body, status } of shop.query<{ id: string; body: string; status: string }>(
      'select event.id, body, status from event join delivery on event_id = event.id',
    )) {
      const bodies = [...(heard.get(id) ?? [])]
      heard.delete(id)
      if (bodies.length === 0 ? status === 'success' : bodies.length > 1 || bodies[0] !== body)
        complain(`event ${id} (${status}) was heard as ${bodies}`)
    }
    if (heard.size > 0) complain('a merchant heard of an event that the books do not know')
  }

  function lastAuditFoundNothing(): void {
    const [kept] = shop.query<{ value: string }>("select value from setting where name = 'audit'")
    const { at, differences } = JSON.parse(kept?.value ?? '{}')
    if (!(at > shop.serverNow() - 90_000_000) || differences.length > 0)
      complain(`the last audit of the box: ${kept?.value}`)
  }

  function end(): void {
    if (!isSettled()) complain('something never settles')
    for (const reference of acknowledged)
      if (!statuses.has(reference)) complain(`${reference} was acknowledged and is gone`)
    everythingTakenIsBooked()
    everyReversalIsAnAlarm()
    networkAgrees(finalStates)
    for (const disagreement of disagreements(shop, settledManually)) complain(disagreement)
    lastAuditFoundNothing()
    everythingToldWasHeard()
    nothingFailsInTheLog()
  }

  return {
    complaints,
    complain,
    step,
    isSettled,
    end,
    acknowledged(body: string): void {
      acknowledged.add(JSON.parse(body).data.reference)
    },
    /** Records the admin's decision on unmatched money. */
    settled(mode: Mode, resolution: Resolution, amount: number): void {
      settledManually[mode][resolution] += amount
    },
    /** Returns a digest of every row and everything received. */
    digest(): string {
      const tables = shop.query<{ name: string }>(
        "select name from sqlite_schema where type = 'table' order by name",
      )
      const rows = tables.map(({ name }) => shop.query(`select * from ${name} order by 1, 2`))
      const heard = hosts.map(host => shop.merchantAt(host).received)
      return sha256(JSON.stringify([rows, heard, shop.log]))
    },
  }
}

/**
 * Returns whether an error is expected: the disk was made full, customers took money back
 * (`everyReversalIsAnAlarm`), or the simulator paid what had failed.
 */
const isExpected = (message: string, facts: Readonly<Record<string, unknown>> | undefined): boolean =>
  message === 'a paid sale was reversed' ||
  (/^a (payout|refund) that had failed was paid$/.test(message) && facts?.connection === 'simulator') ||
  String(facts?.error).includes('disk is full')
