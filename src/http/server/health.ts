// Whether the box is alive (/health) and ready to sell (/ready: migrated, writable, its job loop running).
import { Elysia } from 'elysia'
import { build } from '../../build.ts'
import { lastLedgerCheck } from '../../flow/ledger-check.ts'
import { putSetting } from '../../store/account.ts'
import { HealthView, ReadyView } from '../../wire/answer.ts'
import { answer, doc } from '../docs/doc.ts'
import type { Server } from './server.ts'

const healthDoc = doc({
  id: 'getHealth',
  tag: 'Health',
  summary: 'Whether the box is alive',
  answers: { 200: answer('Alive', HealthView) },
})
const readyDoc = doc({
  id: 'getReady',
  tag: 'Health',
  summary: 'Whether the box can sell',
  description: 'It can write and its jobs run. For load balancers and watchdogs.',
  answers: { 200: answer('Ready', ReadyView), 503: answer('Not ready', ReadyView) },
})

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
    .get('/health', () => ({ status: 'ok', version: build.version }), healthDoc)
    .get(
      '/ready',
      async ({ set }) => {
        const writable = await prove().then(
          () => true,
          () => false,
        )
        const ready = writable && server.loop.healthy()
        set.status = ready ? 200 : 503
        const audit = await lastLedgerCheck(server.appliance)
        const books =
          audit === undefined
            ? 'not audited yet'
            : audit.differences.length === 0
              ? 'add up'
              : 'do not add up'
        return {
          status: ready ? 'ready' : 'not ready',
          writable,
          jobs: server.loop.healthy(),
          books,
          clock: clock.isUnreliable() ? 'in doubt' : 'steady',
        }
      },
      readyDoc,
    )
}
