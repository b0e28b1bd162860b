// The findings of health checks: how bad each is, its message, and its cure. {names} in a message and a cure
// are params. Pages have texts of their own.

export type HealthState = 'good' | 'warning' | 'bad'

interface HealthEntry {
  readonly state: HealthState
  readonly message: string
  readonly cure: string // empty when there is nothing to do
}

const goodReason = (message: string) => ({ state: 'good', message, cure: '' }) as const
const warningReason = (message: string, cure: string) => ({ state: 'warning', message, cure }) as const
const badReason = (message: string, cure: string) => ({ state: 'bad', message, cure }) as const

const restore = 'keep a copy of this folder and restore the newest back-up into a new one'

const folderReasons = {
  disk_free: goodReason('{free} MB are free'),
  disk_low: warningReason('only {free} MB are free', 'free some space: when none is left, sales stop'),
  disk_full: badReason('only {free} MB are free', 'free some space now: sales stop, or have stopped'),
  disk_fast: goodReason('a write is on the disk after {ms} ms'),
  disk_slow: warningReason(
    'a write is on the disk only after {ms} ms',
    'each sale waits for that: move the data folder to an SSD, and see whether the disk is failing',
  ),
  disk_refuses: badReason(
    'nothing can be written: {why}',
    'let the user that runs Kaunta own the data folder, and see whether the disk is failing',
  ),
  wear_low: goodReason('{percent}% of its life is used'),
  wear_high: warningReason(
    '{percent}% of its life is used',
    'buy another disk, and have a second place for back-ups until it is in',
  ),
  wear_over: badReason(
    'its life is used up',
    'back up to another disk now, and move the data folder to a new one',
  ),
  rights_private: goodReason('other users of this computer cannot read the data folder'),
  rights_open: badReason(
    'other users of this computer can read {paths}',
    'take their rights away (chmod -R go-rwx), or start Kaunta, which does it',
  ),
  key_fits: goodReason('secret.key is present and works'),
  key_missing: badReason('secret.key is missing', 'put the one of a back-up into the data folder'),
  key_damaged: badReason('secret.key is damaged', 'put the one of a back-up into the data folder'),
  key_foreign: badReason(
    'secret.key belongs to another data folder',
    'put the one of a back-up of this folder into it',
  ),
  file_whole: goodReason('it is whole'),
  file_damaged: badReason('it is damaged: {problem}', restore),
  ledger_right: goodReason('the balances are the sums of their postings'),
  ledger_wrong: badReason('{problem}', 'pause payouts, keep a copy of this folder, and ask support'),
  records_kept: goodReason('postings and audit log are unaltered'),
  records_changed: badReason(
    '{problem}',
    'find out who or what changed them, compare the sales with the reports of your networks, then stop Kaunta and run kaunta doctor --accept',
  ),
} as const satisfies Record<string, HealthEntry>

const databaseReasons = {
  database_answers: goodReason('PostgreSQL {version} answers in {ms} ms'),
  database_away: badReason('{why}', 'start PostgreSQL, and see that KAUNTA_DATABASE_URL has its address'),
  database_missing: badReason('{why}', 'make it with createdb --encoding UTF8, or name the right one'),
  database_places: badReason(
    '{why}',
    'raise max_connections of the server, or end programs that hold connections: a node takes some twenty',
  ),
  database_login: badReason(
    '{why}',
    'see that KAUNTA_DATABASE_URL has the user and the password of the server; a password has % as %25, @ as %40, / as %2F, : as %3A',
  ),
  database_refuses: badReason(
    '{why}',
    'add sslmode=verify-full to KAUNTA_DATABASE_URL, or let pg_hba.conf of the server take this user from here',
  ),
  database_authority: badReason(
    'its certificate is not trusted: {why}',
    'name the file of its certificate authority in KAUNTA_DATABASE_URL, such as sslrootcert=/etc/kaunta/database-ca.pem',
  ),
  database_other_name: badReason(
    'its certificate is for another server: {why}',
    'name the server in KAUNTA_DATABASE_URL as its certificate does',
  ),
  database_certificate: badReason(
    'its certificate is not valid now: {why}',
    'renew it, and see that both clocks are right',
  ),
  database_full: badReason(
    'its disk is full',
    'make room on the disk of the server: until then nothing is sold',
  ),
  database_old: badReason('PostgreSQL {version} is too old', 'move the database to PostgreSQL 15 or newer'),
  database_encoding: badReason('its encoding is {encoding}', 'make a database with the encoding UTF8'),
  database_rights: badReason(
    'its user may not change {refuses}',
    'let the user of KAUNTA_DATABASE_URL own the database and all in it',
  ),
  database_read_only: badReason(
    'it takes no writes: it is a standby, or read-only',
    'let KAUNTA_DATABASE_URL lead to the primary, and see that default_transaction_read_only is off',
  ),
  database_left: badReason('it is not to be used: {why}', 'let KAUNTA_DATABASE_URL name the database in use'),
  database_newer: badReason(
    'its tables are those of a newer Kaunta (version {tables})',
    'run the newer Kaunta',
  ),
  database_without_sync: warningReason(
    'fsync is off: a power cut loses what was acknowledged',
    'set fsync = on in postgresql.conf, and reload it',
  ),
  database_without_wait: warningReason(
    'synchronous_commit is off: Kaunta switches it on for itself, other programs lose what they wrote last',
    'set synchronous_commit = on in postgresql.conf, and reload it',
  ),
  shared_key_fits: goodReason('{file} is present and works'),
  shared_key_missing: badReason('{file} is missing', 'copy it from another node, or from a back-up'),
  shared_key_damaged: badReason('{file} is damaged', 'copy it from another node, or from a back-up'),
  shared_key_foreign: badReason(
    '{file} belongs to another database',
    'copy the one of another node to it, or name it with KAUNTA_SECRET_KEY_FILE',
  ),
  backup_of_database: goodReason('the database has those of its own: docs/postgres.md says which'),
  dump_drill_late: warningReason(
    'none has passed since {day}',
    'test the newest dump: kaunta backup --drill --dump FILE',
  ),
  dump_drill_failed: badReason(
    'it failed on {day}: {why}',
    'dump the database again, then test that dump: kaunta backup --drill --dump FILE',
  ),
} as const satisfies Record<string, HealthEntry>

const serverReasons = {
  certificate_off: goodReason('https is off'),
  certificate_first: goodReason('the certificate for https is made at the first start'),
  certificate_valid: goodReason('it is valid until {day}'),
  certificate_ends: warningReason(
    'it ends on {day}',
    'renew it: Kaunta reads the files again when they change',
  ),
  certificate_renews: warningReason(
    'it ended on {day}',
    'start Kaunta, which renews it; see that the clock is right',
  ),
  certificate_ended: badReason(
    'it ended on {day}',
    'renew it: Kaunta reads the files again when they change',
  ),
  certificate_early: badReason('it begins on {day}', 'set the clock of this computer'),
  certificate_lacks_name: badReason(
    'it is not for {name}',
    'use a certificate for that name, or change KAUNTA_PUBLIC_URL',
  ),
  certificate_unreadable: badReason(
    'it cannot be used: {why}',
    'see that KAUNTA_TLS_CERT and KAUNTA_TLS_KEY name a certificate and its key',
  ),
  name_own: goodReason('links lead to {name}'),
  name_loopback: warningReason(
    'links lead to {name}, which only this computer can open',
    'start Kaunta with --host 0.0.0.0, or set KAUNTA_PUBLIC_URL to an address that customers reach',
  ),
  name_gone: warningReason(
    'links lead to {name}, which this computer no longer has',
    'let the router give this computer a fixed address, then start Kaunta again',
  ),
  name_unknown: warningReason(
    'links lead to {name}, which is not found from here',
    'see that the name exists and leads to this computer, or change KAUNTA_PUBLIC_URL',
  ),
  name_found: goodReason('devices in the network find it as {name}'),
  name_silent: warningReason(
    'devices in the network do not find it by its name',
    'see that this computer is in the network and no other program answers mDNS, then start Kaunta again',
  ),
  port_free: goodReason('port {port} is free for Kaunta, which is not running'),
  port_ready: goodReason('Kaunta answers on port {port}'),
  port_unready: badReason(
    'Kaunta on port {port} is not ready: {why}',
    'look it up in docs/trouble.md; the log says more',
  ),
  port_taken: badReason(
    'another program answers on port {port}',
    'stop that program, or choose another port with --port',
  ),
  clock_right: goodReason('it is right by the clock of {network}'),
  clock_plausible: goodReason('it is correct'),
  clock_behind: badReason(
    'it is earlier than the last record, {time}',
    'set the clock, switch time synchronisation on, and change the battery of the mainboard',
  ),
  clock_jumped: warningReason(
    'it jumped within the last day, and no payment network has confirmed it since',
    'see that date and time are right',
  ),
  clock_off: badReason(
    'it differs by {seconds} seconds from the clock of {network}',
    'set the clock and switch time synchronisation on',
  ),
  printer_ready: goodReason('{till} reaches its printer {place}'),
  printer_off: badReason(
    'the printer of {till}, {place}, cannot be reached',
    'switch it on, see to its cable, and compare its address with the one in Tills',
  ),
  printer_without_paper: warningReason('the printer of {till}, {place}, has no paper', 'put a new roll in'),
  network_works: goodReason('{network} works'),
  network_fails: badReason('{network}, {product}: {why}', 'mend that, then test it again under Networks'),
} as const satisfies Record<string, HealthEntry>

const backupReasons = {
  backup_fresh: goodReason('the last one was taken less than {hours} h ago'),
  backup_first: goodReason('the first one is taken tonight'),
  backup_late: warningReason(
    'the last one is {hours} hours old',
    'back up now, and leave the computer on at night',
  ),
  backup_never: warningReason('there is none', 'back up now, and leave the computer on at night'),
  backup_failed: badReason('the last one failed: {why}', 'mend that, then back up now'),
  drill_first: goodReason('the first one is due within 100 days'),
  drill_passed: goodReason('it passed on {day}'),
  drill_late: warningReason(
    'none has passed since {day}',
    'run one in the console (Settings, Server): a back-up that was never restored is unproven',
  ),
  drill_failed: badReason('it failed on {day}: {why}', 'back up now, then run it again'),
  second_none: goodReason('none: a back-up on another disk survives this one (KAUNTA_BACKUP_TO)'),
  second_lacking: warningReason(
    'there is none: back-ups are lost with this disk',
    'name another disk or a bucket with KAUNTA_BACKUP_TO',
  ),
  second_there: goodReason('{place} is there'),
  second_behind: warningReason(
    'the newest sales are not in {place}',
    'see the reason in Settings, Server; what waits follows by itself',
  ),
  second_missing: badReason('{place} is not there', 'connect its disk, or change KAUNTA_BACKUP_TO'),
  second_refuses: badReason('{why}', 'see that the internet is there and the keys of the bucket are right'),
} as const satisfies Record<string, HealthEntry>

export const healthReasons = { ...folderReasons, ...databaseReasons, ...serverReasons, ...backupReasons }
export type HealthReason = keyof typeof healthReasons

/** Why a database cannot be reached. */
export type AwayReason = Extract<
  HealthReason,
  | 'database_away'
  | 'database_missing'
  | 'database_places'
  | 'database_login'
  | 'database_refuses'
  | 'database_authority'
  | 'database_other_name'
  | 'database_certificate'
>
