// The API: answers reads of a single payment directly, and passes everything else to the routes of app.ts.
// lazy-api.ts loads this file a moment after the start, because loading it takes a third of the start.
import type { AnyElysia } from 'elysia'
import { newPaymentRead } from '../payments/payment-read.ts'
import { newApp } from './app.ts'
import type { Server } from './server.ts'

/** How long after this file is loaded the routes are created, unless a request needs them before. */
const routesAfterMs = 100

export type Api = ReturnType<typeof newApi>

/**
 * Returns the API. It answers reads of a single payment without the routes, which it creates a moment later,
 * or for the first request that needs them.
 */
export function newApi(server: Server) {
  const readPayment = newPaymentRead(server)
  let app: Pick<AnyElysia, 'fetch'> | undefined
  const createAppOnce = () => {
    app ??= newApp(server)
    return app
  }
  server.appliance.world.clock.after(routesAfterMs, createAppOnce)
  return (request: Request, path: string): Response | Promise<Response> => {
    const answer = request.method === 'GET' ? readPayment(request, path) : undefined
    return answer ?? createAppOnce().fetch(request)
  }
}
