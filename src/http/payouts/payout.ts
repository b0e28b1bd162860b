// The Payouts API, at /v1 and also at /api/v1.
import { Elysia } from 'elysia'
import type { Account } from '../../domain/account.ts'
import { referenceLength } from '../../domain/payment.ts'
import { type Payout, payoutMin, payoutStatuses } from '../../domain/payout.ts'
import type { ApprovalDecision } from '../../domain/payout-approval.ts'
import { isRefund } from '../../domain/refund.ts'
import { relayHeader } from '../../domain/relay.ts'
import { findCreatedBy } from '../../flow/idempotency.ts'
import { getPayout, type PayoutRequest, payoutFee, sendPayout } from '../../flow/payout.ts'
import { decideOnPayout } from '../../flow/payout-approval.ts'
import { checkPayoutNow, markPayout } from '../../flow/unknown.ts'
import type { Read } from '../../store/engine/statement.ts'
import { countPayoutsUpTo, findPayout, listPayouts, type PayoutFilter } from '../../store/payout.ts'
import { success } from '../../wire/money.ts'
import { payoutView, SendPayout } from '../../wire/payout.ts'
import { access } from '../access/access.ts'
import { accountAdminOf, type Caller } from '../access/caller.ts'
import type { Reauthentication } from '../access/reauthentication.ts'
import { createBody, jsonBody } from '../server/body.ts'
import { answerCountedPage, pageOfOne } from '../server/cursor.ts'
import { idempotencyKeyOf, sendIdempotent } from '../server/idempotency.ts'
import { oneOf, type Query, rangeOf, textOf, wholeNumberOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { lineOf } from '../server/text-line.ts'
import { versionOf } from '../server/version.ts'
import { webhookUrlOf } from '../webhooks/webhook-url.ts'
import * as docs from './payout-doc.ts'
import { payoutNameRoute } from './payout-name.ts'
import { recipientOf } from './recipient.ts'

/** The longest reason, in characters. */
const reasonMax = 200
/** The largest amount for which the fee can be requested, in whole shillings. */
const feeAmountMax = 999_999_999_999

/** Returns the payout that a body requests. @throws Fault naming an invalid field */
const readRequest = (
  body: SendPayout,
  account: Account,
  caller: Caller,
  request: Request,
): PayoutRequest => ({
  amount: body.amount,
  recipient: recipientOf(body),
  narration: body.narration ?? '',
  metadata: body.metadata ?? {},
  webhookUrl: webhookUrlOf(body.webhook_url, account),
  apiVersion: versionOf(request, account),
  by: caller,
  isRelayed: request.headers.has(relayHeader),
})

/** Returns the filter in a query of the list. @throws Fault naming an invalid parameter */
export const payoutFilterOf = async (read: Read, account: Account, query: Query): Promise<PayoutFilter> => ({
  accountId: account.id,
  status: oneOf(query, 'status', payoutStatuses),
  channel: oneOf(query, 'channel', ['mobile', 'bank'] as const),
  ...(await rangeOf(read, account, query, 'payout')),
})

/** Renders the answer with a new payout, which is stored under the request's Idempotency-Key. */
const renderSent = (payout: Payout) => ({
  status: 201,
  body: JSON.stringify(success(201, payoutView(payout))),
})

/** Returns the route that sends a payout. */
const sendRoutes = (server: Server, reauthentication: Reauthentication) =>
  new Elysia().use(access(server)).post(
    '/payouts/send',
    async ({ body, caller, request, set }) => {
      reauthentication.assert(caller)
      const { account } = caller
      const key = idempotencyKeyOf(request, '/payouts/send', caller, body)
      const payoutRequest = readRequest(body, account, caller, request)
      const idempotent = key && { ...key, render: renderSent }
      const result = await sendPayout(server.appliance, account, payoutRequest, idempotent)
      return sendIdempotent(result, renderSent, set)
    },
    { ...createBody(SendPayout), ...docs.send },
  )

/** Returns the routes with which a second person approves or declines a payout. */
const decisionRoutes = (server: Server, reauthentication: Reauthentication) => {
  const decide = async (caller: Caller, reference: string, decision: ApprovalDecision) => {
    reauthentication.assert(caller)
    await getPayout(server.appliance, caller.account, reference) // refuses the id of a refund
    const payout = await decideOnPayout(server.appliance, accountAdminOf(caller), reference, decision)
    return success(200, payoutView(payout))
  }
  return new Elysia()
    .use(access(server))
    .post(
      '/payouts/:reference/approve',
      ({ caller, params }) => decide(caller, params.reference, 'approved'),
      { parse: 'none', ...docs.approve },
    )
    .post(
      '/payouts/:reference/decline',
      ({ caller, params }) => decide(caller, params.reference, 'declined'),
      { parse: 'none', ...docs.decline },
    )
}

/** Returns the routes for a payout with an unknown outcome: check it with the network, or mark its result. */
const unknownRoutes = (server: Server, reauthentication: Reauthentication) =>
  new Elysia()
    .use(access(server))
    .post(
      '/payouts/:reference/check',
      async ({ caller, params }) =>
        success(200, payoutView(await checkPayoutNow(server.appliance, caller.account, params.reference))),
      { parse: 'none', ...docs.check },
    )
    .post(
      '/payouts/:reference/mark',
      async ({ body, caller, params }) => {
        reauthentication.assert(caller)
        const reason = lineOf('reason', body.reason, reasonMax)
        const { account, ...by } = accountAdminOf(caller)
        const outcome = { result: body.result, reason, by }
        const payout = await markPayout(server.appliance, account, params.reference, outcome)
        return success(200, payoutView(payout))
      },
      { ...jsonBody(docs.MarkPayout), ...docs.mark },
    )

/** Answers with a page of the payout that an Idempotency-Key created; empty for none, or a refund. */
async function answerCreatedBy({ appliance }: Server, accountId: string, key: string, query: Query) {
  const id = await findCreatedBy(appliance, accountId, key)
  const payout = id && (await findPayout(appliance.store.read, id))
  const isFound = payout && payout.accountId === accountId && !isRefund(payout)
  const items = isFound ? [payoutView(payout)] : []
  return pageOfOne(query, items)
}

/** Returns the routes that list and read payouts, and compute the fee of a payout. */
const readRoutes = (server: Server) => {
  const { appliance } = server
  const { read } = appliance.store
  return new Elysia()
    .use(access(server))
    .get(
      '/payouts',
      async ({ caller, query }) => {
        const filter = await payoutFilterOf(server.appliance.store.read, caller.account, query)
        const key = textOf(query, 'idempotency_key')
        if (key !== undefined) return answerCreatedBy(server, filter.accountId, key, query)
        return answerCountedPage(
          query,
          {
            filter,
            idOf: text => (text.length === referenceLength ? text : undefined),
            list: (payoutFilter, limit, offset) => listPayouts(read, payoutFilter, limit, offset),
            countUpTo: (payoutFilter, max) => countPayoutsUpTo(read, payoutFilter, max),
          },
          rows => rows.map(payoutView),
        )
      },
      docs.list,
    )
    .get(
      '/payouts/fee',
      ({ caller, query }) => {
        const amount = wholeNumberOf(query, 'amount', { min: payoutMin, max: feeAmountMax })
        const { fee, total } = payoutFee(caller.account, amount)
        return success(200, { amount, fee_amount: fee, total_amount: total, currency: 'TZS' as const })
      },
      docs.fee,
    )
    .get(
      '/payouts/:reference',
      async ({ caller, params }) =>
        success(200, payoutView(await getPayout(appliance, caller.account, params.reference))),
      docs.get,
    )
}

/** Returns the Payouts API. @param prefix `/v1`, or `/api/v1` */
export const payoutRoutes = <Prefix extends '/v1' | '/api/v1'>(
  server: Server,
  prefix: Prefix,
  reauthentication: Reauthentication,
) =>
  new Elysia({ prefix })
    .use(sendRoutes(server, reauthentication))
    .use(decisionRoutes(server, reauthentication))
    .use(unknownRoutes(server, reauthentication))
    .use(payoutNameRoute(server))
    .use(readRoutes(server))
