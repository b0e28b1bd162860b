// Makes crafted back-ups from a complete one: each differs in one way, and none is larger than a megabyte on
// disk. A person who can write to a disk with back-ups could make them.
import { Database } from 'bun:sqlite'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Changes a copy of the whole back-up. */
type Craft = (folder: string) => void

const parts = ['kaunta.db', 'staff.db', 'secret.key', 'chain.head'] as const
const needed = parts

const sql =
  (file: string, ...texts: readonly string[]): Craft =>
  folder => {
    const db = new Database(join(folder, file), { readwrite: true })
    for (const text of texts) db.run(text)
    db.close()
  }
const replaced =
  (file: string, make: (path: string) => void): Craft =>
  folder => {
    rmSync(join(folder, file))
    make(join(folder, file))
  }
const written = (file: string, bytes: string | Uint8Array): Craft =>
  replaced(file, path => writeFileSync(path, bytes))
const pipe = (path: string) => void Bun.spawnSync(['mkfifo', path])

const forEach = (what: string, files: readonly string[], make: (file: string) => Craft) =>
  files.map((file): [string, Craft] => [`${file} ${what}`, make(file)])

/** Never ends when it is read. */
const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select i as id from n'
const money = (...texts: readonly string[]) => sql('kaunta.db', 'pragma foreign_keys = off', ...texts)
const unguarded = (...texts: readonly string[]) =>
  money(
    ...['posting', 'audit_entry', 'chain_link'].flatMap(table => [
      `drop trigger ${table}_update`,
      `drop trigger ${table}_delete`,
    ]),
    ...texts,
  )
const headOf = (folder: string) => readFileSync(join(folder, 'chain.head'))

/** Returns hostile back-ups by their defect. @param foreign another shop's complete back-up */
export const hostileBackups = (foreign: string): readonly (readonly [string, Craft])[] => [
  ...forEach('missing', needed, file => folder => rmSync(join(folder, file))),
  ...forEach('empty', needed, file => written(file, '')),
  ...forEach('junk', needed, file => written(file, Buffer.alloc(5_000, 'junk'))),
  ...forEach('a folder', needed, file => replaced(file, path => mkdirSync(path))),
  ...forEach('a pipe', needed, file => replaced(file, pipe)),
  ...forEach('a link to /dev/zero', needed, file => replaced(file, path => symlinkSync('/dev/zero', path))),
  ...forEach('a link to nothing', needed, file => replaced(file, path => symlinkSync('/nowhere', path))),
  ...forEach(
    'of another shop',
    needed,
    file => folder => writeFileSync(join(folder, file), readFileSync(join(foreign, file))),
  ),
  ...forEach(
    'of a terabyte without content',
    needed,
    file => folder => truncateSync(join(folder, file), 2 ** 40),
  ),
  ...forEach(
    'cut in the middle',
    ['kaunta.db', 'staff.db'],
    file => folder => truncateSync(join(folder, file), readFileSync(join(folder, file)).length >> 1),
  ),
  [
    'a view that never ends in the place of payments',
    money('alter table payment rename to old', `create view payment as ${endless}`),
  ],
  [
    'a view that never ends in the place of balances',
    money('drop table balance', `create view balance as ${endless}`),
  ],
  [
    'a view that never ends in the place of people',
    sql('staff.db', 'drop table session', `create view session as ${endless}`),
  ],
  [
    'a trigger on payouts',
    money('create trigger steal after update on payout begin delete from member; end'),
  ],
  [
    'a trigger of another text',
    unguarded('create trigger posting_update before update on posting begin select 1; end'),
  ],
  ['no triggers', unguarded()],
  ['a further table', money('create table more (n integer)')],
  ['a virtual table', money('create virtual table more using fts5(words)')],
  [
    'a column that takes a gigabyte',
    money('alter table setting add column more text as (hex(zeroblob(900000000)))'),
  ],
  [
    'a trigger on logins',
    sql('staff.db', 'create trigger steal after delete on session begin delete from user; end'),
  ],
  [
    'a generated column of logins',
    sql('staff.db', 'alter table session add column more text as (hex(zeroblob(900000000)))'),
  ],
  ['a posting less', unguarded('delete from posting', 'delete from balance')],
  [
    'an audit entry less',
    unguarded('delete from audit_entry where rowid = (select max(rowid) from audit_entry)'),
  ],
  ['a changed audit entry', unguarded("update audit_entry set subject = 'x'")],
  ['no links', unguarded('delete from chain_link')],
  ['balances of nowhere', money("insert or replace into balance select id, 'merchant', 5000 from account")],
  ['no owner', sql('staff.db', 'delete from user', 'delete from account')],
  ['an owner without a password', sql('staff.db', 'update account set password = null')],
  ['a foreign seal', money("update account set signing_key = 'AAAA'")],
  [
    'a head of the future',
    folder =>
      writeFileSync(join(folder, 'chain.head'), headOf(folder).toString('latin1').replaceAll(/^\d+/g, '99')),
  ],
  ['a place in a log that is a link', folder => symlinkSync('/dev/zero', join(folder, 'log.json'))],
  ['a place in a log that is a pipe', folder => pipe(join(folder, 'log.json'))],
]

/** Crafts a back-up. @returns its folder, which has the name of a back-up */
export function craftBackup(whole: string, into: string, craft: Craft): string {
  const folder = join(into, '2026-11-21T000500Z')
  cpSync(whole, folder, { recursive: true })
  craft(folder)
  return folder
}
