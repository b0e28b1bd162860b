// The content of a display as server-sent events: first all of it, then every change. Each ping also checks
// for changes that are not published, such as the shop's name. A removed display receives the event `gone`.

import { watchPayment } from '../../flow/watch.ts'
import type { Server } from '../server/server.ts'
import { pingEvent, streamOf } from '../server/stream.ts'
import { type CurrentDisplay, currentDisplay } from './display-state.ts'

/**
 * Streams what a paired display shows.
 * @param display the secret of the paired browser, and what it shows now
 */
export function displayStream(
  server: Server,
  request: Request,
  { secret, now: { tillId, merchant } }: { readonly secret: string; readonly now: CurrentDisplay },
): Response {
  const { appliance } = server
  const { notifier: watch } = appliance
  let sent = ''
  let watched: string | null = null
  let unwatch = () => {}
  return streamOf<CurrentDisplay, 'look'>(server, request, {
    caller: `display:${tillId}`,
    merchant,
    ping: pingEvent,
    first: 'look',
    subscribe(publish) {
      const leave = watch.onTill(tillId, () => publish('look'))
      const leaveMissed = watch.onMissed(() => publish('look'))
      return () => {
        leave()
        leaveMissed()
        unwatch()
      }
    },
    reader: () => currentDisplay(appliance, secret),
    /** Sends the content when it differs from the last message. */
    async text({ state, paymentId }, _, publish) {
      if (paymentId !== watched) {
        unwatch()
        watched = paymentId
        unwatch = watched === null ? () => {} : watchPayment(appliance, watched, () => publish('look'))
        // The content may have changed between reading and subscribing.
        publish('look')
      }
      const data = JSON.stringify(state)
      if (data === sent) return ''
      sent = data
      return `event: display\ndata: ${data}\n\n`
    },
    last: 'event: gone\ndata: {}\n\n',
  })
}
