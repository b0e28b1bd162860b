// API keys: people create, list and revoke them. The secret is shown once.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { type Account, payingScope, scopes } from '../../domain/account.ts'
import { actorOf } from '../../domain/actor.ts'
import { assertMayGiveScopes, giveKey, keysOf, readKeyRequest, removeKey } from '../../flow/key.ts'
import type { ApiKey } from '../../store/account.ts'
import { type ActorNames, namedActorView } from '../../wire/actor.ts'
import { Answer, KeyView, Message, NewKeyView } from '../../wire/answer.ts'
import { stamp } from '../../wire/money.ts'
import { access } from '../access/access.ts'
import { accountAdminOf } from '../access/caller.ts'
import type { Reauthentication } from '../access/reauthentication.ts'
import { inPath, json, jsonAnswer, routeDocs } from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { jsonBody } from '../server/body.ts'
import { idempotentWrite } from '../server/idempotency.ts'
import type { Server } from '../server/server.ts'
import { actorNamesOf } from '../staff/staff-name.ts'

const { guarded, guardedList } = routeDocs('Account')

const CreateKey = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    scopes: Type.Array(Type.String({ maxLength: 60 }), {
      minItems: 1,
      maxItems: 20,
      description: `of ${scopes.join(', ')}`,
    }),
  },
  { title: 'CreateKey' },
)

/** Returns a key without its secret. @param usedAt milliseconds; null when the key was never used */
const keyView = (record: ApiKey, usedAt: number | null, names: ActorNames): KeyView => ({
  id: record.id,
  name: record.name,
  hint: record.hint,
  scopes: [...record.scopes],
  created_at: stamp(record.createdAt),
  created_by: namedActorView(creatorOf(record), names),
  last_used_at: stamp(usedAt),
  revoked_at: stamp(record.revokedAt),
})

/** Returns the person who created a key. */
const creatorOf = ({ createdBy }: ApiKey) => actorOf({ staffId: createdBy })

const createDoc = guarded('keys', {
  id: 'createKey',
  summary: 'Create an API key',
  description: `Its scopes are limited to those of your own role. \`${payingScope}\` needs a recently confirmed password.`,
  body: json(CreateKey, example.createKey),
  answers: { 201: jsonAnswer('The key with its secret, which is not shown again', Answer(201, NewKeyView)) },
  faults: ['confirmation_required'],
  idempotent: true,
  writes: true,
})
const listDoc = guardedList('keys', {
  id: 'listKeys',
  summary: 'List the API keys',
  answers: { 200: jsonAnswer('Newest first, including revoked keys', Answer(200, Type.Array(KeyView))) },
})
const revokeDoc = guarded('keys', {
  id: 'revokeKey',
  summary: 'Revoke an API key',
  parameters: [inPath('id', 'The key’s `id`')],
  answers: { 200: jsonAnswer('The key is revoked', Message) },
  faults: ['not_found'],
  writes: true,
})

/** Returns the account's keys, newest first, with their last use and their creators' names. */
export async function keyViews(server: Server, account: Account): Promise<KeyView[]> {
  const { appliance } = server
  const lastUses = await appliance.keyUses.ofAccount(appliance.store.read, account.id)
  const records = await keysOf(appliance, account)
  const names = await actorNamesOf(server.appliance, account.id, records.map(creatorOf))
  return records.map(record => keyView(record, lastUses.get(record.id) ?? null, names))
}

/** Returns the routes that create, list and revoke API keys. */
export const keyRoutes = (server: Server, reauthentication: Reauthentication) =>
  new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .post(
      '/keys',
      async context => {
        const { body, caller, set } = context
        const write = idempotentWrite(server, context, '/keys')
        const request = readKeyRequest(body)
        // Check the scopes first: a person who may not give them need not confirm the password.
        assertMayGiveScopes(caller.role, request.scopes)
        if (request.scopes.includes(payingScope)) reauthentication.assert(caller)
        const { record, key } = await giveKey(server.appliance, accountAdminOf(caller), request, write)
        const names = await actorNamesOf(server.appliance, caller.account.id, [creatorOf(record)])
        set.headers['cache-control'] = 'no-store'
        return { code: 201, data: { ...keyView(record, null, names), key } }
      },
      { ...jsonBody(CreateKey), ...createDoc },
    )
    .get(
      '/keys',
      async ({ caller }) => ({ code: 200, data: await keyViews(server, caller.account) }),
      listDoc,
    )
    .delete(
      '/keys/:id',
      async ({ caller, params }) => {
        await removeKey(server.appliance, caller.account, params.id, caller)
        return { code: 200, message: 'the key is revoked' }
      },
      { parse: 'none', ...revokeDoc },
    )
