// The merchant's routes of checkout sessions, at /api/v1/sessions.
import { Elysia } from 'elysia'
import type { Account } from '../../domain/account.ts'
import { actorColumns } from '../../domain/actor.ts'
import { newCustomFields } from '../../domain/custom-field.ts'
import { assert, badField, fault } from '../../domain/fault.ts'
import { readPhone } from '../../domain/phone.ts'
import { readName } from '../../domain/plain-text.ts'
import { type Session, sessionIdOf, sessionSeconds } from '../../domain/session.ts'
import { sessionAmount } from '../../domain/session-amount.ts'
import { sessionStatuses } from '../../domain/session-status.ts'
import type { Appliance } from '../../flow/appliance.ts'
import { findProfileForSession } from '../../flow/profile.ts'
import { cancelSession, createSession, getSession, type SessionRequest } from '../../flow/session.ts'
import { completeLines } from '../../flow/sold-line.ts'
import { findProfile } from '../../store/profile.ts'
import { countSessions, countSessionsUpTo, listSessions, type SessionFilter } from '../../store/session.ts'
import { forbiddenKeys } from '../../wire/json.ts'
import { readLineItems } from '../../wire/line-item.ts'
import { success } from '../../wire/money.ts'
import { CreateSession, displayDefaults, paymentLinkUrl, sessionView } from '../../wire/session.ts'
import { access } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { qrImage } from '../payments/qr.ts'
import { createBody } from '../server/body.ts'
import { cursorPage } from '../server/cursor.ts'
import { idempotentWrite } from '../server/idempotency.ts'
import { exactTotalMax, oneOf, pageOf, type Query } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { versionOf } from '../server/version.ts'
import { ownWebhookUrlOf, redirectUrlOf } from '../webhooks/webhook-url.ts'
import * as docs from './session-doc.ts'

/** Returns what `read` returns for a text of a body; undefined if the text is absent or empty. */
const readOptional = <T>(text: string | undefined, read: (text: string) => T): T | undefined =>
  text === undefined || text === '' ? undefined : read(text)

/** Returns a phone number as E.164. @throws Fault naming `customer.phone` if it is malformed */
function customerPhoneOf(text: string): string {
  const phone = readPhone(text)
  if (!phone) throw badField('customer.phone', 'phone_malformed')
  return phone.e164
}

/**
 * Returns the request to create a session, with defaults for absent fields. The line items are left out,
 * because they are completed in the transaction that reads their products.
 * @throws Fault naming an invalid field
 */
function readRequest(
  body: CreateSession,
  account: Account,
  caller: Caller,
  request: Request,
): Omit<SessionRequest, 'lineItems'> {
  const { customer = {}, display = {} } = body
  return {
    ...sessionAmount(body),
    allowedMethods: body.allowed_methods && [...new Set(body.allowed_methods)],
    customer: {
      name: readName('customer.name', customer.name ?? ''),
      phone: readOptional(customer.phone, customerPhoneOf) ?? '',
      email: customer.email ?? '',
    },
    redirectUrl: readOptional(body.redirect_url, text => redirectUrlOf('redirect_url', text, account)),
    webhookUrl: readOptional(body.webhook_url, text => ownWebhookUrlOf(text, caller)),
    description: body.description || null,
    metadata: body.metadata ?? {},
    expiresInSeconds: body.expires_in ?? sessionSeconds.usual,
    customFields: newCustomFields(body.custom_fields ?? [], forbiddenKeys),
    display: {
      show_line_items: display.show_line_items ?? displayDefaults.show_line_items,
      line_items_style: display.line_items_style ?? displayDefaults.line_items_style,
      show_description: display.show_description ?? displayDefaults.show_description,
      show_merchant_logo: display.show_merchant_logo ?? displayDefaults.show_merchant_logo,
      theme: display.theme ?? displayDefaults.theme,
      success_message: display.success_message ?? displayDefaults.success_message,
      button_text: display.button_text ?? displayDefaults.button_text,
    },
    apiVersion: versionOf(request, account),
    ...actorColumns(caller.actor),
  }
}

/** Returns the filter in a query of the list. @throws Fault naming `status` if it is unknown */
export const sessionFilterOf = (accountId: string, query: Query): SessionFilter => ({
  accountId,
  status: oneOf(query, 'status', sessionStatuses),
})

/** Returns a session for the API, with the branding of its profile. */
async function viewOf({ store, publicUrl }: Appliance, session: Session) {
  const profile = await findProfile(store.read, session.profileId)
  assert(profile, 'a session has its profile')
  return sessionView(session, profile, publicUrl)
}

/** Returns the route that creates a session. */
const createRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia().use(access(server)).post(
    '',
    async context => {
      const { body, caller, request } = context
      const write = idempotentWrite(server, context, '/sessions')
      const sessionRequest = readRequest(body, caller.account, caller, request)
      const profile = await findProfileForSession(appliance, caller.account, body.profile_id || undefined)
      const amount = sessionRequest.allowCustomAmount ? undefined : sessionRequest.amount
      const session = await write(async tx => {
        // A repeated request does not get here, so its profile may be deleted by now.
        if (!profile) throw badField('profile_id', 'profile_unknown')
        const lines = readLineItems(body.line_items)
        const lineItems = await completeLines(tx, appliance, caller, lines, { field: 'amount', amount })
        // The last argument stores the session in this transaction, not in one of its own.
        return createSession(appliance, caller.account, profile, { ...sessionRequest, lineItems }, run =>
          run(tx),
        )
      })
      // A repeated request gets the session of its first run, which may have another profile.
      const hasThisProfile = profile?.id === session.profileId
      const view = hasThisProfile
        ? sessionView(session, profile, appliance.publicUrl)
        : await viewOf(appliance, session)
      return success(201, view)
    },
    { ...createBody(CreateSession), ...docs.create },
  )
}

/**
 * Returns the route that lists sessions. Cashiers see only their own sessions. The database stores no total
 * for a cashier, so the route counts those sessions, up to `exactTotalMax`.
 */
const listRoutes = (server: Server) => {
  const { appliance } = server
  const { read } = appliance.store
  return new Elysia().use(access(server)).get(
    '',
    async ({ caller, query }) => {
      if (caller.till) throw fault('sales_of_till_only')
      const { staffId } = caller.salesScope
      const filter = { ...sessionFilterOf(caller.account.id, query), staffId }
      const hasStoredTotal = staffId === undefined
      const cursorResult = await cursorPage(query, {
        filter,
        idOf: sessionIdOf,
        list: (sessionFilter, limit, offset) => listSessions(read, sessionFilter, limit, offset),
        countUpTo: (sessionFilter, max) => countSessionsUpTo(read, sessionFilter, max),
        total: hasStoredTotal ? () => countSessions(read, filter) : undefined,
      })
      if (cursorResult) {
        const views = cursorResult.rows.map(session => viewOf(appliance, session))
        return { ...success(200, await Promise.all(views)), meta: cursorResult.page }
      }
      const { limit, offset } = pageOf(query)
      const sessions = await listSessions(read, filter, limit, offset)
      const total = hasStoredTotal
        ? await countSessions(read, filter)
        : await countSessionsUpTo(read, filter, exactTotalMax)
      const isCapped = !hasStoredTotal && total === exactTotalMax
      const capped = isCapped ? { total_capped: true } : {}
      const views = await Promise.all(sessions.map(session => viewOf(appliance, session)))
      return { ...success(200, views), meta: { total, ...capped, limit, offset } }
    },
    docs.list,
  )
}

/** Returns the routes that read one session, cancel it, and draw its payment link as a QR code. */
const referenceRoutes = (server: Server) => {
  const { appliance } = server
  const sessionOf = ({ account, salesScope }: Caller, reference: string) =>
    getSession(appliance, account, reference, salesScope)
  const linkOf = async (caller: Caller, reference: string) =>
    paymentLinkUrl(appliance.publicUrl, await sessionOf(caller, reference))
  return new Elysia()
    .use(access(server))
    .get(
      '/:reference',
      async ({ caller, params }) =>
        success(200, await viewOf(appliance, await sessionOf(caller, params.reference))),
      docs.get,
    )
    .post(
      '/:reference/cancel',
      async ({ caller, params }) => {
        const session = await cancelSession(appliance, caller.account, params.reference, caller)
        const message = 'the session is cancelled'
        return { ...success(200, await viewOf(appliance, session)), message }
      },
      { parse: 'none', ...docs.cancel },
    )
    .get(
      '/:reference/qr.svg',
      async ({ caller, params, query, request }) =>
        qrImage('svg', await linkOf(caller, params.reference), query, request),
      docs.svg,
    )
    .get(
      '/:reference/qr.png',
      async ({ caller, params, query, request }) =>
        qrImage('png', await linkOf(caller, params.reference), query, request),
      docs.png,
    )
}

/** Returns the merchant's routes of sessions. */
export const sessionRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1/sessions' })
    .use(createRoutes(server))
    .use(listRoutes(server))
    .use(referenceRoutes(server))
