// The people who can log in. What they may do is not here: roles are rows of our own, in the money file.

import { badField } from '../domain/fault.ts'
import type { Auth } from './auth.ts'
import { passwordLengthMax, passwordLengthMin } from './auth.ts'

export interface Staff {
  readonly id: string
  readonly name: string
  readonly email: string
}

export const staffOf = ({ id, name, email }: Staff): Staff => ({ id, name, email })

/** The very addresses that better-auth's sign-in accepts (zod's pattern): a looser check here would make people who can't log in. */
const emailPattern = /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

function checkPassword(password: string): void {
  if (password.length < passwordLengthMin) throw badField('password', `must have at least ${passwordLengthMin} characters`)
  if (password.length > passwordLengthMax) throw badField('password', `must have at most ${passwordLengthMax} characters`)
}

/** Makes a person and their password in one transaction. better-auth's own sign-up is closed, to the server too. */
export async function createStaff(
  auth: Auth,
  person: { readonly name: string; readonly email: string; readonly password: string },
): Promise<{ id: string }> {
  const email = person.email.toLowerCase()
  if (!emailPattern.test(email)) throw badField('email', 'must be an e-mail address')
  checkPassword(person.password)
  const { adapter, password } = await auth.$context
  const hash = await password.hash(person.password)
  return adapter.transaction(async tx => {
    const taken = await tx.findOne({ model: 'user', where: [{ field: 'email', value: email }] })
    if (taken !== null) throw badField('email', 'belongs to somebody who can log in already')
    const data = { name: person.name, email, emailVerified: false }
    const { id, createdAt } = await tx.create<typeof data, { id: string; createdAt: Date }>({ model: 'user', data })
    const account = { userId: id, accountId: id, providerId: 'credential', password: hash, updatedAt: createdAt }
    await tx.create({ model: 'account', data: account })
    return { id }
  })
}

/** The person of this id, if there is one. */
export async function findStaff(auth: Auth, staffId: string): Promise<Staff | undefined> {
  const { internalAdapter } = await auth.$context
  const user = await internalAdapter.findUserById(staffId)
  return user === null ? undefined : staffOf(user)
}
