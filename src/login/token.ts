// Tokens (JWT) for one hour, bound to an account. A token may do what the person's role allows at its use.
// better-auth's jwt plugin stores the key and signs; tokens are checked here, with the key set in memory and
// the given time.
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { type Auth, tokenName } from './auth.ts'

/** Whose token it is, and for which account. */
export interface Claims {
  readonly staffId: string
  readonly accountId: string
  /** How often the person was removed from the account. An older token is invalid (store/staff-name.ts). */
  readonly removals: number
}

export interface Tokens {
  /** Issues a token for one hour. `now` and `expiresAt` are in ms since 1970. */
  mint(claims: Claims, now: number): Promise<{ token: string; expiresAt: number }>
  /** The claims of a valid token; `expired` if its hour is over, undefined if it is invalid otherwise. */
  read(token: string, now: number): Promise<Claims | 'expired' | undefined>
}

/** A token whose signature was verified. */
type VerifiedToken = {
  readonly claims: Claims
  readonly generation: number | undefined // undefined in a token of an earlier version
  readonly expiresAt: number
}

const lifeSeconds = 60 * 60
/** RFC 7519 allows some clock skew. No `nbf`: a clock set back would refuse every token. */
const leewaySeconds = 60
const tokenLengthMax = 2_048
const cacheMax = 1_000

/**
 * Whether the signature of a token is spelled as an encoder writes it. base64url allows other spellings of
 * the same bytes, but a changed token must not be valid.
 */
const isCanonical = (token: string) => {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

/** Returns the claims in the payload of a token; undefined if any of them is missing. */
function claimsOf({ sub, account, removals }: Record<string, unknown>): Claims | undefined {
  if (typeof sub !== 'string' || typeof account !== 'string' || typeof removals !== 'number') return undefined
  return { staffId: sub, accountId: account, removals }
}

/** Returns the generation of a token; undefined if an earlier version issued it. */
const generationOf = ({ generation }: Record<string, unknown>): number | undefined =>
  typeof generation === 'number' ? generation : undefined

/**
 * Whether a verified token belongs to the current generation of the person's tokens. During an upgrade of
 * several nodes, earlier versions still issue tokens without a generation. Such a token is current if it was
 * issued after the generation began, and not in the future.
 * @param current the generation: seconds since 1970
 * @param now milliseconds since 1970
 */
function isCurrent({ generation, expiresAt }: VerifiedToken, current: number, now: number): boolean {
  if (generation !== undefined) return generation === current
  const issuedAt = expiresAt / 1_000 - lifeSeconds // in seconds, as generations are
  return issuedAt > current && issuedAt <= now / 1_000 + leewaySeconds
}

/** Returns the keys that sign tokens, which are loaded at their first use. */
function newKeySet(auth: Auth) {
  let loading: Promise<ReturnType<typeof createLocalJWKSet>> | undefined
  /** Loads the key set. better-auth creates the key on the first call and never rotates it. */
  const keys = () => {
    loading ??= auth.api.getJwks().then(createLocalJWKSet, error => {
      loading = undefined
      throw error
    })
    return loading
  }
  /**
   * Checks the signature and the times of a token, and returns its payload.
   * @param isRetry whether the keys were just loaded again for this token
   * @throws an error of jose for an invalid token
   */
  async function payloadOf(
    token: string,
    now: number,
    { isRetry } = { isRetry: false },
  ): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, await keys(), {
        algorithms: ['EdDSA'],
        issuer: tokenName,
        audience: tokenName,
        requiredClaims: ['exp'],
        clockTolerance: leewaySeconds,
        currentDate: new Date(now),
      })
      return payload
    } catch (error) {
      if (isRetry || !(error instanceof errors.JWKSNoMatchingKey)) throw error
      // Another node may have created the key since the keys were loaded: load them again.
      loading = undefined
      return payloadOf(token, now, { isRetry: true })
    }
  }
  return { keys, payloadOf }
}

/**
 * Returns functions that issue and verify bearer tokens.
 * @param generationNow returns the generation of a person's tokens that is valid
 */
export function newTokens(auth: Auth, generationNow: (staffId: string) => Promise<number>): Tokens {
  const { keys, payloadOf } = newKeySet(auth)
  const verifiedTokens = new Map<string, VerifiedToken>()

  /**
   * Verifies and caches a token.
   * @returns undefined for an invalid token, `expired` for an otherwise valid one
   * @throws errors that are not about the token, such as an unreachable database
   */
  async function verify(token: string, now: number): Promise<VerifiedToken | 'expired' | undefined> {
    if (token.length > tokenLengthMax || !isCanonical(token)) return undefined
    try {
      const { exp, ...payload } = await payloadOf(token, now)
      const claims = claimsOf(payload)
      if (claims === undefined || exp === undefined) return undefined
      const verified = { claims, generation: generationOf(payload), expiresAt: exp * 1_000 }
      if (verifiedTokens.size >= cacheMax) verifiedTokens.clear()
      verifiedTokens.set(token, verified)
      return verified
    } catch (error) {
      if (error instanceof errors.JWTExpired) return 'expired'
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }

  return {
    async mint({ staffId, accountId, removals }, now) {
      await keys()
      const generation = await generationNow(staffId)
      const iat = Math.floor(now / 1_000)
      const exp = iat + lifeSeconds
      const { token } = await auth.api.signJWT({
        body: { payload: { sub: staffId, account: accountId, removals, generation, iat, exp } },
      })
      return { token, expiresAt: exp * 1_000 }
    },

    async read(token, now) {
      const verified = verifiedTokens.get(token) ?? (await verify(token, now))
      if (verified === undefined || verified === 'expired') return verified
      if (now >= verified.expiresAt + leewaySeconds * 1_000) return 'expired'
      const { claims } = verified
      return isCurrent(verified, await generationNow(claims.staffId), now) ? claims : undefined
    },
  }
}
