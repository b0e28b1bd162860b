// Money given back on a market day: an owner and a cashier refund sales in whole and in parts, sometimes
// several at once that ask for more than was paid; customers name their wallets, or the refund is withdrawn;
// and the cashier opens a shift, sells for cash, and counts the drawer in the end.
import type { Account, Mode } from '../../src/domain/account.ts'
import { staffActor } from '../../src/domain/actor.ts'
import { Fault } from '../../src/domain/fault.ts'
import { sellForCash } from '../../src/flow/cash.ts'
import { writeIdempotent } from '../../src/flow/idempotency.ts'
import { nameWallet, withdrawRefund } from '../../src/flow/refund-waiting.ts'
import { decideRefund } from '../../src/flow/sandbox.ts'
import { closeShift, openShift, type TillContext } from '../../src/flow/shift.ts'
import { createTill } from '../../src/flow/till.ts'
import type { RefundAsk } from '../kit/simulated-people.ts'
import { asksAgain, asksUntilAnswered, passes, randomDecision, type Scene } from './market-day-scene.ts'

const cashier = 'neema'
const admin = { actor: staffActor('admin'), staffId: 'admin', address: null }
const contextOf = (account: Account, tillId: string): TillContext => ({
  account,
  tillId,
  staffId: cashier,
  by: { actor: staffActor(cashier, tillId), address: null },
})

interface Sale {
  readonly reference: string
  readonly amount: number
  readonly mode: Mode
}

/** Makes refunds of one sale: a payment that was paid, or a cash sale. */
export async function refund(scene: Scene, key: string): Promise<void> {
  const { chance } = scene.shop
  const tillId = chance.happens(0.5) ? await openTill(scene) : undefined
  const cash = tillId !== undefined && chance.happens(0.4) ? await cashSale(scene, tillId, key) : undefined
  const sale = cash ?? paidSale(scene)
  if (!sale) return
  const isGreedy = chance.happens(0.3)
  const asks = Array.from({ length: isGreedy ? 3 : 1 }, (_, index) => ({
    ...(chance.happens(0.9) ? { key: `${key} ${index}` } : {}),
    ...(isGreedy ? { amount: Math.ceil(sale.amount * 0.6) } : someAmount(scene, sale)),
    ...someWay(scene, cash !== undefined),
    ...(tillId !== undefined && sale.mode === 'live' ? { tillId } : {}),
  }))
  await Promise.all(asks.map(ask => asksFor(scene, sale, ask)))
}

const someAmount = ({ shop: { chance } }: Scene, { amount }: Sale) =>
  chance.happens(0.5) ? {} : { amount: chance.between(1, amount) }

const someWay = ({ shop: { chance } }: Scene, isCash: boolean): Pick<RefundAsk, 'way'> =>
  chance.happens(0.25)
    ? {}
    : { way: isCash ? chance.pick('cash', 'payout') : chance.pick('network', 'payout', 'cash') }

function paidSale({ shop: { chance, query } }: Scene): Sale | undefined {
  const paid = query<Sale>(
    `select payment.id as reference, amount, mode from payment join account on account_id = account.id
     where status = 'completed' order by payment.id`,
  )
  return paid.length === 0 ? undefined : paid[chance.between(0, paid.length - 1)]
}

async function asksFor(scene: Scene, sale: Sale, ask: RefundAsk): Promise<void> {
  const { shop, waits } = scene
  const { chance } = shop
  const asks = () => shop.owner.refunds(sale, ask, sale.mode)
  const body = await asksUntilAnswered(scene, ask.key, asks)
  if (body === undefined || ask.key === undefined || !chance.happens(0.3)) return
  await waits(0, 1_200_000)
  await asksAgain(scene, [ask.key, body], asks, () =>
    shop.owner.refunds(sale, { ...ask, amount: sale.amount + 1 }, sale.mode),
  )
}

/** Gives unmatched money back from where it waits. @returns whether that is impossible */
export async function refundsUnmatched(
  { shop, audit }: Scene,
  { id, paymentId, mode }: { readonly id: string; readonly paymentId: string; readonly mode: Mode },
): Promise<boolean> {
  const { chance } = shop
  const ask = { way: chance.pick('network', 'cash'), unmatchedId: id } as const
  const refunding = () => shop.owner.refunds({ reference: paymentId }, ask, mode).then(() => true)
  const all = await Promise.allSettled(chance.happens(0.3) ? [refunding(), refunding()] : [refunding()])
  if (all.filter(({ status }) => status === 'fulfilled').length > 1)
    audit.complain(`the money ${id} was refunded twice`)
  return all.some(one => one.status === 'rejected' && isImpossible(one.reason))
}

/**
 * Returns whether its customer took other money of the payment back, or the network never gives the payment's
 * outcome.
 */
function isImpossible(error: unknown): boolean {
  passes(error)
  return error instanceof Fault && ['refund_of_reversed', 'payment_outcome_unknown'].includes(error.reason)
}

/** Returns the cashier's till of live sales with its open shift; undefined while that cannot be had. */
async function openTill({ shop, tills }: Scene): Promise<string | undefined> {
  const made = () =>
    shop.callServer('live', (appliance, account) => createTill(appliance, account, 'Door', admin))
  const door = tills.door ?? (await made().catch(passes))?.till.id
  if (door === undefined) return undefined
  tills.door = door
  const opens = () =>
    shop.callServer('live', (appliance, account) =>
      appliance.store.write(tx => openShift(tx, appliance, contextOf(account, door), 20_000)),
    )
  if (shop.query("select id from shift where state = 'open' and till_id = ?", door).length === 0)
    await opens().catch(passes)
  return door
}

async function cashSale(scene: Scene, tillId: string, key: string): Promise<Sale | undefined> {
  const { shop } = scene
  const amount = shop.chance.between(500, 40_000)
  const sells = () =>
    shop.callServer('live', (appliance, account) =>
      writeIdempotent(
        appliance,
        { accountId: account.id, key: `cash of ${key}`, fingerprint: key },
        201,
        tx =>
          sellForCash(tx, appliance, contextOf(account, tillId), {
            amount,
            given: amount,
            note: null,
            paymentId: undefined,
          }),
      ),
    )
  const sold = await sells().catch(passes)
  return sold && { reference: sold.value.id, amount, mode: 'live' }
}

/** Has customers name the wallets that refunds wait for, or the owner withdraw the refund. */
export async function walletsNamed({ shop }: Scene, all: boolean): Promise<void> {
  const { chance } = shop
  const waiting = shop.query<{ id: string; mode: Mode }>(
    `select refund.id, mode from refund join account on account_id = account.id
     where status = 'pending' and state = 'waiting' order by refund.id`,
  )
  for (const { id, mode } of waiting) {
    if (!all && chance.happens(0.3)) continue
    const wallet = { phone: chance.pick('+255713000111', '+255713000789'), provider: 'mixx', name: 'Juma' }
    const isNamed = chance.happens(0.7)
    await shop
      .callServer(mode, (appliance, account) =>
        isNamed
          ? nameWallet(appliance, account, id, { wallet, by: admin })
          : withdrawRefund(appliance, account, id, admin),
      )
      .catch(passes)
  }
}

/**
 * Plays simulated networks and recipients: all refunds in the sandbox are decided in the end, some come back.
 */
export async function refundsOfTheSandbox({ shop, habits }: Scene, all: boolean): Promise<void> {
  const { chance } = shop
  const found = shop.query<{ id: string; status: string }>(
    `select refund.id, status from refund join simulation using (network_reference)
     where (status = 'pending' and outcome in ('pending', 'unknown'))
       or (status in ('completed', 'failed') and outcome = status) order by refund.id`,
  )
  for (const { id, status } of found) {
    const isChanged =
      status === 'pending' ? all || chance.happens(0.7) : !all && chance.happens(habits.sendsBack)
    if (!isChanged) continue
    const usual = all ? 'completed' : chance.happens(habits.unknown) ? 'unknown' : undefined
    const outcome = status === 'completed' ? 'reversed' : status === 'failed' ? 'completed' : usual
    await shop
      .callServer('sandbox', (appliance, account) =>
        decideRefund(appliance, account, id, randomDecision(chance, outcome), {}),
      )
      .catch(passes)
  }
}

/** Counts the drawer as the cashier, and closes the shift. */
export async function shiftsEnd({ shop }: Scene): Promise<void> {
  for (const { till } of shop.query<{ till: string }>(
    "select till_id as till from shift where state = 'open'",
  ))
    await shop
      .callServer('live', (appliance, account) =>
        appliance.store.write(tx =>
          closeShift(tx, appliance, contextOf(account, till), {
            counted: 20_000,
            reason: 'Counted in haste',
          }),
        ),
      )
      .catch(passes)
}
