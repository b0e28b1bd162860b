// Checks that a restored folder can be used: its key opens what is sealed, an owner can log in, and its
// records fit their chain. A file that is missing or belongs to another shop is found here and not at the
// first sale.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { readHead } from '../engine/chain-head.ts'
import { FolderError } from '../folder/folder.ts'
import { canOpen, keyFileOf, readSeal } from '../folder/seal.ts'
import { foundProblems, newProblems, problemsOfStart } from '../record-problem.ts'

/** Runs a query and returns its values as texts. */
type QueryTexts = (text: string) => string[]

/** Runs `work` with queries on a database of a folder, opened read-only. */
function readDatabase<T>(folder: string, name: string, work: (queryTexts: QueryTexts) => T): T {
  const db = new Database(join(folder, name), { readonly: true })
  try {
    return work(text => db.query(text).values().flat().map(String))
  } finally {
    db.close()
  }
}

/**
 * Checks that a restored folder can be used: its key opens the sealed values, an owner can log in, and its
 * records fit their chain.
 * @throws FolderError that names the part of the back-up that is missing or does not belong to the others
 */
export async function assertUsable(folder: string): Promise<void> {
  const seal = readSeal(keyFileOf(folder))
  if (typeof seal === 'string') throw new FolderError(`the secret.key of the back-up is ${seal}`)
  const { sealed, owners } = readDatabase(folder, 'kaunta.db', queryTexts => ({
    sealed: [
      ...queryTexts('select signing_key from account'),
      ...queryTexts("select credentials from network where connected = 1 and credentials <> ''"),
      ...queryTexts("select value from setting where name = 'tls'"),
    ],
    owners: queryTexts("select distinct staff_id from member where role = 'owner'"),
  }))
  if (!sealed.every(text => canOpen(seal, text)))
    throw new FolderError(
      'the secret.key of the back-up is that of another shop: it does not open what is sealed there; put its own key there, or use another back-up',
    )
  const people = readDatabase(folder, 'staff.db', queryTexts =>
    queryTexts(
      'select user.id from user join account on account.userId = user.id where account.password is not null',
    ),
  )
  if (owners.length > 0 && !owners.some(owner => people.includes(owner)))
    throw new FolderError(
      'no owner of the back-up could log in: its staff.db has none of them; use another back-up',
    )
  await assertRecords(folder)
}

/**
 * Checks the records of a restored folder against their chain.
 * @throws FolderError with the first problem that is new: neither the audit log of the folder nor a start of
 * it has listed the problem
 */
async function assertRecords(folder: string): Promise<void> {
  const head = readHead(folder)
  const db = new Database(join(folder, 'kaunta.db'), { readonly: true })
  try {
    const rows = (text: string, values: unknown[] = []) =>
      db.query(text).values(...(values as never[])) as unknown[][]
    const read = { rows: async (text: string, values?: unknown[]) => rows(text, values) }
    const problems = await foundProblems(read, { head, carried: undefined, rest: async () => {} })
    const startProblems = await problemsOfStart(read)
    const unlisted = await newProblems(read, problems)
    const problem = unlisted.find(newProblem => !startProblems.includes(newProblem))
    if (problem !== undefined)
      throw new FolderError(`the records of the back-up are not whole: ${problem}; use another back-up`)
  } finally {
    db.close()
  }
}
