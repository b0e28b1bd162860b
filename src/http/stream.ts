// A payment's changes as server-sent events: each at once, after its commit; pings keep an idle stream alive.
import type { Payment } from '../domain/payment.ts'
import { findPayment } from '../store/payment.ts'
import type { PaymentView } from '../wire/payment.ts'
import type { Server } from './server.ts'

/** How often an idle stream says that it is there, and how soon a browser is to come back. */
export const pingMs = 5_000
export const retryMs = 1_000

/** Begins with the payment as it is now, so that whoever comes back has missed nothing. */
export function paymentStream(
  server: Server,
  request: Request,
  payment: Payment,
  view: (payment: Payment) => PaymentView,
): Response {
  const { watch, store, world } = server.appliance
  server.keepOpen(request)
  let stop = () => {}
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const encoder = new TextEncoder()
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      const tell = (value: Payment) => send(`event: payment\ndata: ${JSON.stringify(view(value))}\n\n`)
      const unwatch = watch.payment(payment.id, tell)
      let cancelPing = () => {}
      const ping = () => {
        send(': ping\n\n')
        cancelPing = world.clock.after(pingMs, ping)
      }
      cancelPing = world.clock.after(pingMs, ping)
      stop = () => {
        unwatch()
        cancelPing()
      }
      request.signal.addEventListener('abort', stop)
      send(`retry: ${retryMs}\n\n`)
      tell((await findPayment(store.read, payment.id)) ?? payment)
    },
    cancel: () => stop(),
  })
  return streamed(stream)
}

/** An answer of server-sent events, which nobody on the way may hold back. */
export const streamed = (stream: ReadableStream<Uint8Array>): Response =>
  new Response(stream, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
