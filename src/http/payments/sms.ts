// Payment SMS: the address to which the shopkeeper's phone forwards messages, the cashier's choice, and the
// list of waiting messages. Bodies are private mail and are never logged.
import { Elysia } from 'elysia'
import { staffActor } from '../../domain/actor.ts'
import { fault } from '../../domain/fault.ts'
import { type Sms, smsStatuses } from '../../domain/sms-record.ts'
import { receiveSms } from '../../flow/sms.ts'
import { claimSmsFor, listSmsChoices, settleSms } from '../../flow/sms-choice.ts'
import { findTillNumberBySecret, findTillNumberBySetup, smsAddressOf } from '../../flow/till-number.ts'
import { countSmsUpTo, listSms, type SmsFilter } from '../../store/sms.ts'
import { success } from '../../wire/money.ts'
import { isSmsSigned, readForwardedSms } from '../../wire/sms.ts'
import { forwarderRules } from '../../wire/sms-forwarder.ts'
import { type SmsView, smsChoiceView, smsView } from '../../wire/sms-view.ts'
import { access, countAddress, writeLimitHeaders } from '../access/access.ts'
import { accountAdminOf } from '../access/caller.ts'
import { undocumented } from '../docs/doc.ts'
import { jsonBody, readText } from '../server/body.ts'
import { answerCountedPage } from '../server/cursor.ts'
import { oneOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { lineOf } from '../server/text-line.ts'
import { actorNamesOf } from '../staff/staff-name.ts'
import * as docs from './sms-doc.ts'
import { visiblePayment, visibleView } from './visible-payment.ts'

/** The largest body in bytes: 64 KiB. */
const bodyMax = 65_536
/** Messages per minute to one till number. */
const messageLimit = 120
/** The longest reason and note, in characters. */
const reasonMax = 200
const noteMax = 500

/**
 * Returns the till number to which the secret in the URL belongs, and counts the message against the limit of
 * that till number, before its body is read. A wrong secret counts against the client's IP address.
 * @throws Fault `sms_address_not_found`, `rate_limit_exceeded`
 */
function findAddressedTill(
  server: Server,
  request: Request,
  secret: string,
  headers: Record<string, string>,
) {
  const tillNumber = findTillNumberBySecret(server.appliance, secret)
  if (!tillNumber) {
    countAddress(server, request, 'refused', headers)
    throw fault('sms_address_not_found')
  }
  const { connection } = tillNumber.till
  const limit = server.limits.api === 0 ? 0 : messageLimit // 0 is no limit
  server.limiter.take(`sms ${connection}`, limit, writeLimitHeaders(headers))
  return tillNumber
}

/** Returns the route to which the shopkeeper's phone forwards messages, signed or unsigned. */
const forwardRoute = (server: Server) =>
  new Elysia().post(
    '/sms/:secret',
    async ({ params, request, set }) => {
      const headers = set.headers as Record<string, string>
      const { till, signingSecret } = findAddressedTill(server, request, params.secret, headers)
      const body = await readText(request, bodyMax)
      const signature = request.headers.get('x-signature')
      if (signature === null && till.isSignedOnly) throw fault('sms_signature_missing')
      const timestamp = request.headers.get('x-timestamp')
      if (signature !== null && !isSmsSigned(signingSecret, body, { signature, timestamp }))
        throw fault('sms_signature_wrong')
      const contentType = request.headers.get('content-type')?.toLowerCase() ?? ''
      const sms = readForwardedSms(body, contentType)
      server.appliance.networks.recordMessage(till.connection)
      if (!sms) return success(200, { result: 'no_message' as const, reason: null })
      return success(200, await receiveSms(server.appliance, till, sms))
    },
    { parse: 'none', ...docs.receive },
  )

/**
 * Returns the route that serves the settings of the phone's forwarder app. The phone has no login: it scans
 * the URL, which holds a secret token, from a page of the console.
 */
export const smsSetupRoute = (server: Server) =>
  new Elysia().get(
    '/sms-setup/:token',
    ({ params, request, set }) => {
      const till = findTillNumberBySetup(server.appliance, params.token)
      if (!till) {
        countAddress(server, request, 'refused', set.headers as Record<string, string>)
        throw fault('sms_setup_expired')
      }
      const { connection: key, provider } = till
      const rules = forwarderRules({ key, provider, ...smsAddressOf(server.appliance, till) })
      return new Response(JSON.stringify(rules, null, 2), {
        headers: {
          'content-type': 'application/json',
          'content-disposition': 'attachment; filename="kaunta-sms.json"',
          'cache-control': 'no-store',
        },
      })
    },
    undocumented,
  )

/**
 * Returns the routes with which a cashier chooses the message that pays a payment, for both prefixes of
 * payments.
 */
export const smsChoiceRoutes = (server: Server) =>
  new Elysia()
    .use(access(server))
    .get(
      '/payments/:reference/sms',
      async ({ caller, params }) => {
        const payment = await visiblePayment(server, caller, params.reference)
        const choices = await listSmsChoices(server.appliance, payment)
        return success(200, { items: choices.map(({ sms, ...choice }) => smsChoiceView(sms, choice)) })
      },
      docs.choices,
    )
    .post(
      '/payments/:reference/sms',
      async ({ body, caller, params }) => {
        const { account, salesScope } = caller
        const reason = body.reason?.trim() ? lineOf('reason', body.reason, reasonMax) : undefined
        const claim = { id: body.sms, digits: body.digits, reason }
        const by = { ...accountAdminOf(caller), salesScope, mayUseAny: caller.may('settle_unmatched') }
        const payment = await claimSmsFor(server.appliance, account, params.reference, claim, by)
        return success(200, visibleView(server, caller, payment))
      },
      { ...jsonBody(docs.ClaimSms), ...docs.claim },
    )

/** Returns messages for the API, with their decrypted texts and the names of the people who settled them. */
async function viewsOf(server: Server, accountId: string, rows: readonly Sms[]): Promise<SmsView[]> {
  const { seal } = server.appliance
  const people = rows.flatMap(({ staffId }) => (staffId === null ? [] : [staffActor(staffId)]))
  const names = await actorNamesOf(server.appliance, accountId, people)
  return rows.map(sms => {
    const text = sms.text === null ? null : seal.open(sms.text)
    return smsView(sms, text, names)
  })
}

/** Returns the routes that list and settle messages that belong to no payment. */
const listRoutes = (server: Server) =>
  new Elysia()
    .use(access(server))
    .get(
      '/unmatched/sms',
      ({ caller, query }) => {
        const { read } = server.appliance.store
        const filter: SmsFilter = {
          accountId: caller.account.id,
          status: oneOf(query, 'status', smsStatuses) ?? 'open',
        }
        return answerCountedPage(
          query,
          {
            filter,
            idOf: text => (text.startsWith('sms_') ? text : undefined),
            list: (smsFilter, limit, offset) => listSms(read, smsFilter, limit, offset),
            countUpTo: (smsFilter, max) => countSmsUpTo(read, smsFilter, max),
          },
          rows => viewsOf(server, filter.accountId, rows),
        )
      },
      docs.list,
    )
    .post(
      '/unmatched/sms/:id/settle',
      async ({ body, caller, params }) => {
        const { account } = caller
        const note = lineOf('note', body.note, noteMax)
        const settledSms = await settleSms(server.appliance, account, params.id, {
          note,
          by: accountAdminOf(caller),
        })
        const [view] = await viewsOf(server, account.id, [settledSms])
        return { code: 200, data: view }
      },
      { ...jsonBody(docs.SettleSms), ...docs.settle },
    )

/** Returns the routes of messages. */
export const smsRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' }).use(forwardRoute(server)).use(listRoutes(server))
