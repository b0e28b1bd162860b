// The people at the till in the words of a story: a cashier who asks, customers who pay, the sandbox call
// that decides. They use the flows as the HTTP routes do, and like any client they may lose the connection
// when the server goes down.
import type { SQLQueryBindings } from 'bun:sqlite'
import type { Account, Mode } from '../../src/domain/account.ts'
import { type RequestedBy, staffActor } from '../../src/domain/actor.ts'
import type { DeliveryStatus } from '../../src/domain/delivery.ts'
import { assert } from '../../src/domain/fault.ts'
import type { LineItem } from '../../src/domain/line-item.ts'
import type { Payment } from '../../src/domain/payment.ts'
import type { PaymentType } from '../../src/domain/payment-type.ts'
import type { ManualResult, Payout, Recipient } from '../../src/domain/payout.ts'
import { readPhone } from '../../src/domain/phone.ts'
import type { Refund, RefundWay } from '../../src/domain/refund.ts'
import type { LineReturn } from '../../src/domain/refund-line.ts'
import type { Resolution, Unmatched } from '../../src/domain/unmatched.ts'
import { regenerateSigningKey } from '../../src/flow/account.ts'
import type { Appliance } from '../../src/flow/appliance.ts'
import { createPayment } from '../../src/flow/create-payment.ts'
import type { IdempotentResult, StoredResponse } from '../../src/flow/idempotency.ts'
import { resumeAddress } from '../../src/flow/paused-address.ts'
import { getPayment, voidPayment } from '../../src/flow/payment.ts'
import { getPayout, sendPayout } from '../../src/flow/payout.ts'
import { pushPayment } from '../../src/flow/push.ts'
import { createRefund } from '../../src/flow/refund.ts'
import { getRefund } from '../../src/flow/refund-read.ts'
import { retryDelivery, retrySince } from '../../src/flow/resend.ts'
import {
  answerPrompt,
  decidePayment,
  decidePayout,
  findScannedOrder,
  promptsOf,
  type SimulatedOutcome,
} from '../../src/flow/sandbox.ts'
import { checkPayoutNow, markPayout } from '../../src/flow/unknown.ts'
import { resolveUnmatched } from '../../src/flow/unmatched.ts'
import { recordPageRead, recordProgramRead, watchPayment } from '../../src/flow/watch.ts'
import { findAttemptByReference } from '../../src/store/attempt.ts'
import { sha256 } from '../../src/store/hash.ts'
import { putJob } from '../../src/store/job.ts'
import { findPayoutByReference } from '../../src/store/payout.ts'
import { listUnmatched } from '../../src/store/unmatched.ts'
import { success } from '../../src/wire/money.ts'
import { type PaymentView, paymentView } from '../../src/wire/payment.ts'
import { type PayoutView, payoutView } from '../../src/wire/payout.ts'
import { type RefundView, refundView } from '../../src/wire/refund.ts'
import type { ScriptedNetwork } from './network.ts'

const byKey: RequestedBy = { actor: { kind: 'key', keyId: 'key_test' }, address: null }
const byOwner = { actor: staffActor('owner'), address: null, may: () => true }
const byAdmin = { actor: staffActor('admin'), staffId: 'admin', address: null }

export interface SaleRequest {
  readonly type: PaymentType
  readonly amount: number
  readonly phone?: string
  readonly key?: string
  readonly expiresIn?: number // seconds
  readonly webhookUrl?: string | null // null for no webhooks
  readonly lineItems?: readonly LineItem[]
}
export type SaleOptions = Omit<SaleRequest, 'type' | 'amount' | 'phone'>
/** Something that names a payment. */
type Named = { readonly reference: string }

/** What the owner's client sends; without a number it goes to a bank. */
export interface PayoutRequest {
  readonly amount: number
  readonly phone?: string
  readonly key?: string
  readonly webhookUrl?: string | null // as with an Ask
}

/** Without a way it goes to a wallet that the owner names. */
export interface RefundAsk {
  readonly amount?: number
  readonly lines?: readonly LineReturn[]
  readonly key?: string
  readonly way?: RefundWay
  readonly unmatchedId?: string
  /** A cashier at this till asks. */
  readonly tillId?: string
}

interface Response extends StoredResponse {
  readonly replayed: boolean
}
type Answer = Response & { readonly payment: PaymentView }
type RefundAnswer = Response & { readonly refund: RefundView }
type PayoutAnswer = Response & { readonly payout: PayoutView }

/** Returns a payment in the API's form, and the targets of its links. */
export const viewOfPayment = (payment: Payment): PaymentView => paymentView(payment, 'http://kaunta.local')

const renderPayment = (payment: Payment): StoredResponse => ({
  status: 201,
  body: JSON.stringify(success(201, viewOfPayment(payment))),
})
const renderPayout = (payout: Payout): StoredResponse => ({
  status: 201,
  body: JSON.stringify(success(201, payoutView(payout))),
})

const renderRefund = (refund: Refund): StoredResponse => ({
  status: 201,
  body: JSON.stringify(success(201, refundView(refund, null))),
})

const idempotent = <T>(
  { id }: Account,
  ask: { readonly key?: string },
  render: (value: T) => StoredResponse,
) =>
  ask.key === undefined
    ? undefined
    : { accountId: id, key: ask.key, fingerprint: sha256(JSON.stringify(ask)), render }

const responseOf = <T>(result: IdempotentResult<T>, render: (value: T) => StoredResponse): Response => ({
  ...(result.replayed ? result.response : (result.response ?? render(result.value))),
  replayed: result.replayed,
})

/** A customer with the content of their client's screen. */
interface Handset {
  /** Enters the PIN; where the network lets them, with another amount. */
  approves(amount?: number): Promise<void>
  declines(): Promise<void>
}

/** The server went down before it answered: the result of the request is unknown. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost'
}

export interface ShopPeople {
  readonly cashier: {
    asksForQr(amount: number, options?: SaleOptions): Promise<PaymentView>
    pushes(phone: string, amount: number, options?: SaleOptions): Promise<PaymentView>
    /** Returns the whole answer of the API. */
    asks(ask: SaleRequest, mode?: Mode): Promise<Answer>
    /** Sends a push for an open QR. @returns whether a push was sent */
    pushesToo(payment: Named, phone: string): Promise<boolean>
    sees(payment: Named): Promise<PaymentView>
    /** Shows it on a screen, which receives its changes. @returns leaves */
    watches(payment: Named, onChange?: (status: string) => void): Promise<() => void>
    /** Asks for the payment's status as a payment page does. */
    opensPage(payment: Named): Promise<void>
    readsByProgram(payment: Named): Promise<void>
    voids(payment: Named): Promise<PaymentView>
  }
  readonly owner: {
    paysOut(ask: PayoutRequest, mode?: Mode): Promise<PayoutAnswer>
    /** Refunds a payment or a cash sale. */
    refunds(sale: Named, ask: RefundAsk, mode?: Mode): Promise<RefundAnswer>
    seesRefund(refund: Named): Promise<RefundView>
    sees(payout: Named): Promise<PayoutView>
    /** Records whether a payout with an unknown outcome was sent. */
    marks(payout: Named, result: ManualResult): Promise<unknown>
    /** Checks its status now. */
    asksAbout(payout: Named): Promise<PayoutView>
    /** Resumes a paused webhook address. */
    resumes(url: string): Promise<void>
    /** Replaces the signing key. @returns the new one */
    changesKey(graceHours: number): Promise<string>
  }
  readonly developer: {
    /** Sends a payment's deliveries again manually. */
    resends(payment: Named): Promise<void>
    /** Resends everything since a time. @returns how many */
    resendsSince(since: number, ...statuses: readonly DeliveryStatus[]): Promise<number>
  }
  readonly admin: {
    /** Returns money that waits for a person. */
    seesUnmatched(mode: Mode): Promise<Unmatched[]>
    settles(id: string, resolution: Resolution, mode: Mode): Promise<Unmatched>
  }
  readonly customer: {
    scans(payment: PaymentView): Handset
    /** Answers the newest push on the phone. */
    picksUp(phone: string): Handset
  }
  readonly sandbox: {
    decides(payment: Named, decision: SimulatedOutcome): Promise<PaymentView>
    decidesPayout(payout: Named, decision: SimulatedOutcome): Promise<void>
  }
  /** Sends any other request to the server. */
  callServer<T>(mode: Mode, call: (appliance: Appliance, account: Account) => Promise<T>): Promise<T>
  /** Sends a network's callback, which only triggers a status check. */
  callsBack(networkReference: string): Promise<void>
}

export interface ShopPeopleParts {
  readonly mode: Mode
  readonly network: ScriptedNetwork
  readonly query: <Row>(sql: string, ...values: SQLQueryBindings[]) => Row[]
  readonly merchantUrl: () => string
  /** Returns the appliance that runs now, if any. */
  readonly box: () =>
    | {
        readonly appliance: Appliance
        readonly accounts: ReadonlyMap<Mode, Account>
        readonly ended: Promise<void>
      }
    | undefined
  readonly callbackId: () => string
}

export function newShopPeople({
  mode: usual,
  network,
  query,
  merchantUrl,
  box,
  callbackId,
}: ShopPeopleParts): ShopPeople {
  /** Sends a request: answered, refused, or lost with the server. */
  async function request<T>(
    mode: Mode,
    call: (appliance: Appliance, account: Account) => Promise<T>,
  ): Promise<T> {
    const now = box()
    const account = now?.accounts.get(mode)
    if (!now || !account) throw new ConnectionLost('the server is down')
    const lost = now.ended.then(() => {
      throw new ConnectionLost('the server went down')
    })
    return Promise.race([call(now.appliance, account), lost])
  }

  const urlOf = ({ webhookUrl }: Pick<SaleRequest, 'webhookUrl'>) =>
    webhookUrl === undefined ? merchantUrl() : (webhookUrl ?? undefined)

  const asks = (ask: SaleRequest, mode = usual): Promise<Answer> =>
    request(mode, async (appliance, account) => {
      const answered = await createPayment(
        appliance,
        account,
        {
          type: ask.type,
          amount: ask.amount,
          expiresInSeconds: ask.expiresIn,
          phone: ask.phone === undefined ? undefined : readPhone(ask.phone),
          customer: {},
          lineItems: ask.lineItems,
          metadata: ask.key === undefined ? {} : { key: ask.key },
          webhookUrl: urlOf(ask),
          apiVersion: account.apiVersion,
          createdBy: byKey.actor,
        },
        idempotent(account, ask, renderPayment),
      )
      const response = responseOf(answered, renderPayment)
      return { ...response, payment: JSON.parse(response.body).data }
    })

  const pushesToo = ({ reference }: Named, phone: string) =>
    request(usual, async (appliance, account) => {
      const pushed = await pushPayment(appliance, account, reference, { phone: readPhone(phone)?.e164 })
      return !pushed.replayed && pushed.value.isSent
    })

  const paysOut = (ask: PayoutRequest, mode = usual): Promise<PayoutAnswer> =>
    request(mode, async (appliance, account) => {
      const phone = ask.phone === undefined ? undefined : readPhone(ask.phone)
      const recipient: Recipient = phone
        ? { channel: 'mobile', name: 'Juma Ally', phone: phone.e164, provider: phone.provider ?? 'unknown' }
        : { channel: 'bank', name: 'Juma Ally', bank: 'CRDB', account: '0150123456' }
      const answered = await sendPayout(
        appliance,
        account,
        {
          amount: ask.amount,
          recipient,
          narration: '',
          metadata: ask.key === undefined ? {} : { key: ask.key },
          webhookUrl: urlOf(ask),
          apiVersion: account.apiVersion,
          by: byKey,
        },
        idempotent(account, ask, renderPayout),
      )
      const response = responseOf(answered, renderPayout)
      return { ...response, payout: JSON.parse(response.body).data }
    })

  const modeOf = ({ reference }: Named): Mode => {
    const sql = 'select mode from account join payment on account_id = account.id where payment.id = ?'
    return query<{ mode: Mode }>(sql, reference)[0]?.mode ?? usual
  }

  const refunds = (sale: Named, ask: RefundAsk, mode = modeOf(sale)): Promise<RefundAnswer> =>
    request(mode, async (appliance, account) => {
      const wallet = { phone: '+255713000111', provider: 'mixx', name: 'Juma' }
      const { amount, lines, key, way, unmatchedId, tillId } = ask
      const answered = await createRefund(
        appliance,
        account,
        {
          reference: sale.reference,
          unmatchedId,
          salesScope: {},
          amount,
          lines,
          way,
          wallet: way === undefined ? wallet : undefined,
          reason: 'Broken',
          metadata: key === undefined ? {} : { key },
          by: tillId === undefined ? byKey : { actor: staffActor('neema', tillId), address: null },
          tillId,
        },
        idempotent(account, ask, renderRefund),
      )
      const response = responseOf(answered, renderRefund)
      return { ...response, refund: JSON.parse(response.body).data }
    })

  /** Returns the simulated handset of the sandbox; live customers answer the network itself. */
  const handset = (
    mode: Mode,
    live: () => string | undefined,
    sandbox: (appliance: Appliance) => Promise<string | undefined>,
  ): Handset => {
    const answer = async (word: 'approve' | 'decline', amount?: number) => {
      if (mode === 'live') {
        const prompt = live()
        const done = prompt && (word === 'approve' ? network.pays(prompt, amount) : network.declines(prompt))
        assert(done, 'the network has an open order')
      } else
        await request(mode, async appliance => {
          const prompt = await sandbox(appliance)
          assert(prompt, 'the handset shows a prompt')
          await answerPrompt(appliance, prompt, word)
        })
    }
    return { approves: amount => answer('approve', amount), declines: () => answer('decline') }
  }
  const newest = (sql: string, value: string) =>
    query<{ network_reference: string }>(sql, value)[0]?.network_reference

  return {
    cashier: {
      asksForQr: async (amount, options) => (await asks({ type: 'dynamic-qr', amount, ...options })).payment,
      pushes: async (phone, amount, options) =>
        (await asks({ type: 'mobile', amount, phone, ...options })).payment,
      asks,
      pushesToo,
      sees: payment =>
        request(modeOf(payment), async (appliance, account) =>
          viewOfPayment(await getPayment(appliance, account, payment.reference)),
        ),
      watches: (payment, onChange = () => {}) =>
        request(modeOf(payment), async appliance =>
          watchPayment(appliance, payment.reference, ({ status }) => onChange(status)),
        ),
      opensPage: payment =>
        request(modeOf(payment), async appliance => recordPageRead(appliance, payment.reference)),
      readsByProgram: payment =>
        request(modeOf(payment), async (appliance, account) =>
          recordProgramRead(appliance, account, await getPayment(appliance, account, payment.reference)),
        ),
      voids: payment =>
        request(modeOf(payment), async (appliance, account) =>
          viewOfPayment(
            await voidPayment(appliance, account, payment.reference, { ...byKey, salesScope: {} }),
          ),
        ),
    },
    owner: {
      refunds,
      seesRefund: refund =>
        request(usual, async (appliance, account) =>
          refundView(await getRefund(appliance, account, refund.reference), null),
        ),
      paysOut,
      sees: payout =>
        request(usual, async (appliance, account) =>
          payoutView(await getPayout(appliance, account, payout.reference)),
        ),
      marks: ({ reference }, result) =>
        request(usual, (appliance, account) =>
          markPayout(appliance, account, reference, { result, reason: 'read at the network', by: byAdmin }),
        ),
      asksAbout: ({ reference }) =>
        request(usual, async (appliance, account) =>
          payoutView(await checkPayoutNow(appliance, account, reference)),
        ),
      resumes: url => request(usual, (appliance, account) => resumeAddress(appliance, account, url)),
      changesKey: graceHours =>
        request(usual, (appliance, account) => regenerateSigningKey(appliance, account, byOwner, graceHours)),
    },
    developer: {
      resends: payment =>
        request(modeOf(payment), async (appliance, account) => {
          const sql = 'select id from delivery where subject = ? order by id'
          for (const { id } of query<{ id: string }>(sql, payment.reference))
            await retryDelivery(appliance, account, id)
        }),
      resendsSince: (since, ...statuses) =>
        request(usual, (appliance, account) => retrySince(appliance, account, { since, statuses })),
    },
    admin: {
      seesUnmatched: mode =>
        request(mode, ({ store }, { id }) =>
          listUnmatched(store.read, { accountId: id, status: 'open' }, 100, 0),
        ),
      settles: (id, resolution, mode) =>
        request(mode, (appliance, account) =>
          resolveUnmatched(appliance, account, id, {
            resolution,
            note: 'a test',
            by: byAdmin,
          }),
        ),
    },
    customer: {
      scans: payment =>
        handset(
          modeOf(payment),
          () =>
            newest(
              "select network_reference from attempt where method = 'qr' and payment_id = ?",
              payment.reference,
            ),
          async appliance => (await findScannedOrder(appliance, payment.payment_token)).networkReference,
        ),
      picksUp: phone =>
        handset(
          usual,
          () =>
            newest(
              "select network_reference from attempt where method = 'push' and phone = ? order by id desc limit 1",
              readPhone(phone)?.e164 ?? '',
            ),
          async appliance => (await promptsOf(appliance, phone))[0]?.networkReference,
        ),
    },
    sandbox: {
      decides: ({ reference }, decision) =>
        request('sandbox', async (appliance, account) =>
          viewOfPayment(await decidePayment(appliance, account, reference, decision)),
        ),
      decidesPayout: ({ reference }, decision) =>
        request('sandbox', (appliance, account) => decidePayout(appliance, account, reference, decision)),
    },
    callServer: request,
    callsBack: networkReference =>
      request(usual, ({ store, notifier: watch, world }) =>
        store.write(async tx => {
          const attempt = await findAttemptByReference(tx, networkReference)
          const payout = attempt ? undefined : await findPayoutByReference(tx, networkReference)
          const now = world.clock.now()
          if (attempt) await putJob(tx, 'attempt.recheck', `${attempt.id}:${callbackId()}`, now)
          if (payout) await putJob(tx, 'payout.recheck', `${payout.id}:${callbackId()}`, now)
          watch.publishJob(tx, now)
        }),
      ),
  }
}
