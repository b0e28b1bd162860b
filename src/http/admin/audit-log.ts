// The audit trail on HTTP: who did what on this account, and from where.
import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { type Actor, actorOf, parseActor, staffActor } from '../../domain/actor.ts'
import { type AuditEntry, auditActions, isAboutPerson } from '../../domain/audit-log.ts'
import { badField } from '../../domain/fault.ts'
import { namedId } from '../../domain/id.ts'
import { type AuditFilter, countAuditEntriesUpTo, listAuditEntries } from '../../store/audit-log.ts'
import { actorView, NamedActorView } from '../../wire/actor.ts'
import { Items, Success } from '../../wire/answer.ts'
import { choice } from '../../wire/choice.ts'
import type { NamedAuditEntry } from '../../wire/export.ts'
import { Stamp, stamp, success } from '../../wire/money.ts'
import { access } from '../access/access.ts'
import { answer, guarded, inQuery, pageParameters, rangeParameters } from '../docs/doc.ts'
import { exactMost, oneOf, pageOf, type Query, rangeOf, textOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { actorNamesOf } from '../staff/staff-name.ts'

const nullableName = (description: string) => Type.Union([Type.String({ description }), Type.Null()])
const Kind = choice(auditActions)
const ActView = Type.Object(
  {
    id: Type.String(),
    kind: Kind,
    actor: NamedActorView,
    subject: Type.Union([Type.String({ description: 'The id of what it was done to' }), Type.Null()]),
    subject_name: nullableName(
      'The person it was done to, also one who has left; null when it was not done to a person',
    ),
    detail: Type.Record(Type.String(), Type.Unknown(), { description: 'A few facts, by kind' }),
    address: Type.Union([Type.String({ description: 'Where the request came from' }), Type.Null()]),
    created_at: Stamp,
  },
  { title: 'Act', description: 'What somebody did' },
)

const subjectOf = ({ kind, subject }: AuditEntry) => (isAboutPerson(kind) ? subject : null)

const actView = (act: NamedAuditEntry): Static<typeof ActView> => ({
  id: act.id,
  kind: act.kind,
  actor: { ...actorView(actorOf(act)), name: act.actorName },
  subject: act.subject,
  subject_name: act.subjectName,
  detail: act.detail,
  address: act.address,
  created_at: stamp(act.createdAt),
})

export const auditLogParameters = [
  ...pageParameters,
  inQuery('kind', 'Only these', Kind),
  inQuery(
    'actor',
    'Only by this one: `staff:ID` (with `:TILL`, only at that till), `till:ID`, `key:ID`, or `server`',
    Type.String({ maxLength: 200 }),
  ),
  ...rangeParameters,
]

const listDoc = guarded('settings', {
  id: 'listActs',
  tag: 'Reports',
  summary: 'List who did what',
  description:
    'What people and keys decided: keys, secrets, settings, voids, payouts, tills, PINs, shifts. Not each sale.',
  parameters: auditLogParameters,
  answers: { 200: answer('A page, newest first', Success(200, Items(ActView))) },
})

/** Acts with the names of everybody they mention. Whoever leaves an account keeps their name in the box. */
export async function namedAuditEntries(
  server: Server,
  accountId: string,
  acts: readonly AuditEntry[],
): Promise<NamedAuditEntry[]> {
  const subjects = acts.flatMap(act => subjectOf(act) ?? []).map(id => staffActor(id))
  const names = await actorNamesOf(server, accountId, [...acts.map(actorOf), ...subjects])
  return acts.map(act => ({
    ...act,
    actorName: names.get(actorView(actorOf(act)).id ?? '') ?? null,
    subjectName: names.get(subjectOf(act) ?? '') ?? null,
  }))
}

function actorFrom(query: Query): Actor | undefined {
  const text = textOf(query, 'actor')
  const actor = text === undefined ? undefined : parseActor(text)
  if (text !== undefined && !actor) throw badField('actor', 'actor_malformed')
  return actor
}

/** The same moment as the least id of an act. */
const actIdFrom = (id: string | undefined) => (id === undefined ? undefined : namedId('act', id))

/** What a query asks of the list. */
export function auditFilterOf(accountId: string, query: Query): AuditFilter {
  const { fromId, beforeId } = rangeOf(query)
  return {
    accountId,
    kind: oneOf(query, 'kind', auditActions),
    actor: actorFrom(query),
    fromId: actIdFrom(fromId),
    beforeId: actIdFrom(beforeId),
  }
}

export const auditLogRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' }).use(access(server)).get(
    '/audit-log',
    async ({ caller, query }) => {
      const { read } = server.appliance.store
      const { limit, offset } = pageOf(query)
      const filter = auditFilterOf(caller.account.id, query)
      const items = await listAuditEntries(read, filter, limit, offset)
      const total = await countAuditEntriesUpTo(read, filter, exactMost)
      return success(200, {
        items: (await namedAuditEntries(server, caller.account.id, items)).map(actView),
        total,
        ...(total === exactMost ? { total_capped: true } : {}),
        limit,
        offset,
      })
    },
    listDoc,
  )
