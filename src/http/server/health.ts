// Whether the server runs (/health) and is ready to sell (/ready: migrated, writable, job loop running).
import { Elysia } from 'elysia'
import { build } from '../../build.ts'
import { Fault } from '../../domain/fault.ts'
import { lastLedgerCheck } from '../../flow/ledger-check.ts'
import { putSetting } from '../../store/account.ts'
import { clockStatus, HealthView, ledgerStatus, ReadyView } from '../../wire/answer.ts'
import { doc, jsonAnswer } from '../docs/doc.ts'
import type { Server } from './server.ts'

const healthDoc = doc({
  id: 'getHealth',
  tag: 'Health',
  summary: 'Read whether the server runs',
  answers: { 200: jsonAnswer('Running', HealthView) },
})
const readyDoc = doc({
  id: 'getReady',
  tag: 'Health',
  summary: 'Read whether the server is ready',
  description: 'Ready means that it can write and runs its jobs. For load balancers and watchdogs.',
  answers: { 200: jsonAnswer('Ready', ReadyView), 503: jsonAnswer('Not ready', ReadyView) },
})

export const healthRoutes = (server: Server) => {
  const { clock } = server.appliance.world
  const writableForMs = 1_000
  let provenAt = Number.NEGATIVE_INFINITY
  /** A real write, at most one per second. */
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
        const reason = await prove().then(
          () => undefined,
          error => (error instanceof Fault ? error.reason : 'internal_error'),
        )
        const writable = reason === undefined
        const ready = writable && server.loop.healthy()
        set.status = ready ? 200 : 503
        return {
          status: ready ? 'ready' : 'not ready',
          ...(reason === undefined ? {} : { reason }),
          writable,
          jobs: server.loop.healthy(),
          ledger: ledgerStatus(await lastLedgerCheck(server.appliance)),
          clock: clockStatus(clock.isUnreliable()),
        }
      },
      readyDoc,
    )
}
