// Whether the server runs (/health) and is ready to sell (/ready: migrated, writable, job loop running).
// Programs that wait for the start request these, so this file needs no router. health-route.ts has the
// routes.
import { build } from '../../build.ts'
import { Fault } from '../../domain/fault.ts'
import { lastLedgerCheck } from '../../flow/ledger-check.ts'
import { putSetting } from '../../store/account.ts'
import { clockStatus, ledgerStatus } from '../../wire/server-status.ts'
import { errorView, guardHeaders } from './error-answer.ts'
import type { Server } from './server.ts'

/** For this long after a successful write, the server counts as able to write without another one. */
const writableForMs = 1_000

/** Returns the reason that /ready gives for a failed check; undefined for a check that succeeded. */
function failureReasonOf(check: PromiseSettledResult<unknown>) {
  if (check.status === 'fulfilled') return undefined
  return check.reason instanceof Fault ? check.reason.reason : 'internal_error'
}

/** Returns the functions that answer whether the server runs (`health`) and is ready to sell (`ready`). */
export const newHealth = (server: Server) => {
  const { clock } = server.appliance.world
  let writtenAt = Number.NEGATIVE_INFINITY
  /** Writes a row, unless one was written a second ago. Rejects if the store cannot write or is full. */
  const assertWritable = async () => {
    if (clock.elapsed() - writtenAt < writableForMs) return
    await server.appliance.store.write(tx => putSetting(tx, 'ready_at', String(clock.now())))
    await server.appliance.store.assertRoom?.()
    writtenAt = clock.elapsed()
  }
  return {
    health: () => ({ status: 'ok' as const, version: build.version }),
    /** Returns the response of /ready: ready when the store can be written and read, and jobs run. */
    async ready() {
      // Check both in parallel: without its database each takes several seconds, and a load balancer waits
      // little longer.
      const [written, ledgerCheck] = await Promise.allSettled([
        assertWritable(),
        lastLedgerCheck(server.appliance),
      ])
      const reason = failureReasonOf(written) ?? failureReasonOf(ledgerCheck)
      const isReady = reason === undefined && server.loop.healthy()
      const view = {
        status: isReady ? ('ready' as const) : ('not ready' as const),
        ...(reason === undefined ? {} : { reason }),
        writable: written.status === 'fulfilled',
        jobs: server.loop.healthy(),
        ledger: ledgerStatus(ledgerCheck.status === 'fulfilled' ? ledgerCheck.value : undefined),
        clock: clockStatus(clock.isUnreliable()),
      }
      return { status: isReady ? 200 : 503, view }
    },
  }
}

/**
 * Returns a function that answers /health and /ready while the server is starting, before its routes exist;
 * it returns undefined for any other request.
 */
export function newHealthAnswer(server: Server) {
  const { health, ready } = newHealth(server)
  const answerReady = async (request: Request): Promise<Response> => {
    try {
      const { status, view } = await ready()
      return Response.json(view, { status, headers: guardHeaders })
    } catch (error) {
      const headers: Record<string, string> = { ...guardHeaders }
      const view = errorView(server, error, request, headers)
      return Response.json(view, { status: view.code, headers })
    }
  }
  return (request: Request, path: string): Response | Promise<Response> | undefined => {
    if (request.method !== 'GET') return undefined
    if (path === '/ready') return answerReady(request)
    return path === '/health' ? Response.json(health(), { headers: guardHeaders }) : undefined
  }
}
