// Whether the box is alive (/health) and ready to sell (/ready: migrated, writable, its job loop running).
import { Elysia } from 'elysia'
import { build } from '../build.ts'
import { putSetting } from '../store/account.ts'
import type { Server } from './app.ts'

export const healthRoutes = (server: Server) => {
  const { clock } = server.appliance.world
  const writableForMs = 1_000
  let provenAt = Number.NEGATIVE_INFINITY
  /** A real write, at most once a second however often it is asked. */
  const prove = async () => {
    if (clock.elapsed() - provenAt < writableForMs) return
    await server.appliance.store.write(tx => putSetting(tx, 'ready_at', String(clock.now())))
    provenAt = clock.elapsed()
  }
  return new Elysia()
    .get('/health', () => ({ status: 'ok', version: build.version }))
    .get('/ready', async ({ set }) => {
      const writable = await prove().then(
        () => true,
        () => false,
      )
      const ready = writable && server.loop.healthy()
      set.status = ready ? 200 : 503
      return { status: ready ? 'ready' : 'not ready', writable, jobs: server.loop.healthy() }
    })
}
