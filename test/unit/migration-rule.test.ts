// A migration after those of the first release only expands the tables, because nodes of the previous release
// run in parallel (decision 40). One that contracts names the last release that used what it removes. Only
// the text for PostgreSQL counts: a data folder has one process.
import { describe, expect, test } from 'bun:test'
import { migrations, staffMigrations } from '../../migrations/list.ts'
import { version } from '../../package.json' with { type: 'json' }
import { compareReleases } from '../../src/domain/release.ts'

/** How many migrations of each list the first release has. No older release runs in parallel. */
const ofFirst = { payments: 1, staff: 2 } as const

/** Its first line, and the last release that used what goes. */
const contraction = /^-- Contracts what (\d+\.\d+\.\d+) was the last to use\b/

/** Returns the statements without comments; a text between quotes or dollars is one piece. */
const statementsOf = (text: string): string[] =>
  (text.match(/--[^\n]*|\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|;|[^;'$-]+|[-$]/g) ?? [])
    .map(piece => (piece.startsWith('--') ? '' : piece === ';' ? '\0' : piece))
    .join('')
    .split('\0')
    .map(statement => statement.trim().replace(/\s+/g, ' '))
    .filter(statement => statement !== '')

const named = (pattern: RegExp, statement: string) => pattern.exec(statement)?.[1]?.replaceAll('"', '')

/** What PostgreSQL calls a unique constraint of two columns. */
const uniquePair = /^alter table \w+ drop constraint (\w+_key)$/i

interface Context {
  /** Tables of this migration. */
  readonly made: ReadonlySet<string>
  /** Unique constraints that it drops. A unique index of their columns and more accepts all of their rows. */
  readonly dropped: ReadonlySet<string>
}

/** Returns whether rows and statements of the previous release still work. */
function expands(statement: string, { made, dropped }: Context): boolean {
  if (/^create table /i.test(statement) || uniquePair.test(statement)) return true
  const [, table, first, second] = /^create unique index \S+ on (\w+) \((\w+), (\w+), /i.exec(statement) ?? []
  if (dropped.has(`${table}_${first}_${second}_key`)) return true
  const indexed = named(/^create (?:unique )?index \S+ on ("?\w+"?)/i, statement)
  if (indexed !== undefined) return made.has(indexed) || !/^create unique/i.test(statement)
  const filled = named(/^insert into ("?\w+"?)/i, statement)
  if (filled !== undefined) return made.has(filled)
  const column = named(/^alter table "?\w+"? add column (.*)$/i, statement.replace(/'[^']*'/g, "''"))
  if (column === undefined || /\b(check|unique|primary key|generated)\b|,(?![^(]*\))/i.test(column))
    return false
  return !/\bnot null\b/i.test(column) || /\bdefault\b/i.test(column)
}

/** Returns what is wrong with a migration, in words. @param current the version that is made */
function complaints(text: string, current: string): string[] {
  const release = contraction.exec(text)?.[1]
  if (release !== undefined) {
    const isBefore = compareReleases({ version: release, built_at: 0 }, { version: current, built_at: 0 }) < 0
    return isBefore ? [] : [`it contracts what ${release} uses, which is not before ${current}`]
  }
  const statements = statementsOf(text)
  const all = (pattern: RegExp) =>
    new Set(statements.map(statement => named(pattern, statement)).filter(name => name !== undefined))
  const context = { made: all(/^create table ("?\w+"?)/i), dropped: all(uniquePair) }
  return statements
    .filter(statement => !expands(statement, context))
    .map(statement => `it does not only expand: ${statement}`)
}

const later = Object.entries({ payments: migrations, staff: staffMigrations }).flatMap(([list, all]) =>
  all
    .slice(ofFirst[list as keyof typeof ofFirst])
    .map(({ name, text, postgres }) => ({ list, name, text: postgres ?? text })),
)

test('each migration after those of the first release only expands, or names the release that it contracts', () => {
  const found = later.flatMap(({ list, name, text }) =>
    complaints(text, version).map(what => `${list}, ${name}: ${what}`),
  )
  expect(found).toEqual([])
})

describe('the rule', () => {
  test.each([
    'alter table payment add column counter_note {text};',
    '-- Why; and for whom.\nalter table payment add column tries {int} not null default 0',
    `alter table payment add column note {text} not null default 'a;b -- c'; create index note on payment (note);`,
    'create table a (id {text} primary key, n {int} not null check (n > 0)) {strict}; create unique index a_n on a (n);',
    'create table counted (n {int} not null);\ninsert into counted select count(*) from payment;',
    'alter table "user" add column "seenBy" {text} references "user" ("id");',
    'alter table a drop constraint a_b_c_key; create unique index a_b on a (b, c, d);',
    '-- Contracts what 0.1.0 was the last to use: nothing reads the column since 0.2.0.\nalter table payment drop column note;',
  ])('lets pass: %s', text => expect(complaints(text, '0.3.0')).toEqual([]))

  test.each([
    'alter table payment drop column note',
    'alter table payment rename column note to remark',
    'alter table payment rename to sale',
    'alter table payment alter column note set not null',
    'alter table payment add column tries {int} not null',
    'alter table payment add column tries {int} check (tries > 0)',
    'alter table payment add constraint few check (tries < 9)',
    'alter table payment add column a {text}, drop column b',
    'create unique index one_note on payment (note)',
    'alter table a drop constraint a_b_c_key; create unique index a_b on a (b, d, c)',
    'alter table a drop constraint a_b_check',
    'drop table counter',
    'drop index note',
    'update payment set note = null',
    'delete from payment',
    'insert into setting values (1)',
    'create trigger late after insert on payment for each row execute function count_row()',
    '-- Contracts what 0.3.0 was the last to use.\nalter table payment drop column note',
    "insert into a values (';'); drop table b",
  ])('refuses: %s', text => expect(complaints(text, '0.3.0').length).toBeGreaterThan(0))

  test('finds each statement, also after a function whose body has several', () => {
    const text = "create function f() as $$ begin; a -- b\n; end $$;\ncreate table a (b {text} default '$$;')"
    expect(statementsOf(text)).toEqual([
      'create function f() as $$ begin; a -- b ; end $$',
      "create table a (b {text} default '$$;')",
    ])
  })
})
