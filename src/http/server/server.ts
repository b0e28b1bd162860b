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

/** An address of this server in the shop's network. */
interface Place {
  readonly url: string // without a slash at the end
  readonly kind: 'name' | 'address' // a name stays when the address changes
  readonly isSecure: boolean
}

/** How this server is reached now; it changes with the network. */
export interface Reach {
  /** The addresses that lead to this server, names first. */
  places(): readonly Place[]
  /** The port of https; undefined while https is off. */
  httpsPort(): number | undefined
  /** Whether https is served with a certificate that names this host, as in a URL. */
  isCertified(host: string): boolean
  /** Whether https is served, and the end of its certificate, in milliseconds since 1970. */
  https(): { readonly state: 'on' | 'off' | 'failed'; readonly until: number | undefined }
  /** Resolves once https is up or has failed, shortly after a start. */
  whenBegun(): Promise<void>
  /** The certificate of this server's own authority, as PEM, while https uses it. */
  authority(): string | undefined
}

/** What the health checks and the support file need in addition to the appliance. */
export interface HealthSource extends Pick<HealthParts, 'settings' | 'builtAt'> {
  /** The database's address, when payments are not in the data folder. */
  readonly databaseUrl: string | undefined
  readonly runTask: RunTask // runs tasks on the data folder outside the server's thread
  readonly about: Omit<AboutServer, 'ranMs'>
  /** The names of all settings, including those missing in `settings`. */
  readonly settingNames: readonly string[]
  /** The last lines of the log. */
  logLines(): readonly string[]
}

/** The dependencies of the routes. */
export interface Server {
  readonly appliance: Appliance
  readonly login: Login
  readonly loop: Pick<Loop, 'healthy'>
  readonly limiter: Limiter
  readonly guesses: Guesses
  /** Requests a minute; 0 for no limit. */
  readonly limits: { readonly api: number; readonly staff: number }
  readonly streams: StreamCount
  readonly reach: Reach
  readonly health: HealthSource
  readonly upgrades: Upgrades
  /** The address of the socket; never from a header. */
  peerOf(request: Request): string
  /** The key under which limits by address count a request; all addresses of a household share one. */
  callerKeyOf(request: Request): string
  /** The id of a request, for the log and the response. */
  requestIdOf(request: Request): string
  readonly stopping: AbortSignal // aborted when the server stops, so that streams end
  /** Keeps a stream open while its reader takes what is sent; cuts a reader who takes nothing. */
  keepOpen(request: Request): void
  /** Lets a request wait for its response longer than a silent connection may last. */
  takesLong(request: Request): void
}
