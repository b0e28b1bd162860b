// Callbacks of payment networks. Most are unsigned, so a callback only triggers a status check of the order
// it names. An unknown order or secret gets the same answer without any effect.
import { Elysia } from 'elysia'
import { requestChecks } from '../../flow/callback.ts'
import { undocumented } from '../docs/doc.ts'
import { readBytes } from '../server/body.ts'
import type { Server } from '../server/server.ts'

/** 64 KiB. */
const bodyMax = 65_536

export const callbackRoutes = (server: Server) =>
  new Elysia().post(
    '/callback/:network/:secret',
    async ({ params, request }) => {
      const body = await readBytes(request, bodyMax)
      const connection = server.appliance.networks.findByCallback(params.network, params.secret)
      const read = connection?.readCallback?.(request.headers, body)
      if (connection && read) await requestChecks(server.appliance, connection, read.rechecks)
      return read?.reply ?? new Response('OK')
    },
    { parse: 'none', ...undocumented },
  )
