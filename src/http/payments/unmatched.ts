// Unmatched money: the list, and settling it.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { staffActor } from '../../domain/actor.ts'
import { badField } from '../../domain/fault.ts'
import { type Unmatched, unmatchedStatuses } from '../../domain/unmatched.ts'
import { resolveUnmatched } from '../../flow/unmatched.ts'
import { countUnmatchedUpTo, listUnmatched, type UnmatchedFilter } from '../../store/unmatched.ts'
import { type ActorNames, namedActorView } from '../../wire/actor.ts'
import { Answer, Items, Success, UnmatchedView } from '../../wire/answer.ts'
import { choice } from '../../wire/choice.ts'
import { money, stamp } from '../../wire/money.ts'
import { access } from '../access/access.ts'
import { accountAdminOf } from '../access/caller.ts'
import {
  cursorParameters,
  guardedDoc,
  guardedListDoc,
  inPath,
  inQuery,
  json,
  jsonAnswer,
  pageParameters,
} from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { jsonBody } from '../server/body.ts'
import { answerCountedPage } from '../server/cursor.ts'
import { oneOf, type Query } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { actorNamesOf } from '../staff/staff-name.ts'

const SettleUnmatched = Type.Object(
  {
    resolution: Type.Union([Type.Literal('kept'), Type.Literal('returned')]),
    note: Type.String({ minLength: 1, maxLength: 500 }),
  },
  { title: 'SettleUnmatched' },
)

/** Returns a list of the person who settled the money; empty while the money is not settled. */
const settlersOf = ({ settledBy }: Unmatched) => (settledBy === null ? [] : [staffActor(settledBy)])

/** Returns unmatched money for the API. */
const unmatchedView = (unmatched: Unmatched, names: ActorNames): UnmatchedView => ({
  id: unmatched.id,
  payment_reference: unmatched.paymentId,
  amount: money(unmatched.amount),
  reason: unmatched.reason,
  created_at: stamp(unmatched.createdAt),
  resolution: unmatched.resolution,
  note: unmatched.note,
  settled_by: unmatched.settledBy === null ? null : namedActorView(staffActor(unmatched.settledBy), names),
  settled_at: stamp(unmatched.settledAt),
})

/** Returns unmatched money with the names of the people who settled it. */
async function viewsOf(
  server: Server,
  accountId: string,
  rows: readonly Unmatched[],
): Promise<UnmatchedView[]> {
  const names = await actorNamesOf(server.appliance, accountId, rows.flatMap(settlersOf))
  return rows.map(row => unmatchedView(row, names))
}

/** How many payments one query may name: as many as the longest page of payments has. */
const paymentsMax = 100

/** A payment's reference, which is a UUID. */
const referencePattern = /^[0-9a-f-]{36}$/

/**
 * Returns the references in the parameter `payment`, which commas separate; undefined without it.
 * @throws Fault naming `payment` when a reference is malformed or there are too many
 */
function paymentsOf(query: Query): string[] | undefined {
  const text = query.payment?.trim()
  if (!text) return undefined
  const references = text.toLowerCase().split(',')
  const areAllValid = references.every(reference => referencePattern.test(reference))
  if (references.length > paymentsMax || !areAllValid)
    throw badField('payment', 'references_malformed', { max: paymentsMax })
  return references
}

/** Returns the filter in a query of the list, by default open money. @throws Fault naming a parameter */
export const unmatchedFilterOf = (accountId: string, query: Query): UnmatchedFilter => ({
  accountId,
  status: oneOf(query, 'status', unmatchedStatuses) ?? 'open',
  payments: paymentsOf(query),
})

/** The query parameters of the list, which its export also takes. */
export const listParameters = [
  ...pageParameters,
  inQuery('status', '`open` is not settled yet. Default: `open`', choice(unmatchedStatuses)),
  inQuery(
    'payment',
    'Money received for these payments: up to 100 references, separated by commas',
    Type.String(),
  ),
]
const listDoc = guardedListDoc('settle_unmatched', {
  id: 'listUnmatched',
  tag: 'Reports',
  summary: 'List unmatched money',
  description:
    'Money that a network confirmed with a different amount, or for a payment that is already paid. `status=settled` lists the decisions.',
  parameters: [...listParameters, ...cursorParameters],
  answers: { 200: jsonAnswer('A page, newest first', Success(200, Items(UnmatchedView))) },
})
const settleDoc = guardedDoc('settle_unmatched', {
  id: 'settleUnmatched',
  tag: 'Reports',
  summary: 'Settle unmatched money',
  description: '`kept`: the merchant keeps it. `returned`: it was given back to the customer.',
  parameters: [inPath('id', 'The `id` of the unmatched money')],
  body: json(SettleUnmatched, example.settleUnmatched),
  answers: { 200: jsonAnswer('Settled', Answer(200, UnmatchedView)) },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

/** Returns the routes that list and settle unmatched money. */
export const unmatchedRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/unmatched',
      ({ caller, query }) => {
        const { read } = server.appliance.store
        const filter = unmatchedFilterOf(caller.account.id, query)
        return answerCountedPage(
          query,
          {
            filter,
            idOf: text => (text.startsWith('unm_') ? text : undefined),
            list: (unmatchedFilter, limit, offset) => listUnmatched(read, unmatchedFilter, limit, offset),
            countUpTo: (unmatchedFilter, max) => countUnmatchedUpTo(read, unmatchedFilter, max),
          },
          rows => viewsOf(server, filter.accountId, rows),
        )
      },
      listDoc,
    )
    .post(
      '/unmatched/:id/settle',
      async ({ body, caller, params }) => {
        const unmatched = await resolveUnmatched(server.appliance, caller.account, params.id, {
          ...body,
          by: accountAdminOf(caller),
        })
        const [view] = await viewsOf(server, caller.account.id, [unmatched])
        return { code: 200, data: view }
      },
      { ...jsonBody(SettleUnmatched), ...settleDoc },
    )
