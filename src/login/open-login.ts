// Opens the logins of staff in staff.db or on PostgreSQL, and loads better-auth when a person needs it.
import type { BetterAuthOptions } from 'better-auth'
import { assert } from '../domain/fault.ts'
import { writeErrorOf } from '../store/engine/write-error.ts'
import type { OnFailure } from './failure.ts'
import { closeLoginFile, isLoginFileCurrent, migrateLoginFile, openLoginFile } from './file.ts'
import { type Login, type LoginSettings, loginCookie } from './login.ts'
import type { StaffLoginParts } from './staff-login.ts'

/** Opens or creates staff.db, or uses PostgreSQL. @throws when a newer Kaunta wrote the file */
export async function openLogin(settings: LoginSettings): Promise<Login> {
  const { place, secret } = settings
  assert(secret.length >= 32, 'the secret of logins is shorter than 32 characters')
  return typeof place === 'string' ? openInFile(place, settings) : openInDatabase(place, settings)
}

/** Loads better-auth and opens the logins with it. */
async function loadLogin(parts: StaffLoginParts, settings: LoginSettings): Promise<Login> {
  const { newStaffLogin } = await import('./staff-login.ts')
  return newStaffLogin(parts, settings)
}

/** Opens the logins in PostgreSQL. The tables exist already, because the store's migrations create them. */
function openInDatabase(pool: Exclude<LoginSettings['place'], string>, settings: LoginSettings): Login {
  const parts = { database: pool, migrate: async () => {}, close: pool.end }
  const login = loadOnFirstUse(() => loadLogin(parts, settings), pool.end)
  return dropOnChange(login, settings.channel)
}

/** Opens the logins in staff.db. Only tables that must be changed load better-auth at once. */
async function openInFile(path: string, settings: LoginSettings): Promise<Login> {
  const db = openLoginFile(path)
  const close = async () => closeLoginFile(db)
  const migrate = (options: BetterAuthOptions) => migrateLoginFile(db, options)
  const load = () => loadLogin({ database: db, migrate, close }, settings)
  try {
    return withFaults(isLoginFileCurrent(db) ? loadOnFirstUse(load, close) : await load())
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Returns the same logins, whose methods throw a Fault for a failed write, for example on a full disk. Logins
 * in PostgreSQL need no such wrapper: its connections throw these Faults.
 */
function withFaults(login: Login): Login {
  const methods = Object.entries(login).map(([name, method]: [string, (...args: unknown[]) => unknown]) => {
    const methodWithFaults = (...args: unknown[]) => {
      const result = method(...args)
      return result instanceof Promise ? result.catch(rethrowAsFault) : result
    }
    return [name, methodWithFaults]
  })
  return Object.fromEntries(methods) as unknown as Login
}

function rethrowAsFault(error: unknown): never {
  throw writeErrorOf(error)
}

/**
 * Makes the logins drop what they have cached about a person whom another node has changed, and about all
 * people when notes of other nodes were missed.
 * @returns the same logins
 */
function dropOnChange(login: Login, channel: LoginSettings['channel']): Login {
  channel?.onNote(note => {
    const [kind, staffId] = note.split(' ')
    if (kind === 'login') login.forget(staffId)
  })
  channel?.onMissed(() => login.forget(undefined))
  channel?.onSilence(() => login.forget(undefined))
  return login
}

/**
 * Returns logins that load better-auth at their first use. It takes 30 ms and 8 MB, and a server that only
 * tills and keys use never needs it. A failed load is tried again at the next use.
 */
function loadOnFirstUse(load: () => Promise<Login>, close: Login['close']): Login {
  let loading: Promise<Login> | undefined
  let loaded: Login | undefined
  let report: OnFailure = () => {}
  /** Loads the logins, and remembers them for the methods that return without a promise. */
  async function loadAndRemember(): Promise<Login> {
    const login = await load()
    login.onFailure((...failure) => report(...failure))
    loaded = login
    return login
  }
  const login = () => {
    loading ??= loadAndRemember().catch(error => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    createStaff: async person => (await login()).createStaff(person),
    deleteStaff: async staffId => (await login()).deleteStaff(staffId),
    answer: async (request, peer) => (await login()).answer(request, peer),
    loginOf: async request =>
      request.headers.get('cookie')?.includes(loginCookie) ? (await login()).loginOf(request) : undefined,
    renewed: request => loaded?.renewed(request) ?? [],
    check: async (person, peer) => (await login()).check(person, peer),
    isPassword: async (person, peer) => (await login()).isPassword(person, peer),
    cookiesFor: async (person, request, peer) => (await login()).cookiesFor(person, request, peer),
    mintToken: async (claims, now) => (await login()).mintToken(claims, now),
    readToken: async (token, now) => (await login()).readToken(token, now),
    onFailure(next) {
      report = next
    },
    forget: staffId => loaded?.forget(staffId),
    find: async staffId => (await login()).find(staffId),
    findByEmail: async email => (await login()).findByEmail(email),
    people: async staffIds => (await login()).people(staffIds),
    setPassword: async (staffId, password, field) => (await login()).setPassword(staffId, password, field),
    dropSecondFactor: async staffId => (await login()).dropSecondFactor(staffId),
    logins: async staffId => (await login()).logins(staffId),
    endLogin: async (staffId, loginId) => (await login()).endLogin(staffId, loginId),
    endLogins: async (staffId, now, keep) => (await login()).endLogins(staffId, now, keep),
    close,
  }
}
