// Webhook deliveries with their attempts, resending, test webhooks and paused addresses.
import { Elysia } from 'elysia'
import type { Account } from '../../domain/account.ts'
import { type Delivery, deliveryStatuses } from '../../domain/delivery.ts'
import { eventTypes } from '../../domain/event.ts'
import { badField } from '../../domain/fault.ts'
import { responseBodyMax } from '../../flow/dispatch.ts'
import { pausedAddressesOf, resumeAddress } from '../../flow/paused-address.ts'
import { getDelivery, retryDelivery, retrySince } from '../../flow/resend.ts'
import { sendTestWebhook, type TestWebhook } from '../../flow/test-webhook.ts'
import { countDeliveriesUpTo, type DeliveryFilter, listDeliveryPage } from '../../store/delivery-list.ts'
import type { Read } from '../../store/engine/statement.ts'
import { findEvent, listDispatches } from '../../store/event.ts'
import type { PausedAddress } from '../../store/paused-address.ts'
import {
  deliveryDetailView,
  deliveryView,
  errorView,
  type PausedView,
  ResumeAddress,
  RetrySince,
  receiverView,
  SendTest,
  type TestView,
} from '../../wire/event.ts'
import { stamp, success } from '../../wire/money.ts'
import { access } from '../access/access.ts'
import { jsonBody } from '../server/body.ts'
import { answerCountedPage } from '../server/cursor.ts'
import { oneOf, type Query, rangeOf, textOf, timeIn } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import * as docs from './delivery-doc.ts'
import { checkWebhookUrl } from './webhook-url.ts'

/** Returns the filter in a query of the list. @throws Fault naming an invalid parameter */
export const deliveryFilterOf = async (
  read: Read,
  account: Account,
  query: Query,
): Promise<DeliveryFilter> => ({
  accountId: account.id,
  status: oneOf(query, 'status', deliveryStatuses),
  type: oneOf(query, 'event_type', eventTypes),
  subject: textOf(query, 'payment'),
  host: textOf(query, 'host')?.toLowerCase(),
  ...(await rangeOf(read, account, query, 'delivery')),
})

/**
 * Returns the webhook address to test: the `url` of the body, or else the address of the account.
 * @throws Fault naming `url` when the address is not allowed, or neither exists
 */
function testUrlOf(text: string | undefined, account: Account): string {
  if (text !== undefined) return checkWebhookUrl('url', text, account)
  if (account.webhookUrl === null) throw badField('url', 'webhook_url_required')
  return account.webhookUrl
}

/**
 * Returns the request of a test webhook, with the receiver's answer (null without one) and the error.
 * @param isKey whether the caller is an API key, which sees only the status of the answer
 */
function testView({ url, message, tried, result }: TestWebhook, isKey: boolean): TestView {
  const { answer, headers } = tried
  const response =
    answer.kind === 'answered'
      ? { status: answer.status, headers: answer.headers, body: answer.body.slice(0, responseBodyMax) }
      : null
  return {
    url,
    event_type: message.type,
    took_ms: Math.round(answer.tookMs),
    request: { headers, body: message.body },
    response: response && receiverView(response, isKey),
    error: errorView(result.error, result.status, isKey),
  }
}

/** Returns a paused address, with the delivery that paused it. */
const pausedView = ({ url, deliveryId, createdAt }: PausedAddress): PausedView => ({
  url,
  delivery_id: deliveryId,
  paused_at: stamp(createdAt),
})

/** Returns all routes of webhook deliveries. */
export const deliveryRoutes = (server: Server) =>
  new Elysia().use(deliveryListRoutes(server)).use(retryRoutes(server)).use(addressRoutes(server))

/** Returns the routes that list and read deliveries. */
const deliveryListRoutes = (server: Server) => {
  const { appliance } = server
  const { read } = appliance.store
  return new Elysia({ prefix: '/api/v1/webhooks' })
    .use(access(server))
    .get(
      '/deliveries',
      async ({ caller, query }) => {
        const filter = await deliveryFilterOf(read, caller.account, query)
        const view = (delivery: Delivery) => deliveryView(delivery, caller.kind === 'key')
        return answerCountedPage(
          query,
          {
            filter,
            idOf: text => (text.startsWith('del_') ? text : undefined),
            list: (deliveryFilter, limit, offset) => listDeliveryPage(read, deliveryFilter, limit, offset),
            countUpTo: (deliveryFilter, max) => countDeliveriesUpTo(read, deliveryFilter, max),
          },
          rows => rows.map(view),
        )
      },
      docs.list,
    )
    .get(
      '/deliveries/:id',
      async ({ caller, params, set }) => {
        const delivery = await getDelivery(appliance, caller.account, params.id)
        const event = await findEvent(read, delivery.eventId)
        set.headers['cache-control'] = 'no-store'
        const dispatches = await listDispatches(read, delivery.id)
        const isKey = caller.kind === 'key'
        return success(200, deliveryDetailView(delivery, dispatches, event?.body ?? '', isKey))
      },
      docs.get,
    )
}

/** Returns the routes that send deliveries again. */
const retryRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia({ prefix: '/api/v1/webhooks' })
    .use(access(server))
    .post(
      '/deliveries/:id/retry',
      async ({ caller, params, set }) => {
        const delivery = await retryDelivery(appliance, caller.account, params.id)
        set.status = 202
        return success(202, deliveryView(delivery, caller.kind === 'key'))
      },
      { parse: 'none', ...docs.retry },
    )
    .post(
      '/deliveries/retry',
      async ({ body, caller, set }) => {
        const since = timeIn(caller.account.timeZone, 'since', body.since)
        const statuses = body.status ? [body.status] : (['failed', 'abandoned'] as const)
        const deliveries = await retrySince(appliance, caller.account, { since, statuses })
        set.status = 202
        return success(202, { deliveries })
      },
      { ...jsonBody(RetrySince), ...docs.retrySince },
    )
}

/** Returns the routes that test a webhook address, list the paused addresses, and resume one of them. */
const addressRoutes = (server: Server) => {
  const { appliance } = server
  return new Elysia({ prefix: '/api/v1/webhooks' })
    .use(access(server))
    .post(
      '/test',
      async ({ body, caller, set }) => {
        const { event_type: type = 'payment.completed', url } = body
        set.headers['cache-control'] = 'no-store'
        const urlFor = (account: Account) => testUrlOf(url, account)
        const testWebhook = await sendTestWebhook(appliance, caller.account.id, urlFor, type)
        return success(200, testView(testWebhook, caller.kind === 'key'))
      },
      { ...jsonBody(SendTest), ...docs.test },
    )
    .get(
      '/paused',
      async ({ caller }) => {
        const pausedAddresses = await pausedAddressesOf(appliance, caller.account)
        return success(200, pausedAddresses.map(pausedView))
      },
      docs.paused,
    )
    .post(
      '/paused/resume',
      async ({ body, caller }) => {
        await resumeAddress(appliance, caller.account, body.url)
        return { code: 200, message: 'the address has its deliveries again' }
      },
      { ...jsonBody(ResumeAddress), ...docs.resume },
    )
}
