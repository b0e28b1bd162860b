// The audit log: who did what on this account, and from which address.
import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Account } from '../../domain/account.ts'
import { type Actor, actorOf, parseActor, staffActor } from '../../domain/actor.ts'
import { type AuditEntry, auditActions, isAboutPerson } from '../../domain/audit-log.ts'
import { badField } from '../../domain/fault.ts'
import { type AuditFilter, countAuditEntriesUpTo, listAuditEntries } from '../../store/audit-log.ts'
import type { Read } from '../../store/engine/statement.ts'
import { actorView, NamedActorView } from '../../wire/actor.ts'
import { Items, Success } from '../../wire/answer.ts'
import { choice } from '../../wire/choice.ts'
import type { NamedAuditEntry } from '../../wire/export.ts'
import { Stamp, stamp } from '../../wire/money.ts'
import { access } from '../access/access.ts'
import {
  cursorParameters,
  guardedListDoc,
  inQuery,
  jsonAnswer,
  pageParameters,
  rangeParameters,
} from '../docs/doc.ts'
import { answerCountedPage } from '../server/cursor.ts'
import { oneOf, type Query, rangeOf, textOf } from '../server/list.ts'
import type { Server } from '../server/server.ts'
import { actorNamesOf } from '../staff/staff-name.ts'

const nullableName = (description: string) => Type.Union([Type.String({ description }), Type.Null()])
const Kind = choice(auditActions)
const AuditEntryView = Type.Object(
  {
    id: Type.String(),
    kind: Kind,
    actor: NamedActorView,
    subject: Type.Union([Type.String({ description: 'The id of the changed object' }), Type.Null()]),
    subject_name: nullableName(
      'The name of the changed person, also when they have left; null when the subject is no person',
    ),
    detail: Type.Record(Type.String(), Type.Unknown(), { description: 'Details, depending on the kind' }),
    address: Type.Union([Type.String({ description: 'The network address of the request' }), Type.Null()]),
    created_at: Stamp,
  },
  { title: 'AuditEntry', description: 'An action of a person or a key' },
)

/** Returns the id of the person whom an entry is about; null when its subject is not a person. */
const subjectOf = ({ kind, subject }: AuditEntry) => (isAboutPerson(kind) ? subject : null)

/** Returns an entry for the API. */
const auditEntryView = (entry: NamedAuditEntry): Static<typeof AuditEntryView> => ({
  id: entry.id,
  kind: entry.kind,
  actor: { ...actorView(actorOf(entry)), name: entry.actorName },
  subject: entry.subject,
  subject_name: entry.subjectName,
  detail: entry.detail,
  address: entry.address,
  created_at: stamp(entry.createdAt),
})

/** The query parameters of the audit log, which its export also takes. */
export const auditLogParameters = [
  ...pageParameters,
  inQuery('kind', 'Entries of this kind', Kind),
  inQuery(
    'actor',
    'Entries of this actor: `staff:ID`, `staff:ID:TILL` (at that till), `till:ID`, `key:ID` or `server`',
    Type.String({ maxLength: 200 }),
  ),
  ...rangeParameters,
]

const listDoc = guardedListDoc('settings', {
  id: 'listAuditLog',
  tag: 'Reports',
  summary: 'List the audit log',
  description:
    'Actions of people and keys on keys, secrets, settings, voids, payouts, tills, PINs and shifts. Sales are not logged.',
  parameters: [...auditLogParameters, ...cursorParameters],
  answers: { 200: jsonAnswer('A page, newest first', Success(200, Items(AuditEntryView))) },
})

/**
 * Adds names to audit entries: of the actor, and of the person whom the entry is about. People who have left
 * the account have names, too. A name is null when the actor or the subject has none.
 */
export async function withActorNames(
  server: Server,
  accountId: string,
  entries: readonly AuditEntry[],
): Promise<NamedAuditEntry[]> {
  const subjectIds = entries.flatMap(entry => subjectOf(entry) ?? [])
  const subjects = subjectIds.map(id => staffActor(id))
  const names = await actorNamesOf(server.appliance, accountId, [...entries.map(actorOf), ...subjects])
  return entries.map(entry => ({
    ...entry,
    actorName: names.get(actorView(actorOf(entry)).id ?? '') ?? null,
    subjectName: names.get(subjectOf(entry) ?? '') ?? null,
  }))
}

/**
 * Reads the parameter `actor` of a query; undefined when it is absent.
 * @throws Fault naming it if malformed
 */
function actorFrom(query: Query): Actor | undefined {
  const text = textOf(query, 'actor')
  if (text === undefined) return undefined
  const actor = parseActor(text)
  if (!actor) throw badField('actor', 'actor_malformed')
  return actor
}

/** Returns the filter in a query of the audit log. @throws Fault naming the first invalid parameter */
export const auditFilterOf = async (read: Read, account: Account, query: Query): Promise<AuditFilter> => ({
  accountId: account.id,
  kind: oneOf(query, 'kind', auditActions),
  actor: actorFrom(query),
  ...(await rangeOf(read, account, query, 'audit')),
})

/** Returns the route that lists the audit log. */
export const auditLogRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' }).use(access(server)).get(
    '/audit-log',
    async ({ caller, query }) => {
      const { read } = server.appliance.store
      const filter = await auditFilterOf(read, caller.account, query)
      const viewsOf = async (entries: readonly AuditEntry[]) =>
        (await withActorNames(server, caller.account.id, entries)).map(auditEntryView)
      return answerCountedPage(
        query,
        {
          filter,
          idOf: text => (text.startsWith('audit_') ? text : undefined),
          list: (auditFilter, limit, offset) => listAuditEntries(read, auditFilter, limit, offset),
          countUpTo: (auditFilter, max) => countAuditEntriesUpTo(read, auditFilter, max),
        },
        viewsOf,
      )
    },
    listDoc,
  )
