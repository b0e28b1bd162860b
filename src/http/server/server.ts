// The dependencies of the routes: the appliance, logins, limits, and the socket's facts of a request.
import type { Appliance } from '../../flow/appliance.ts'
import type { HealthParts } from '../../flow/health.ts'
import type { AboutServer } from '../../flow/support.ts'
import type { Upgrades } from '../../flow/upgrade.ts'
import type { Loop } from '../../job/loop.ts'
import type { Login } from '../../login/login.ts'
import type { RunTask } from '../../store/folder/folder-task.ts'
import type { Guesses } from '../access/guess.ts'
import type { Limiter } from '../access/limit.ts'
import type { StreamCount } from './stream-count.ts'

/** An address that leads to this server from the shop's network. */
interface Place {
  /** Without a slash at the end. */
  readonly url: string
  /** A name is the same when the address changes. */
  readonly kind: 'name' | 'address'
  readonly isSecure: boolean
}

/** How this server is reached now; it changes with the network. */
export interface Reach {
  places(): readonly Place[]
  /** While https is served. */
  httpsPort(): number | undefined
  /** Whether https is served, and the end of its certificate, in milliseconds since 1970. */
  https(): { readonly state: 'on' | 'off' | 'failed'; readonly until: number | undefined }
  /** Resolves once that is known; at a start it takes a moment. */
  begun(): Promise<void>
  /** The certificate of this server's own authority, as PEM, while https is served with it. */
  authority(): string | undefined
}

/** What the health checks and the file for support look at besides the appliance. */
export interface HealthSource extends Pick<HealthParts, 'settings' | 'builtAt'> {
  /** Where payments are when they are not in the data folder. */
  readonly databaseUrl: string | undefined
  /** Works on the data folder beside the server. */
  readonly runTask: RunTask
  readonly about: Omit<AboutServer, 'ranMs'>
  /** Of all settings, also of those that are not among `settings`. */
  readonly settingNames: readonly string[]
  /** The last lines of the log, as they were written. */
  logLines(): readonly string[]
}

/** The dependencies of the routes. */
export interface Server {
  readonly appliance: Appliance
  readonly login: Login
  readonly loop: Pick<Loop, 'healthy'>
  readonly limiter: Limiter
  readonly guesses: Guesses
  readonly limits: { readonly api: number; readonly staff: number }
  readonly streams: StreamCount
  readonly reach: Reach
  readonly health: HealthSource
  readonly upgrades: Upgrades
  /** The address of the socket; never a header. */
  peerOf(request: Request): string
  /** Whom limits by address count the request for: all addresses of a household are one. */
  callerKeyOf(request: Request): string
  /** The id of a request, for the log and the answer. */
  requestIdOf(request: Request): string
  /** Aborted when the server stops, so that streams end. */
  readonly stopping: AbortSignal
  /**
   * Keeps a stream open as long as its reader takes what is sent; pings are part of that. A reader who takes
   * nothing is cut.
   */
  keepOpen(request: Request): void
  /** Lets a request wait for its answer longer than a silent connection lasts. */
  takesLong(request: Request): void
}
