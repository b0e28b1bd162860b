// Changes of all payments that a caller may see, as server-sent events. Changes are not stored: each stream
// begins with `open`, at which a reader asks for what it shows.
import { formatActor } from '../../domain/actor.ts'
import type { Payment } from '../../domain/payment.ts'
import { isInScope } from '../../domain/sales-scope.ts'
import { type Caller, currentCaller } from '../access/caller.ts'
import type { Server } from '../server/server.ts'
import { streamOf } from '../server/stream.ts'
import { visibleView } from './visible-payment.ts'

export function paymentsStream(server: Server, request: Request, { account, actor }: Caller): Response {
  const { notifier } = server.appliance
  return streamOf<Caller, Payment | 'open'>(server, request, {
    caller: formatActor(actor),
    first: 'open',
    subscribe: hear => notifier.onPayments(account.id, hear),
    async reader() {
      const caller = await currentCaller(server, request)
      return caller?.account.id === account.id && caller.may('see_payments') ? caller : undefined
    },
    async text(caller, news) {
      if (news === undefined) return ''
      if (news === 'open') return 'event: open\ndata: {}\n\n'
      if (!isInScope(caller.salesScope, news)) return ''
      return `event: payment\ndata: ${JSON.stringify(visibleView(server, caller, news))}\n\n`
    },
  })
}
