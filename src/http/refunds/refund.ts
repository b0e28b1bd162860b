// The Refunds API, at /v1 and also at /api/v1.
import type { Static } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Account } from '../../domain/account.ts'
import { badField } from '../../domain/fault.ts'
import { referenceLength } from '../../domain/payment.ts'
import { amountMax } from '../../domain/payment-limit.ts'
import type { ApprovalDecision } from '../../domain/payout-approval.ts'
import { readPhone } from '../../domain/phone.ts'
import { readName } from '../../domain/plain-text.ts'
import {
  pendingReasons,
  type Refund,
  type RefundWallet,
  refundStatuses,
  refundWays,
} from '../../domain/refund.ts'
import type { Appliance } from '../../flow/appliance.ts'
import { findCreatedBy } from '../../flow/idempotency.ts'
import { decideOnPayout } from '../../flow/payout-approval.ts'
import { createRefund } from '../../flow/refund.ts'
import type { RefundRequest } from '../../flow/refund-plan.ts'
import { getRefund, refundOptions, saleOfRefunds } from '../../flow/refund-read.ts'
import { nameWallet, withdrawRefund } from '../../flow/refund-waiting.ts'
import { checkRefundNow, markRefund } from '../../flow/unknown.ts'
import type { Read } from '../../store/engine/statement.ts'
import { findRefund } from '../../store/payout.ts'
import { countRefundsUpTo, listRefunds, type RefundFilter } from '../../store/refund.ts'
import { money, success } from '../../wire/money.ts'
import {
  CreateRefund,
  type RefundOptionsView,
  RefundRecipientBody,
  refundableLinesView,
  refundRecipient,
} from '../../wire/refund.ts'
import { access } from '../access/access.ts'
import { accountAdminOf, type Caller } from '../access/caller.ts'
import type { Reauthentication } from '../access/reauthentication.ts'
import { MarkPayout } from '../payouts/payout-doc.ts'
import { createBody, jsonBody } from '../server/body.ts'
import { answerCountedPage, pageOfOne } from '../server/cursor.ts'
import { idempotencyKeyOf, sendIdempotent } from '../server/idempotency.ts'
import { oneOf, type Query, rangeOf, textOf, wholeNumberOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { lineOf } from '../server/text-line.ts'
import * as docs from './refund-doc.ts'
import { approverOf, hasRefundLimit, tillOf } from './refund-till.ts'
import { refundViewFor } from './refund-view.ts'

/** The longest reason, in characters. */
const refundReasonMax = 200

/**
 * Returns the wallet in a body.
 * @param prefix precedes the names of fields in errors: `recipient.`, or empty if the body is the recipient
 * @throws Fault naming an invalid field
 */
function walletIn(recipient: Static<typeof RefundRecipientBody>, prefix: string): RefundWallet {
  const phone = readPhone(recipient.phone)
  if (!phone) throw badField(`${prefix}phone`, 'phone_malformed')
  const name = recipient.name === undefined ? '' : readName(`${prefix}name`, recipient.name)
  return { phone: phone.e164, provider: phone.provider ?? 'unknown', name }
}

/**
 * Returns the part of a body that identifies a repeated request. A till that got no answer repeats its
 * request without PINs, or with the PIN of another person, so PINs and the approver are left out.
 */
function withoutPins(body: CreateRefund) {
  const { pin: _pin, approver_id: _approverId, approver_pin: _approverPin, ...rest } = body
  return rest
}

/** Returns a function that renders the answer with a new refund, to be stored under an Idempotency-Key. */
const newCreatedRenderer = (caller: Caller, appliance: Appliance) => (refund: Refund) => ({
  status: 201,
  body: JSON.stringify(success(201, refundViewFor(caller, appliance, refund))),
})

/** Returns the route that creates a refund. */
const createRoutes = (server: Server, reauthentication: Reauthentication) =>
  new Elysia().use(access(server)).post(
    '/payments/:reference/refunds',
    async ({ body, caller, params: { reference }, request, set }) => {
      reauthentication.assert(caller)
      const { appliance } = server
      const { account } = caller
      const key = idempotencyKeyOf(request, `/payments/${reference}/refunds`, caller, withoutPins(body))
      const refundRequest: RefundRequest = {
        reference,
        unmatchedId: body.unmatched_id,
        salesScope: caller.salesScope,
        amount: body.amount,
        lines: body.line_items,
        way: body.way,
        wallet: body.recipient && walletIn(body.recipient, 'recipient.'),
        reason: lineOf('reason', body.reason, refundReasonMax),
        metadata: body.metadata ?? {},
        by: caller,
        tillId: await tillOf(server, caller, body),
      }
      const render = newCreatedRenderer(caller, appliance)
      const idempotent = key && { ...key, render }
      const findApprover = (amount: number) =>
        approverOf(server, { caller, body, headers: set.headers }, amount)
      const approve = hasRefundLimit(caller) ? findApprover : undefined
      const result = await createRefund(appliance, account, refundRequest, idempotent, approve)
      return sendIdempotent(result, render, set)
    },
    { ...createBody(CreateRefund), ...docs.create },
  )

/** Returns the filter in a query of the list. @throws Fault naming an invalid parameter */
export const refundFilterOf = async (read: Read, account: Account, query: Query): Promise<RefundFilter> => ({
  accountId: account.id,
  status: oneOf(query, 'status', refundStatuses),
  way: oneOf(query, 'way', refundWays),
  pendingReason: oneOf(query, 'pending_reason', pendingReasons),
  term: textOf(query, 'q'),
  ...(await rangeOf(read, account, query, 'refund')),
})

/** Answers with a page of the refunds that match. */
const answerPage = (server: Server, caller: Caller, query: Query, filter: RefundFilter) => {
  const { read } = server.appliance.store
  return answerCountedPage(
    query,
    {
      filter,
      idOf: text => (text.length === referenceLength ? text : undefined),
      list: (refundFilter, limit, offset) => listRefunds(read, refundFilter, limit, offset),
      countUpTo: (refundFilter, max) => countRefundsUpTo(read, refundFilter, max),
    },
    rows => rows.map(row => refundViewFor(caller, server.appliance, row)),
  )
}

/** Answers with a page of the refund that an Idempotency-Key created; empty if the key created none. */
async function answerCreatedBy({ appliance }: Server, caller: Caller, key: string, query: Query) {
  const { id: accountId } = caller.account
  const id = await findCreatedBy(appliance, accountId, key)
  const refund = id && (await findRefund(appliance.store.read, id))
  const isFound = refund && refund.accountId === accountId
  const items = isFound ? [refundViewFor(caller, appliance, refund)] : []
  return pageOfOne(query, items)
}

/** Returns the ways and amounts in which a sale can be refunded, for the API. */
const refundOptionsView = (options: Awaited<ReturnType<typeof refundOptions>>): RefundOptionsView => ({
  paid: money(options.source.paid),
  refundable: money(options.left),
  amount: money(options.decision.amount),
  way: options.decision.way,
  ways: options.ways.map(({ way, fee }) => ({ way, fee: money(fee) })),
  recipient: refundRecipient(options.decision.wallet),
  approval_needed: options.isApprovalNeeded,
  line_items: refundableLinesView(options.lines),
})

/** Returns the routes that list and read refunds, and show how a sale can be refunded. */
const readRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia()
    .use(access(server))
    .get(
      '/payments/:reference/refunds/options',
      async ({ caller: { account, salesScope }, params: { reference }, query }) => {
        const amount =
          query.amount === undefined ? undefined : wholeNumberOf(query, 'amount', { min: 1, max: amountMax })
        const unmatchedId = textOf(query, 'unmatched_id')
        const sale = { reference, unmatchedId, salesScope, amount }
        return success(200, refundOptionsView(await refundOptions(appliance, account, sale)))
      },
      docs.options,
    )
    .get(
      '/payments/:reference/refunds',
      async ({ caller, params: { reference }, query }) => {
        const { account, salesScope } = caller
        const sale = await saleOfRefunds(appliance, account, reference, salesScope)
        return answerPage(server, caller, query, { accountId: account.id, ...sale })
      },
      docs.listOfSale,
    )
    .get(
      '/refunds',
      async ({ caller, query }) => {
        const filter = await refundFilterOf(appliance.store.read, caller.account, query)
        const key = textOf(query, 'idempotency_key')
        if (key !== undefined) return answerCreatedBy(server, caller, key, query)
        return answerPage(server, caller, query, filter)
      },
      docs.list,
    )
    .get(
      '/refunds/:id',
      async ({ caller, params }) => {
        const { account, salesScope } = caller
        const refund = await getRefund(appliance, account, params.id, salesScope)
        return success(200, refundViewFor(caller, appliance, refund))
      },
      docs.get,
    )
}

/** Returns the routes that approve, decline, withdraw, check and mark a refund, and name its wallet. */
const decisionRoutes = (server: Server, reauthentication: Reauthentication) => {
  const { appliance } = server
  const answerRefund = (caller: Caller, refund: Refund) =>
    success(200, refundViewFor(caller, appliance, refund))
  const decide = async (caller: Caller, id: string, decision: ApprovalDecision) => {
    reauthentication.assert(caller)
    await getRefund(appliance, caller.account, id) // refuses the id of a payout that is no refund
    await decideOnPayout(appliance, accountAdminOf(caller), id, decision)
    return answerRefund(caller, await getRefund(appliance, caller.account, id))
  }
  return new Elysia()
    .use(access(server))
    .post('/refunds/:id/approve', ({ caller, params }) => decide(caller, params.id, 'approved'), {
      parse: 'none',
      ...docs.approve,
    })
    .post('/refunds/:id/decline', ({ caller, params }) => decide(caller, params.id, 'declined'), {
      parse: 'none',
      ...docs.decline,
    })
    .post(
      '/refunds/:id/recipient',
      async ({ body, caller, params: { id } }) => {
        reauthentication.assert(caller)
        await getRefund(appliance, caller.account, id, caller.salesScope)
        const recipient = { wallet: walletIn(body, ''), by: caller }
        return answerRefund(caller, await nameWallet(appliance, caller.account, id, recipient))
      },
      { ...jsonBody(RefundRecipientBody), ...docs.recipient },
    )
    .post(
      '/refunds/:id/withdraw',
      async ({ caller, params }) =>
        answerRefund(caller, await withdrawRefund(appliance, caller.account, params.id, caller)),
      { parse: 'none', ...docs.withdraw },
    )
    .post(
      '/refunds/:id/check',
      async ({ caller, params }) =>
        answerRefund(caller, await checkRefundNow(appliance, caller.account, params.id)),
      { parse: 'none', ...docs.check },
    )
    .post(
      '/refunds/:id/mark',
      async ({ body, caller, params }) => {
        reauthentication.assert(caller)
        const { account, ...by } = accountAdminOf(caller)
        const outcome = { result: body.result, reason: lineOf('reason', body.reason, refundReasonMax), by }
        return answerRefund(caller, await markRefund(appliance, account, params.id, outcome))
      },
      { ...jsonBody(MarkPayout), ...docs.mark },
    )
}

/** Returns the Refunds API. @param prefix `/v1`, or `/api/v1` */
export const refundRoutes = <Prefix extends '/v1' | '/api/v1'>(
  server: Server,
  prefix: Prefix,
  reauthentication: Reauthentication,
) =>
  new Elysia({ prefix })
    .use(createRoutes(server, reauthentication))
    .use(readRoutes(server))
    .use(decisionRoutes(server, reauthentication))
