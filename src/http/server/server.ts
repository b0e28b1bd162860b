// What the routes need besides the appliance: logins, limits, and what only the socket knows of a request.
import type { Appliance } from '../../appliance.ts'
import type { Loop } from '../../job/loop.ts'
import type { Login } from '../../login/login.ts'
import type { Limiter } from '../access/limit.ts'

/** What the routes need besides the appliance. */
export interface Server {
  readonly appliance: Appliance
  readonly login: Login
  readonly loop: Pick<Loop, 'healthy'>
  readonly limiter: Limiter
  readonly limits: { readonly api: number; readonly staff: number }
  /** The address of the socket; never a header. */
  peerOf(request: Request): string
  /** An id for the log and the answer, one per request. */
  requestIdOf(request: Request): string
  /** Aborted when the box stops: streams end, so that nothing waits for their readers. */
  readonly stopping: AbortSignal
  /** Keeps an idle stream open: Bun closes silent connections otherwise. */
  keepOpen(request: Request): void
}
