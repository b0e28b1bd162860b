// The content of a display as server-sent events: first all of it, then every change. Each ping also checks
// for changes that are not published, such as the shop's name. A removed display receives the event `gone`.

import { watchPayment } from '../../flow/watch.ts'
import type { Server } from '../server/server.ts'
import { pingEvent, streamOf } from '../server/stream.ts'
import { type CurrentDisplay, currentDisplay } from './display-state.ts'

/**
 * Streams what a paired display shows.
 * @param secret of the paired browser, with which each message is read again
 * @param display what it shows now
 */
export function displayStream(
  server: Server,
  request: Request,
  { secret, display }: { readonly secret: string; readonly display: CurrentDisplay },
): Response {
  const { appliance } = server
  const { notifier } = appliance
  const { tillId, merchant } = display
  let lastSent = ''
  let watchedPaymentId: string | null = null
  let unwatch = () => {}
  return streamOf<CurrentDisplay, 'change'>(server, request, {
    caller: `display:${tillId}`,
    merchant,
    ping: pingEvent,
    first: 'change',
    subscribe(publish) {
      const unwatchTill = notifier.onTill(tillId, () => publish('change'))
      const unwatchMissed = notifier.onMissed(() => publish('change'))
      return () => {
        unwatchTill()
        unwatchMissed()
        unwatch()
      }
    },
    reader: () => currentDisplay(appliance, secret),
    /** Sends the content when it differs from the last message. */
    async text({ state, paymentId }, _, publish) {
      if (paymentId !== watchedPaymentId) {
        unwatch()
        watchedPaymentId = paymentId
        unwatch = paymentId === null ? () => {} : watchPayment(appliance, paymentId, () => publish('change'))
        // The content may have changed between reading and subscribing.
        publish('change')
      }
      const data = JSON.stringify(state)
      if (data === lastSent) return ''
      lastSent = data
      return `event: display\ndata: ${data}\n\n`
    },
    last: 'event: gone\ndata: {}\n\n',
  })
}
