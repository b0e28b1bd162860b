// What a display is to show, as server-sent events: all of it first, then whenever it changes. Every ping
// looks whether anything changed that nobody told of, such as the shop's name. One that is taken away hears
// that it is gone.

import type { Server } from '../server/server.ts'
import { streamOf } from '../server/stream.ts'
import { type DisplayNow, stateNow } from './display-state.ts'

/** @param display the secret that the paired browser holds, and its till */
export function displayStream(
  server: Server,
  request: Request,
  { secret, tillId }: { readonly secret: string; readonly tillId: string },
): Response {
  const { appliance } = server
  const { notifier: watch } = appliance
  let told = ''
  let watched: string | null = null
  let unwatch = () => {}
  return streamOf<DisplayNow, 'look'>(server, request, {
    first: 'look',
    listen(hear) {
      const leave = watch.onTill(tillId, () => hear('look'))
      return () => {
        leave()
        unwatch()
      }
    },
    reader: () => stateNow(appliance, secret),
    /** Tells what is shown when it differs from what was told last. */
    async text({ state, paymentId }, _, hear) {
      if (paymentId !== watched) {
        unwatch()
        watched = paymentId
        unwatch = watched === null ? () => {} : watch.onPayment(watched, () => hear('look'))
        // It may have changed between the reading and the watching.
        hear('look')
      }
      const data = JSON.stringify(state)
      if (data === told) return ''
      told = data
      return `event: display\ndata: ${data}\n\n`
    },
    farewell: 'event: gone\ndata: {}\n\n',
  })
}
