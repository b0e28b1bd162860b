// Opens the store of a server: in its data folder, or in a PostgreSQL database whose key several nodes share.
import { join } from 'node:path'
import type { Config } from './config.ts'
import { badField } from './domain/fault.ts'
import { listAccounts } from './store/account.ts'
import type { BackupPlan } from './store/backup/backup-plan.ts'
import { isS3 } from './store/backup/s3.ts'
import { s3Of } from './store/backup/s3-access.ts'
import { makeNodeFolder } from './store/folder/folder.ts'
import { openSeal, type Seal } from './store/folder/seal.ts'
import type { DatabasePlace } from './store/postgres/postgres.ts'
import { assertOpens, openSharedSeal } from './store/postgres/shared-seal.ts'
import type { StaffPool } from './store/postgres/staff.ts'
import { openSqlite } from './store/sqlite/sqlite.ts'
import type { Store } from './store/store.ts'
import type { World } from './world.ts'

/**
 * Opens PostgreSQL if the settings name a database; otherwise the data folder, which only one process may
 * have open.
 * @param worker the script of the worker that makes back-ups
 * @param isAlone whether no other node may use the database
 * @param isVisitor whether this process runs no jobs
 * @param onBroken is called when a commit has failed
 * @throws FolderError when another process has the data, or when it cannot be read
 */
export async function openStore(
  config: Config,
  { worker, isAlone, isVisitor }: { readonly worker: URL } & Omit<DatabasePlace, 'url'>,
  { clock: { now, after }, random }: World,
  onBroken: (cause: unknown) => void,
): Promise<Store> {
  const log = config.backupLog ? { now, random: random.bytes } : undefined
  const plan = { worker, keep: config.backupKeep, ...secondPlaceOf(config), log, after }
  if (config.databaseUrl === undefined) return openSqlite(config.data, now(), onBroken, plan)
  makeNodeFolder(config.data)
  const { openPostgres } = await import('./store/postgres/postgres.ts')
  return openPostgres({ url: config.databaseUrl, isAlone, isVisitor }, now(), onBroken, after)
}

const keyFileOf = ({ secretKeyFile, data }: Config) => secretKeyFile ?? join(data, 'secret.key')

/**
 * Opens the secret key: that of the data folder, or the one that nodes on a database share. A new key is
 * created only while there is no account yet.
 * @throws FolderError when the key is missing or is not that of the data
 */
export async function sealOf(config: Config, store: Store, { random }: World): Promise<Seal> {
  const [account] = await listAccounts(store.read)
  const file = keyFileOf(config)
  return config.databaseUrl === undefined
    ? openSeal(file, { isFresh: account === undefined, random: random.bytes })
    : openSharedSeal({ file, sealed: account?.signingKey, random: random.bytes })
}

/**
 * Checks that our key opens what the database holds, once there are accounts. When several nodes start
 * together on an empty database, one of them creates the accounts, and its key becomes the key of the
 * database.
 * @throws FolderError when our key is another one
 */
export async function assertKeyOfDatabase(config: Config, store: Store, seal: Seal): Promise<void> {
  if (config.databaseUrl === undefined) return
  const [account] = await listAccounts(store.read)
  if (account) assertOpens(seal, { file: keyFileOf(config), sealed: account.signingKey })
}

/**
 * Returns where people and logins are stored: the path of their own file in the data folder, or, with
 * PostgreSQL, connections to the database of the payments.
 */
export async function loginPlace(
  { databaseUrl, data }: Config,
  { clock }: World,
): Promise<string | StaffPool> {
  if (databaseUrl === undefined) return join(data, 'staff.db')
  const { openStaffPool } = await import('./store/postgres/staff.ts')
  return openStaffPool(databaseUrl, clock.after)
}

/**
 * Checks that the settings name a shared key file only together with a database, because a data folder and
 * its back-ups have a key of their own.
 * @throws Fault `validation_error` when there is a key file but no database
 */
export function assertSharedKey({ databaseUrl, secretKeyFile }: Config): void {
  if (secretKeyFile !== undefined && databaseUrl === undefined)
    throw badField('KAUNTA_SECRET_KEY_FILE', 'config_invalid', {
      expected: 'empty without KAUNTA_DATABASE_URL: the key of a data folder is its secret.key',
      value: JSON.stringify(secretKeyFile),
    })
}

/**
 * Returns the second place of back-ups, the access to its bucket, and how copies are sealed for it.
 * @throws Fault `validation_error` when copies would go to a bucket unsealed
 */
function secondPlaceOf(config: Config): Pick<BackupPlan, 'second' | 'sealing' | 's3'> {
  const { backupTo: second, backupRecipient: recipient, backupPassphraseFile: passphraseFile } = config
  const passphrase = passphraseFile ? { passphraseFile } : undefined
  const sealing = recipient ? { recipient } : passphrase
  if (second && isS3(second) && !sealing)
    throw badField('KAUNTA_BACKUP_RECIPIENT', 'config_invalid', {
      expected:
        'a public key of age (or KAUNTA_BACKUP_PASSPHRASE_FILE a file) when KAUNTA_BACKUP_TO is s3://…',
      value: '""',
    })
  return { second, sealing, s3: s3Of(config) }
}
