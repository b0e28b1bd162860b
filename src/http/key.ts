// API keys: made, listed and revoked by people; the secret is shown once.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { createKey, keysOf, removeKey } from '../flow/key.ts'
import type { ApiKey } from '../store/account.ts'
import { stamp } from '../wire/money.ts'
import { access } from './access.ts'
import type { Server } from './app.ts'
import { takes } from './body.ts'

const CreateKey = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  scopes: Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: 20 }),
})

const keyView = (record: ApiKey) => ({
  id: record.id,
  name: record.name,
  hint: record.hint,
  scopes: record.scopes,
  created_at: stamp(record.createdAt),
  revoked_at: stamp(record.revokedAt),
})

export const keyRoutes = (server: Server) =>
  new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .post(
      '/keys',
      async ({ body, caller, set }) => {
        const { record, key } = await createKey(server.appliance, caller.account, body, caller.name)
        set.status = 201
        set.headers['cache-control'] = 'no-store'
        return { code: 201, data: { ...keyView(record), key } }
      },
      { ...takes(CreateKey), may: 'keys' },
    )
    .get('/keys', async ({ caller }) => ({ code: 200, data: (await keysOf(server.appliance, caller.account)).map(keyView) }), {
      may: 'keys',
    })
    .delete(
      '/keys/:id',
      async ({ caller, params }) => {
        await removeKey(server.appliance, caller.account, params.id)
        return { code: 200, message: 'the key is revoked' }
      },
      { parse: 'none', may: 'keys' },
    )
