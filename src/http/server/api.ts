// The API: answers the read of one payment directly, and everything else by the routes of app.ts. lazy-api.ts
// loads this file a moment after a start, because loading it takes a third of one.
import type { AnyElysia } from 'elysia'
import { newPaymentRead } from '../payments/payment-read.ts'
import { newApp } from './app.ts'
import type { Server } from './server.ts'

/** After this file was loaded. */
const routesAfterMs = 100

export type Api = ReturnType<typeof newApi>

/** All routes are created a moment later, or for the first request that needs them. */
export function newApi(server: Server) {
  const readPayment = newPaymentRead(server)
  let app: Pick<AnyElysia, 'fetch'> | undefined
  const routes = () => {
    app ??= newApp(server)
    return app
  }
  server.appliance.world.clock.after(routesAfterMs, routes)
  return (request: Request, path: string): Response | Promise<Response> =>
    (request.method === 'GET' ? readPayment(request, path) : undefined) ?? routes().fetch(request)
}
