// Callbacks of payment networks. Most are unsigned, so a callback only triggers a status check of the order
// it names. An unknown order or secret gets the same answer without any effect.
import { Elysia } from 'elysia'
import { requestChecks } from '../../flow/callback.ts'
import { undocumented } from '../docs/doc.ts'
import { readBytes } from '../server/body.ts'
import type { Server } from '../server/server.ts'

/** The largest callback in bytes: 64 KiB. */
const bodyMax = 65_536

/** Returns the route that networks call. The secret in the URL identifies the connection. */
export const callbackRoutes = (server: Server) =>
  new Elysia().post(
    '/callback/:network/:secret',
    async ({ params, request }) => {
      const body = await readBytes(request, bodyMax)
      const connection = server.appliance.networks.findByCallback(params.network, params.secret)
      const callback = connection?.readCallback?.(request.headers, body)
      if (connection && callback) await requestChecks(server.appliance, connection, callback.rechecks)
      return callback?.reply ?? new Response('OK')
    },
    { parse: 'none', ...undocumented },
  )
