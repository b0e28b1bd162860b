// The better-auth instance and all its settings. No default may read the environment: NODE_ENV=test switches
// the origin check off, NODE_ENV unset the throttle, and BETTER_AUTH_SECRETS overrides a plain `secret`.
import type { Database } from 'bun:sqlite'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { jwt } from 'better-auth/plugins/jwt'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { NodeChannel } from '../store/engine/node-channel.ts'
import type { StaffPool } from '../store/postgres/staff.ts'
import { ownOrigin } from './origin.ts'
import type { Throttle, ThrottleRule } from './throttle.ts'

/** Carries the socket's address to better-auth; set on every forwarded request. */
export const peerHeader = 'x-kaunta-peer'

/** Issuer and audience of tokens. */
export const tokenName = 'kaunta'

export const passwordLengthMin = 8
export const passwordLengthMax = 128

/** better-auth needs one address. No origin matches this one: `ownOrigin` decides, for our many addresses. */
export const baseUrl = 'http://kaunta.invalid'

export interface LoginSettings {
  /** Path of staff.db, or `:memory:`; with PostgreSQL, its connections. */
  readonly place: string | StaffPool
  /** Where other nodes report whose logins they changed. */
  readonly channel?: Pick<NodeChannel, 'onNote' | 'onMissed' | 'onSilence'> | undefined
  /** At least 32 characters, from the secret key: signs cookies and seals the keys of tokens. */
  readonly secret: string
  /** Whether the server may be reached under this host, as in the Host header: `192.168.1.10:8080`. */
  readonly mayUseHost: (host: string) => boolean
  readonly secureCookies: boolean // cookies are for https only
  readonly idleSeconds: number // an unused login ends after this time
  /** How passwords are hashed; scrypt by default. Tests use a faster way. */
  readonly passwordHash?: PasswordHash | undefined
}

export interface PasswordHash {
  readonly hash: (password: string) => Promise<string>
  readonly verify: (stored: { readonly hash: string; readonly password: string }) => Promise<boolean>
}

/** A login in use is renewed at most this often, because each renewal is a write and a new cookie. */
export const renewSeconds = 300

export type Auth = ReturnType<typeof newAuth>

/** Returns better-auth over the tables of people and logins, with all its settings. */
export const newAuth = (db: Database | StaffPool, settings: LoginSettings, throttle: Throttle) =>
  betterAuth({
    // Our pool has the few methods of a pg pool that Kysely calls.
    database: db as BetterAuthOptions['database'],
    appName: 'Kaunta',
    secrets: [{ version: 1, value: settings.secret }],
    baseURL: baseUrl,
    basePath: '/api/auth',
    trustedOrigins: request => [request && ownOrigin(request, settings.mayUseHost)],
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLengthMin,
      maxPasswordLength: passwordLengthMax,
      ...(settings.passwordHash && { password: settings.passwordHash }),
    },
    // No cookie cache: a copied cookie would work for minutes after sign-out. cookie.ts caches instead, and
    // drops the entry at sign-out.
    session: { expiresIn: settings.idleSeconds, updateAge: renewSeconds, cookieCache: { enabled: false } },
    user: {
      additionalFields: {
        lastLoginAt: { type: 'date', required: false, input: false, returned: false },
        /** The generation of valid tokens: seconds since 1970, or more, because it only rises. */
        tokensAfter: { type: 'number', required: false, input: false, returned: false },
      },
    },
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        jwt: { issuer: tokenName, audience: tokenName, expirationTime: '1h' },
      }),
      twoFactor({ issuer: 'Kaunta' }),
    ],
    rateLimit: rateLimitBy(throttle),
    advanced: advancedOptions(settings.secureCookies),
    telemetry: { enabled: false },
    logger: { disabled: true },
    // better-auth still answers its own errors; others, such as a full disk, are thrown to us.
    onAPIError: { throw: true },
  })

/** Returns the settings that make better-auth count tries with our throttle, which has its own clock. */
const rateLimitBy = (throttle: Throttle) => ({
  enabled: true,
  window: 10,
  max: 100,
  customRules: { '/sign-in/email': { window: 10, max: 3 }, '/get-session': false as const },
  customStorage: {
    async consume(key: string, rule: ThrottleRule) {
      const retryAfter = (await throttle.take(key, rule)) ?? null
      return { allowed: retryAfter === null, retryAfter }
    },
  },
})

/** Returns the settings of cookies and addresses. @param secureCookies cookies are for https only */
const advancedOptions = (secureCookies: boolean) => ({
  cookiePrefix: 'kaunta',
  useSecureCookies: secureCookies,
  defaultCookieAttributes: {
    httpOnly: true,
    sameSite: 'strict' as const,
    secure: secureCookies,
    path: '/',
  },
  ipAddress: { ipAddressHeaders: [peerHeader] },
  disableOriginCheck: false,
  disableCSRFCheck: false,
  trustedProxyHeaders: false,
  database: { validateSchema: false },
})
