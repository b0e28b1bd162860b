// The people of a market day or month: clients who repeat a request until there is an answer and once more
// much later, customers who pay, pay late, pay twice or not at all, an owner who pays out, sometimes more
// than there is, recipients who refuse and send back, and an admin who settles unmatched money. All live with
// a server that goes down and a network that does not answer.
import type { Mode } from '../../src/domain/account.ts'
import type { CollectOrder } from '../../src/domain/attempt.ts'
import { Fault } from '../../src/domain/fault.ts'
import type { PayoutOrder } from '../../src/domain/payout.ts'
import type { PaymentView } from '../../src/wire/payment.ts'
import type { PayoutRequest, SaleRequest } from '../kit/simulated-people.ts'
import type { SimulatedShop } from '../kit/simulated-shop.ts'
import { type Chance, msOf } from '../kit/simulated-world.ts'
import { type Audit, hosts } from './market-day-check.ts'
import {
  refund,
  refundsOfTheSandbox,
  refundsUnmatched,
  shiftsEnd,
  walletsNamed,
} from './market-day-refund.ts'
import {
  asksAgain,
  asksUntilAnswered,
  type Habits,
  passes,
  randomDecision,
  type Scene,
} from './market-day-scene.ts'

export type People = ReturnType<typeof newPeople>

/** From the acceptance of a payout: until then the server checks it once a day, and needs no callback. */
const surelyWatchedMs = msOf({ days: 5 })

export function newPeople(shop: SimulatedShop, audit: Audit, habits: Habits) {
  let open = 0
  const later = (ms: number, deed: () => void) => {
    open++
    shop.time.after(ms, () => {
      open--
      deed()
    })
  }
  const waits = (least: number, most: number) =>
    new Promise<void>(resolve => later(shop.chance.between(least, most), resolve))
  const does = (what: string, deed: Promise<unknown>) => {
    open++
    deed.catch(error => audit.complain(`${what} ended with ${error}`)).finally(() => open--)
  }
  const scene: Scene = { shop, audit, habits, later, waits, decided: new Map(), tills: {} }
  shop.network.accepted = order => customer(scene, order)
  shop.network.payoutAccepted = order => recipient(scene, order)
  return {
    sells: (key: string) => does('a sale', sale(scene, key)),
    paysOut: (key: string) => does('a payout', payout(scene, key)),
    refunds: (key: string) => does('a refund', refund(scene, key)),
    /** Lets the admin and the simulated recipients handle some of what waits for them, or in the end all. */
    look: (all: boolean) =>
      does(
        'a look',
        Promise.all([
          settles(scene, all),
          simulatedRecipients(scene, all),
          walletsNamed(scene, all),
          refundsOfTheSandbox(scene, all),
          all ? shiftsEnd(scene) : undefined,
        ]),
      ),
    areDone: () => open === 0,
  }
}

/** Plays one sale: a client asks, and a customer comes, or not. */
async function sale(scene: Scene, key: string): Promise<void> {
  const { shop, waits } = scene
  const { chance } = shop
  const mode = chance.happens(0.7) ? 'live' : 'sandbox'
  const ask = randomAsk(chance, chance.happens(0.9) ? key : undefined)
  const asks = () => shop.cashier.asks(ask, mode)
  const body = await asksUntilAnswered(scene, ask.key, asks)
  if (body === undefined) return
  const { data: payment } = JSON.parse(body)
  if (ask.key !== undefined && chance.happens(0.3)) {
    await waits(0, 1_200_000)
    await asksAgain(scene, [ask.key, body], asks, () =>
      shop.cashier.asks({ ...ask, amount: ask.amount + 1 }, mode),
    )
  }
  if (mode === 'live' && ask.type === 'dynamic-qr' && chance.happens(0.25)) {
    await waits(0, 60_000)
    await shop.cashier.pushesToo(payment, '0754000000').catch(passes)
  }
  if (mode === 'sandbox' && chance.happens(0.95)) {
    await waits(0, 400_000)
    await simulates(scene, payment)
  }
  if (chance.happens(0.25)) {
    await waits(0, 200_000)
    await shop.cashier.voids(payment).catch(passes)
  }
}

/** Decides a payment by the sandbox call or the simulated phone; a missing outcome is mostly given later. */
async function simulates({ shop, habits, waits }: Scene, payment: PaymentView): Promise<void> {
  const { chance } = shop
  if (payment.payment_qr_code && payment.payment_type !== 'card' && chance.happens(0.4)) {
    const { approves } = shop.customer.scans(payment)
    await approves().catch(error => (error instanceof Fault ? undefined : passes(error)))
    return
  }
  const decision = randomDecision(chance, chance.happens(habits.unknown) ? 'unknown' : undefined)
  const paid = chance.happens(0.1) ? { paidAmount: chance.between(1, 5_000) } : {}
  await shop.sandbox.decides(payment, { ...decision, ...paid }).catch(passes)
  if (decision.outcome !== 'unknown' || chance.happens(0.1)) return
  await waits(0, 900_000)
  await shop.sandbox.decides(payment, randomDecision(chance)).catch(passes)
}

/** Plays what a live customer does with an order that reached the network. */
function customer(
  { shop, later }: Scene,
  { networkReference, method, amount, expiresAt }: CollectOrder,
): void {
  const { chance, network, time } = shop
  const isHeardPaid = (reference: string) =>
    shop.query("select id from attempt where network_reference = ? and state = 'succeeded'", reference)
      .length > 0
  const soon = chance.between(2_000, 400_000)
  const late = expiresAt - time.now() + chance.between(0, 590_000)
  const deed = chance.pick('pays', 'pays', 'pays', 'pays other', 'declines', 'ignores', 'pays late')
  if (deed === 'declines') {
    later(soon, () => network.declines(networkReference))
    if (chance.happens(0.2))
      later(soon + chance.between(0, 600_000), () => network.paysAfterAll(networkReference))
  } else if (deed !== 'ignores') {
    const paid = deed === 'pays other' && method === 'qr' ? amount + chance.pick(-100, 100) : amount
    const paidAt = deed === 'pays late' ? late : soon
    later(paidAt, () => network.pays(networkReference, paid))
    if (chance.happens(0.1))
      later(paidAt + chance.between(60_000, 6 * 3_600_000), () => {
        // An order that was never reported as paid has simply failed.
        if (isHeardPaid(networkReference)) network.takesBack(networkReference)
      })
  }
}

/**
 * Sends some payouts, sometimes two in parallel that exceed the balance together; each is repeated until
 * there is an answer.
 */
async function payout(scene: Scene, key: string): Promise<void> {
  const { shop } = scene
  const { chance } = shop
  const mode = chance.happens(0.7) ? 'live' : 'sandbox'
  const greedy = chance.happens(0.3)
  const rich = Math.max(5_000, Math.floor(shop.books(mode).merchant * 0.6))
  const asks = Array.from({ length: greedy ? 2 : 1 }, (_, index) =>
    randomPayout(
      chance,
      greedy ? rich : chance.between(5_000, 30_000),
      chance.happens(0.9) ? `${key} ${index}` : undefined,
    ),
  )
  await Promise.all(asks.map(ask => paysOut(scene, ask, mode)))
}

async function paysOut(scene: Scene, ask: PayoutRequest, mode: Mode): Promise<void> {
  const { shop, waits } = scene
  const { chance } = shop
  const asks = () => shop.owner.paysOut(ask, mode)
  const body = await asksUntilAnswered(scene, ask.key, asks)
  if (body === undefined) return
  if (mode === 'sandbox' && chance.happens(0.95)) {
    await waits(0, 400_000)
    await simulatesReceipt(scene, JSON.parse(body).data, false)
  }
  if (ask.key === undefined || !chance.happens(0.3)) return
  await waits(0, 1_200_000)
  await asksAgain(scene, [ask.key, body], asks, () =>
    shop.owner.paysOut({ ...ask, amount: ask.amount + 1 }, mode),
  )
}

/** Decides the fate of a live payout that reached the network. */
function recipient(
  { shop: { chance, network }, habits, later }: Scene,
  { networkReference }: PayoutOrder,
): void {
  const soon = chance.between(0, chance.happens(0.1) ? habits.deliversWithinMs : 600_000)
  if (chance.happens(0.25)) {
    later(soon, () => network.refuses(networkReference))
    return
  }
  const back = soon + chance.between(0, habits.returnsWithinMs)
  later(soon, () => network.delivers(networkReference))
  if (!chance.happens(0.25)) return
  const comesBack = back < surelyWatchedMs ? network.returns : network.returnsAfterAll
  later(back, () => comesBack(networkReference))
}

async function simulatesReceipt(
  { shop, habits }: Scene,
  payout: { readonly reference: string },
  surely: boolean,
): Promise<void> {
  const { chance, sandbox } = shop
  const outcome = surely ? 'completed' : chance.happens(habits.unknown) ? 'unknown' : undefined
  await sandbox.decidesPayout(payout, randomDecision(chance, outcome)).catch(passes)
}

/** Plays simulated recipients: all payouts in the sandbox are decided in the end, some are sent back. */
async function simulatedRecipients(scene: Scene, all: boolean): Promise<void> {
  const { shop, habits } = scene
  const { chance } = shop
  const found = shop.query<{ reference: string; status: string }>(
    `select payout.id as reference, status from payout join simulation using (network_reference)
     where (status = 'pending' and outcome in ('pending', 'unknown')) or (status = 'completed' and outcome = 'completed')`,
  )
  for (const { reference, status } of found) {
    const comesBack = status === 'completed' && !all && chance.happens(habits.sendsBack)
    if (comesBack)
      await shop.sandbox.decidesPayout({ reference }, randomDecision(chance, 'reversed')).catch(passes)
    if (status === 'pending' && (all || chance.happens(0.7)))
      await simulatesReceipt(scene, { reference }, all)
  }
}

/**
 * Settles unmatched money as the admin, once each, and keeps the decision; returned money goes back through
 * the network first.
 */
async function settles(scene: Scene, all: boolean): Promise<void> {
  const { shop, audit, decided, habits } = scene
  const { chance } = shop
  for (const mode of ['live', 'sandbox'] as const)
    for (const { id, amount, paymentId } of (await shop.admin.seesUnmatched(mode).catch(passes)) ?? []) {
      if (!all && chance.happens(0.3)) continue
      const made =
        decided.get(id) ??
        (habits.refunds ? chance.pick('kept', 'returned', 'refunded') : chance.pick('kept', 'returned'))
      // What is refunded is the merchant's first.
      if (!decided.has(id)) audit.settled(mode, made === 'refunded' ? 'kept' : made, amount)
      decided.set(id, made)
      if (made === 'refunded' && !(await refundsUnmatched(scene, { id, paymentId, mode }))) continue
      const resolution = made === 'refunded' ? 'kept' : made
      const settling = () =>
        shop.admin.settles(id, resolution, mode).then(
          () => 1,
          refused => passes(refused) ?? 0,
        )
      const times = await Promise.all(chance.happens(0.3) ? [settling(), settling()] : [settling()])
      if (times.reduce((sum, time) => sum + time, 0) > 1) audit.complain(`the money ${id} was settled twice`)
    }
}

function randomAsk(chance: Chance, key: string | undefined): SaleRequest {
  const expiresIn = chance.happens(0.04) ? undefined : chance.pick(60, 120, 300, 900, 1_800, 1_800)
  const type = chance.pick<SaleRequest['type']>(
    'dynamic-qr',
    'dynamic-qr',
    'dynamic-qr',
    'mobile',
    'mobile',
    'mobile',
    'card',
  )
  return {
    type,
    amount: chance.between(500, 90_000),
    ...(type === 'mobile'
      ? { phone: chance.pick('0754123456', '0784000789', '0754000049', '0621000129') }
      : {}),
    ...(key === undefined ? {} : { key }),
    ...(expiresIn === undefined ? {} : { expiresIn }),
    webhookUrl: randomUrl(chance),
  }
}

const randomPayout = (chance: Chance, amount: number, key: string | undefined): PayoutRequest => ({
  amount,
  ...(key === undefined ? {} : { key }),
  ...(chance.happens(0.6)
    ? { phone: chance.pick('0713000111', '0713000112', '0713000789', '0754000089', '0713000129') }
    : {}),
  webhookUrl: randomUrl(chance),
})

function randomUrl(chance: Chance): string | null {
  const host = chance.pick(...hosts, hosts[0], undefined)
  return host === undefined ? null : `https://${host}/hook`
}
