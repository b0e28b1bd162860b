// What a display is to show, as server-sent events: all of it first, then whenever it changes. Every ping looks whether the display is
// still one of its till's, and whether anything changed that nobody told of, such as the shop's name.
import { stateNow } from './display-state.ts'
import type { Server } from './server.ts'
import { pingMs, retryMs, streamed } from './stream.ts'

/** @param secret what the paired browser holds */
export function displayStream(server: Server, request: Request, secret: string): Response {
  const { watch, world } = server.appliance
  server.keepOpen(request)
  let stop = () => {}
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const encoder = new TextEncoder()
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      const follow = newFollower(server, secret, {
        tell: data => send(`event: display\ndata: ${data}\n\n`),
        gone() {
          send('event: gone\ndata: {}\n\n')
          stop()
          controller.close()
        },
        // The browser comes back by itself, and hears all of it anew.
        failed(error) {
          stop()
          controller.error(error)
        },
      })
      let cancelPing = () => {}
      const ping = () => {
        send(': ping\n\n')
        cancelPing = world.clock.after(pingMs, ping)
        follow.look()
      }
      cancelPing = world.clock.after(pingMs, ping)
      const now = await stateNow(server.appliance, secret)
      const unwatch = now ? watch.till(now.tillId, follow.look) : () => {}
      stop = () => {
        unwatch()
        cancelPing()
        follow.stop()
      }
      request.signal.addEventListener('abort', stop)
      send(`retry: ${retryMs}\n\n`)
      follow.look()
    },
    cancel: () => stop(),
  })
  return streamed(stream)
}

interface Hears {
  tell(data: string): void
  gone(): void
  failed(error: unknown): void
}

/** Tells what is shown whenever it differs from what was told last; looks made meanwhile become one more. */
function newFollower({ appliance }: Server, secret: string, hears: Hears) {
  let told = ''
  let watched: string | null = null
  let unwatch = () => {}
  let isLooking = false
  let isAgain = false
  let isOver = false

  async function look(): Promise<void> {
    isAgain = true
    if (isLooking) return
    isLooking = true
    while (isAgain && !isOver) {
      isAgain = false
      await lookOnce()
    }
    isLooking = false
  }

  async function lookOnce(): Promise<void> {
    const now = await stateNow(appliance, secret)
    if (isOver) return
    if (!now) return hears.gone()
    if (now.paymentId !== watched) {
      unwatch()
      watched = now.paymentId
      unwatch = watched === null ? () => {} : appliance.watch.payment(watched, () => void look().catch(hears.failed))
      // It may have changed between the reading and the watching.
      isAgain = true
    }
    const data = JSON.stringify(now.state)
    if (data === told) return
    told = data
    hears.tell(data)
  }

  return {
    look: () => void look().catch(hears.failed),
    stop() {
      isOver = true
      unwatch()
    },
  }
}
