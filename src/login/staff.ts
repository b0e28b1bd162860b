// The people who can log in. Their roles are stored with the payments (flow/staff.ts).
import { badField } from '../domain/fault.ts'
import { sqlStateOf } from '../store/postgres/error.ts'
import type { Auth } from './auth.ts'
import { passwordLengthMax, passwordLengthMin } from './auth.ts'

export interface Staff {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** A person in a list of staff. */
export interface Person extends Staff {
  readonly createdAt: number
  readonly lastLoginAt: number | null
  readonly twoFactor: boolean
}

interface UserRow extends Staff {
  readonly createdAt: Date
  readonly lastLoginAt?: Date | null
  readonly twoFactorEnabled?: boolean | null
  readonly tokensAfter?: number | null
}

/** Returns only the id, name and e-mail address of a person. */
export const staffOf = ({ id, name, email }: Staff): Staff => ({ id, name, email })

/** The most cached generations of tokens. */
const cacheMax = 10_000
/** The SQLSTATE of a unique violation. */
const uniqueViolation = '23505'

/** better-auth's own pattern (from zod). With a looser one, some people could not log in. */
const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Checks the length of a password. @throws Fault `validation_error` that names the field */
function checkPassword(password: string, field: string): void {
  if (password.length < passwordLengthMin) throw badField(field, 'too_short', { min: passwordLengthMin })
  if (password.length > passwordLengthMax) throw badField(field, 'too_long', { max: passwordLengthMax })
}

interface NewStaff {
  readonly name: string
  readonly email: string
  readonly password: string
  /** The id of a cashier who has no login yet; by default a new one. */
  readonly id?: string | undefined
}

/**
 * Creates a person who can log in, in one transaction. better-auth's own sign-up is switched off.
 * @throws Fault `validation_error` for a malformed or taken e-mail address, or the length of the password
 */
export async function createStaff(auth: Auth, person: NewStaff): Promise<{ id: string }> {
  const email = person.email.toLowerCase()
  if (!emailPattern.test(email)) throw badField('email', 'email_malformed')
  checkPassword(person.password, 'password')
  const { adapter, password } = await auth.$context
  const hash = await password.hash(person.password)
  const creation = adapter.transaction(async tx => {
    const otherUser = await tx.findOne({ model: 'user', where: [{ field: 'email', value: email }] })
    if (otherUser !== null) throw badField('email', 'email_taken')
    const givenId = person.id === undefined ? {} : { id: person.id }
    const user = { ...givenId, name: person.name, email, emailVerified: false }
    const { id, createdAt } = await tx.create<typeof user, { id: string; createdAt: Date }>({
      model: 'user',
      data: user,
      forceAllowId: person.id !== undefined,
    })
    const account = {
      userId: id,
      accountId: id,
      providerId: 'credential',
      password: hash,
      updatedAt: createdAt,
    }
    await tx.create({ model: 'account', data: account })
    return { id }
  })
  return creation.catch(error => {
    // PostgreSQL runs transactions in parallel, so a concurrent one may have created this person.
    throw sqlStateOf(error) === uniqueViolation ? badField('email', 'email_taken') : error
  })
}

/** Finds a person by id; undefined for a deleted person, and for a cashier without a login. */
export async function findStaff(auth: Auth, staffId: string): Promise<Staff | undefined> {
  const { internalAdapter } = await auth.$context
  const user = await internalAdapter.findUserById(staffId)
  return user === null ? undefined : staffOf(user)
}

/** Finds a person by e-mail address, in any case of its letters. */
export async function findByEmail(auth: Auth, email: string): Promise<Staff | undefined> {
  const { internalAdapter } = await auth.$context
  const user = await internalAdapter.findUserByEmail(email.toLowerCase())
  return user === null ? undefined : staffOf(user.user)
}

/** Returns the existing people with these ids, in no particular order. */
export async function listPeople(auth: Auth, staffIds: readonly string[]): Promise<Person[]> {
  if (staffIds.length === 0) return []
  const { adapter } = await auth.$context
  const rows = await adapter.findMany<UserRow>({
    model: 'user',
    where: [{ field: 'id', operator: 'in', value: [...staffIds] }],
    limit: staffIds.length,
  })
  return rows.map(row => ({
    ...staffOf(row),
    createdAt: row.createdAt.getTime(),
    lastLoginAt: row.lastLoginAt?.getTime() ?? null,
    twoFactor: row.twoFactorEnabled === true,
  }))
}

/** Changes a password. @throws Fault that names `field` if the password is too short or too long */
export async function setPassword(auth: Auth, staffId: string, value: string, field: string): Promise<void> {
  checkPassword(value, field)
  const { internalAdapter, password } = await auth.$context
  await internalAdapter.updatePassword(staffId, await password.hash(value))
}

/** Switches the second factor off and drops the devices it trusts. */
export async function dropSecondFactor(auth: Auth, staffId: string): Promise<void> {
  const { adapter, internalAdapter } = await auth.$context
  await adapter.deleteMany({ model: 'twoFactor', where: [{ field: 'userId', value: staffId }] })
  await internalAdapter.updateUser(staffId, { twoFactorEnabled: false })
  await forgetDevices(auth, staffId)
}

/** Ends unfinished sign-ins of a person, and the trust in their devices: both are the same kind of row. */
export async function forgetDevices(auth: Auth, staffId: string): Promise<void> {
  const { adapter } = await auth.$context
  await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: staffId }] })
}

/** Records the time of a person's last login. @param token of that login */
export async function recordLogin(auth: Auth, token: string): Promise<void> {
  const { internalAdapter } = await auth.$context
  const session = await internalAdapter.findSession(token)
  if (session) await internalAdapter.updateUser(session.user.id, { lastLoginAt: session.session.createdAt })
}

/**
 * Returns functions that read, cache and begin generations of tokens. Only the tokens of a person's current
 * generation are valid, so beginning the next generation ends them.
 */
export function newTokenGenerations(auth: Auth) {
  const cachedGenerations = new Map<string, number>()
  /** How often cached values were changed or dropped. */
  let forgetCount = 0

  async function storedGeneration(staffId: string): Promise<number> {
    const { adapter } = await auth.$context
    const row = await adapter.findOne<UserRow>({ model: 'user', where: [{ field: 'id', value: staffId }] })
    return row?.tokensAfter ?? 0
  }

  return {
    async read(staffId: string): Promise<number> {
      const cached = cachedGenerations.get(staffId)
      if (cached !== undefined) return cached
      const countBefore = forgetCount
      const generation = await storedGeneration(staffId)
      if (cachedGenerations.size >= cacheMax) cachedGenerations.clear()
      // A change during the read may be newer than the value, so it is not cached.
      if (countBefore === forgetCount) cachedGenerations.set(staffId, generation)
      return generation
    },
    /** Ends the tokens issued so far. Generations are times that rise, even if the clock is set back. */
    async begin(staffId: string, now: number): Promise<void> {
      const { internalAdapter } = await auth.$context
      const generation = Math.max(Math.floor(now / 1_000), (await storedGeneration(staffId)) + 1)
      await internalAdapter.updateUser(staffId, { tokensAfter: generation })
      forgetCount += 1
      cachedGenerations.set(staffId, generation)
    },
    /** Drops the cached value of a person, or of all people, because another node may have changed it. */
    forget(staffId: string | undefined): void {
      forgetCount += 1
      if (staffId === undefined) cachedGenerations.clear()
      else cachedGenerations.delete(staffId)
    },
  }
}
