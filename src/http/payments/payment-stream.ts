// A payment's changes as server-sent events: as it is now, so that whoever comes back has missed nothing, then each change.
import type { Payment } from '../../domain/payment.ts'
import { isInSight } from '../../domain/sales-scope.ts'
import { findPayment } from '../../store/payment.ts'
import { type Caller, callerNow } from '../access/caller.ts'
import type { Server } from '../server/server.ts'
import { streamOf } from '../server/stream.ts'
import { shownTo } from './visible-payment.ts'

/** @param payment which the caller may see */
export function paymentStream(server: Server, request: Request, payment: Payment): Response {
  const { watch, store } = server.appliance
  const maySee = ({ account, sight, may }: Caller) =>
    account.id === payment.accountId && may('see_sales') && isInSight(sight, payment)
  return streamOf<Caller, Payment | 'now'>(server, request, {
    first: 'now',
    listen: hear => watch.payment(payment.id, hear),
    async reader() {
      const caller = await callerNow(server, request)
      return caller && maySee(caller) ? caller : undefined
    },
    async text(caller, news) {
      if (news === undefined) return ''
      const value = news === 'now' ? ((await findPayment(store.read, payment.id)) ?? payment) : news
      return `event: payment\ndata: ${JSON.stringify(shownTo(caller, value))}\n\n`
    },
  })
}
