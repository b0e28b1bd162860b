// The order in which networks take an account's payments and payouts. Its owner sets it after confirming the
// password.
import { Elysia } from 'elysia'
import type { Account } from '../../domain/account.ts'
import { changeRouting, routingOf } from '../../flow/routing.ts'
import { Answer } from '../../wire/answer.ts'
import { stamp } from '../../wire/money.ts'
import { ChangeRouting, RoutingView } from '../../wire/routing.ts'
import { access } from '../access/access.ts'
import type { Reauthentication } from '../access/reauthentication.ts'
import { guardedDoc, json, jsonAnswer } from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { jsonBody } from '../server/body.ts'
import type { Server } from '../server/server.ts'

const answers = { 200: jsonAnswer('The routing', Answer(200, RoutingView)) }
const getDoc = guardedDoc('networks', {
  id: 'getRouting',
  tag: 'Account',
  summary: 'Read the routing',
  description: 'Which networks take each way of paying, first choice first, and their circuit breakers.',
  answers,
})
const changeDoc = guardedDoc('networks', {
  id: 'changeRouting',
  tag: 'Account',
  summary: 'Change the routing',
  description:
    'Replaces the routing. By default a live account uses every network that it has switched on, and a sandbox account the simulator for what no other network of it takes. The next network is tried only when certainly nothing was sent by the one before. An empty list switches a way off. Needs a recently confirmed password.',
  body: json(ChangeRouting, example.changeRouting),
  answers,
  faults: ['confirmation_required'],
  writes: true,
})

/** Returns the networks of each way of paying, with their circuit breakers. */
const routingView = ({ appliance }: Server, account: Account): RoutingView => ({
  items: routingOf(appliance, account).map(({ way, networks, isDefault, choices }) => ({
    way,
    networks: [...networks],
    is_default: isDefault,
    choices: choices.map(({ name, isUsed, circuit: { state, since } }) => ({
      name,
      used: isUsed,
      circuit: { state, since: stamp(since) },
    })),
  })),
})

/** Returns the routes that read and replace the routing of an account. */
export const routingRoutes = (server: Server, reauthentication: Reauthentication) =>
  new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get('/routing', ({ caller }) => ({ code: 200, data: routingView(server, caller.account) }), getDoc)
    .put(
      '/routing',
      async ({ body, caller }) => {
        reauthentication.assert(caller)
        const account = await changeRouting(server.appliance, caller.account, body, caller)
        return { code: 200, data: routingView(server, account) }
      },
      { ...jsonBody(ChangeRouting), ...changeDoc },
    )
