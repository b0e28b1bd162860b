// Changes of all payments that a caller may see, ended links without a payment, changed products of the price
// list, and changes of the parked sales, as server-sent events. Changes are not stored: each stream begins
// with `open`, after which a reader asks for the current state.
import { formatActor } from '../../domain/actor.ts'
import type { Payment } from '../../domain/payment.ts'
import { catalogOf } from '../../domain/product.ts'
import { isInScope } from '../../domain/sales-scope.ts'
import { type Session, sessionReference } from '../../domain/session.ts'
import { type Caller, currentCaller } from '../access/caller.ts'
import type { Server } from '../server/server.ts'
import { pingEvent, streamOf } from '../server/stream.ts'
import { merchantOf } from '../server/stream-count.ts'
import { visibleText } from './visible-payment.ts'

/** A change that the stream sends. */
type News =
  | 'open' // the reader must load everything
  | 'parked_sales' // the list of parked sales
  | { readonly payment: Payment }
  | { readonly session: Session }
  | { readonly products: readonly string[] | null } // their ids; null for the whole price list

/** Formats a server-sent event. */
const eventText = (event: string, data: string) => `event: ${event}\ndata: ${data}\n\n`

/**
 * Returns a change as a server-sent event; empty if the caller may not see it.
 * @param news undefined at a ping, which has no event
 */
function textFor(server: Server, caller: Caller, news: News | undefined): string {
  if (news === undefined) return ''
  if (news === 'open') return eventText('open', '{}')
  if (news === 'parked_sales') return caller.may('sell') ? eventText('parked.changed', '{"parked":true}') : ''
  if ('products' in news) {
    if (!caller.may('see_products')) return ''
    return eventText('products.changed', JSON.stringify({ ids: news.products }))
  }
  if ('session' in news) {
    const { session } = news
    if (!isInScope(caller.salesScope, session)) return ''
    const reference = sessionReference(session.id)
    return eventText('session', JSON.stringify({ reference, status: session.status }))
  }
  const { payment } = news
  return isInScope(caller.salesScope, payment)
    ? eventText('payment', visibleText(server, caller, payment))
    : ''
}

/**
 * Streams the changes of an account. The stream leaves out changes that its caller may not see, and ends once
 * the caller may see no payments.
 */
export function paymentsStream(server: Server, request: Request, { account, actor }: Caller): Response {
  const { notifier } = server.appliance
  return streamOf<Caller, News>(server, request, {
    caller: formatActor(actor),
    merchant: merchantOf(account),
    ping: pingEvent,
    first: 'open',
    subscribe(publish) {
      const unwatchPayments = notifier.onPayments(account.id, payment => publish({ payment }))
      const unwatchSessions = notifier.onSessions(account.id, session => publish({ session }))
      const unwatchProducts = notifier.onProducts(catalogOf(account), products => publish({ products }))
      const unwatchParked = notifier.onParkedSales(account.id, () => publish('parked_sales'))
      const unwatchMissed = notifier.onMissed(() => publish('open'))
      return () => {
        unwatchPayments()
        unwatchSessions()
        unwatchProducts()
        unwatchParked()
        unwatchMissed()
      }
    },
    async reader() {
      const caller = await currentCaller(server, request)
      return caller?.account.id === account.id && caller.may('see_payments') ? caller : undefined
    },
    text: async (caller, news) => textFor(server, caller, news),
  })
}
