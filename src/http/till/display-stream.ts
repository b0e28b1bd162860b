// The content of a display as server-sent events: first all of it, then every change. Each ping also checks
// for changes that are not published, such as the shop's name. A removed display receives the event `gone`.

import type { Appliance } from '../../flow/appliance.ts'
import { watchPayment } from '../../flow/watch.ts'
import type { Server } from '../server/server.ts'
import { pingEvent, streamOf } from '../server/stream.ts'
import { type CurrentDisplay, currentDisplay } from './display-state.ts'

/** Returns a watch that follows the changes of at most one payment at a time. */
function newPaymentWatch(appliance: Appliance) {
  let watchedId: string | null = null
  let unwatch = () => {}
  return {
    /** Watches this payment, or none for null, instead of the last one. @returns whether that is a change */
    switchTo(paymentId: string | null, onChange: () => void): boolean {
      if (paymentId === watchedId) return false
      unwatch()
      watchedId = paymentId
      unwatch = paymentId === null ? () => {} : watchPayment(appliance, paymentId, onChange)
      return true
    },
    stop: () => unwatch(),
  }
}

/**
 * Streams what a display shows, as long as the display is paired.
 * @param secret the browser's secret, with which the stream reads the content again before each message
 * @param display the current content
 */
export function displayStream(
  server: Server,
  request: Request,
  { secret, display }: { readonly secret: string; readonly display: CurrentDisplay },
): Response {
  const { appliance } = server
  const { notifier } = appliance
  const { tillId, merchant } = display
  const paymentWatch = newPaymentWatch(appliance)
  let lastSent = ''
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
        paymentWatch.stop()
      }
    },
    reader: () => currentDisplay(appliance, secret),
    /** Watches the payment on the display. Returns the content; empty if it was sent already. */
    async text({ state, paymentId }, _, publish) {
      const onChange = () => publish('change')
      // Read the content again, because the payment may have changed just before the watch began.
      if (paymentWatch.switchTo(paymentId, onChange)) onChange()
      const data = JSON.stringify(state)
      if (data === lastSent) return ''
      lastSent = data
      return `event: display\ndata: ${data}\n\n`
    },
    last: 'event: gone\ndata: {}\n\n',
  })
}
