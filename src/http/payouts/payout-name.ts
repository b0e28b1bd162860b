// Looks up the name behind a number or account before a payout. It needs the right to pay out and is limited,
// because it could be used to collect names. Neither number nor name is logged.
import { Elysia } from 'elysia'
import { relayHeader } from '../../domain/relay.ts'
import { lookUpPayoutName } from '../../flow/payout-name.ts'
import { success } from '../../wire/money.ts'
import { LookUpName } from '../../wire/payout.ts'
import { reader } from '../../wire/shape.ts'
import { access, writeLimitHeaders } from '../access/access.ts'
import type { Server } from '../server/server.ts'
import * as docs from './payout-doc.ts'
import { destinationOf } from './recipient.ts'

/** Look-ups per minute of one account: no more than a person can type. */
const lookUpsMax = 20
const readQuery = reader(LookUpName)

/** Returns the route that looks up the name of a payout's recipient. It ignores unknown query parameters. */
export const payoutNameRoute = (server: Server) =>
  new Elysia().use(access(server)).get(
    '/payouts/name',
    async ({ caller: { account }, query, request, set }) => {
      const presentNames = Object.keys(LookUpName.properties).filter(name => query[name] !== undefined)
      const parameters = Object.fromEntries(presentNames.map(name => [name, query[name]]))
      const destination = destinationOf(readQuery(parameters))
      const headers = set.headers as Record<string, string>
      const limit = server.limits.api === 0 ? 0 : lookUpsMax // 0 is no limit
      server.limiter.take(`payout name ${account.id}`, limit, writeLimitHeaders(headers))
      const isRelayed = request.headers.has(relayHeader)
      const name = await lookUpPayoutName(server.appliance, account, destination, { isRelayed })
      return success(200, { name })
    },
    docs.name,
  )
