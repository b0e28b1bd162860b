// A payment's changes as server-sent events: first its current state, so that a client that reconnects misses
// nothing, then each change.
import { formatActor } from '../../domain/actor.ts'
import type { Payment } from '../../domain/payment.ts'
import { isInScope } from '../../domain/sales-scope.ts'
import { watchPayment } from '../../flow/watch.ts'
import { findPayment } from '../../store/payment.ts'
import { type Caller, currentCaller } from '../access/caller.ts'
import type { Server } from '../server/server.ts'
import { pingEvent, streamOf } from '../server/stream.ts'
import { merchantOf } from '../server/stream-count.ts'
import { visibleText } from './visible-payment.ts'

/**
 * Streams the changes of one payment to a caller who may see it. Before each event, the caller's rights are
 * read again: the stream ends once the login or key has ended or may no longer see the payment.
 */
export function paymentStream(
  server: Server,
  request: Request,
  { account, actor }: Caller,
  payment: Payment,
): Response {
  const { appliance } = server
  const { store } = appliance
  const mayStillSee = (reader: Caller) =>
    reader.account.id === payment.accountId &&
    reader.may('see_payments') &&
    isInScope(reader.salesScope, payment)
  return streamOf<Caller, Payment | 'current'>(server, request, {
    caller: formatActor(actor),
    merchant: merchantOf(account),
    ping: pingEvent,
    first: 'current',
    subscribe(publish) {
      const unwatch = watchPayment(appliance, payment.id, publish)
      // After missed notifications, send the current state.
      const unwatchMissed = appliance.notifier.onMissed(() => publish('current'))
      return () => {
        unwatch()
        unwatchMissed()
      }
    },
    async reader() {
      const caller = await currentCaller(server, request)
      return caller && mayStillSee(caller) ? caller : undefined
    },
    async text(caller, news) {
      if (news === undefined) return '' // a ping
      const changedPayment =
        news === 'current' ? ((await findPayment(store.read, payment.id)) ?? payment) : news
      return `event: payment\ndata: ${visibleText(server, caller, changedPayment)}\n\n`
    },
  })
}
