// The check of each fact about a server: good, a warning or bad, always with a cure when something is wrong.
import { describe, expect, test } from 'bun:test'
import { type HealthFacts, healthChecks, worstOf } from '../../src/domain/health.ts'
import { type AwayReason, healthReasons } from '../../src/domain/health-reason.ts'

const now = Date.UTC(2026, 10, 21, 9)
const day = 86_400_000
const well: HealthFacts = {
  now,
  isForOwner: false,
  database: undefined,
  keyFile: undefined,
  freeBytes: 20e9,
  write: { ms: 4.2 },
  wear: 10,
  openPaths: [],
  key: 'fits',
  findings: (['kaunta.db', 'staff.db', 'ledger', 'records'] as const).map(name => ({ name, problems: [] })),
  certificate: { kind: 'read', from: now - day, until: now + 300 * day, isOwned: true, lacks: undefined },
  links: { host: '192.168.1.10', state: 'own' },
  localName: 'kaunta.local',
  port: { number: 8080, state: 'ready' },
  newest: now - 1,
  hasJumped: false,
  offsets: [{ network: 'Selcom', ms: -900 }],
  printers: [{ till: 'Mbele', place: '192.168.1.9:9100', state: 'ready' }],
  networks: [{ title: 'Selcom', tests: [{ name: 'orders', result: 'ok' }] }],
  drill: { at: now - day, state: 'passed', failure: '', isLate: false },
  backup: {
    takenAt: now - 3 * 3_600_000,
    failure: undefined,
    isLate: false,
    second: { place: '/mnt/usb', problem: undefined, isLogBehind: false },
  },
}
const database = (more: object = {}): Partial<HealthFacts> => ({
  database: {
    kind: 'reached',
    version: '15.18',
    ms: 0.4,
    isOld: false,
    encoding: 'UTF8',
    protectedObject: undefined,
    ...{
      isReadOnly: false,
      isFull: false,
      isFsyncOn: true,
      isSynchronousCommitOn: true,
      moveReason: undefined,
      newerTables: undefined,
    },
    ...more,
  } as NonNullable<HealthFacts['database']>,
})
const passed = { at: now - day, state: 'passed', failure: '', isLate: false } as const
const backup = (more: Partial<NonNullable<HealthFacts['backup']>>) => ({
  backup: {
    takenAt: undefined,
    failure: undefined,
    isLate: false,
    second: undefined,
    ...more,
  },
})
const ofDatabase = (drill: Partial<NonNullable<HealthFacts['drill']>>): Partial<HealthFacts> => ({
  ...database(),
  backup: undefined,
  drill: { ...passed, ...drill },
})
const certificate = (more: object): Partial<HealthFacts> => ({
  certificate: { ...well.certificate, ...more } as HealthFacts['certificate'],
})
const reasonsOf = (facts: Partial<HealthFacts>) => {
  const usual = new Set(healthChecks(well).map(({ reason }) => reason))
  return healthChecks({ ...well, ...facts })
    .filter(({ reason }) => !usual.has(reason))
    .map(({ reason, state }) => `${reason} ${state}`)
}

test('a well server has good checks only', () => {
  expect(worstOf(healthChecks(well))).toBe('good')
  expect(healthChecks(well)).toHaveLength(19)
})

const awayReasons: readonly AwayReason[] = [
  ...(['database_away', 'database_missing', 'database_places', 'database_login'] as const),
  ...(['database_refuses', 'database_authority', 'database_other_name', 'database_certificate'] as const),
]

const table: [Partial<HealthFacts>, string[]][] = [
  [{ freeBytes: 500e6 }, []],
  [{ freeBytes: 500e6 - 1 }, ['disk_low warning']],
  [{ freeBytes: 50e6 - 1 }, ['disk_full bad']],
  [{ write: { ms: 251 } }, ['disk_slow warning']],
  [{ write: { why: 'EROFS' } }, ['disk_refuses bad']],
  [{ wear: undefined }, []],
  [{ wear: 80 }, ['wear_high warning']],
  [{ wear: 110 }, ['wear_over bad']],
  [{ openPaths: ['secret.key'] }, ['rights_open bad']],
  [{ key: 'missing' }, ['key_missing bad']],
  [{ key: 'damaged' }, ['key_damaged bad']],
  [{ key: 'foreign' }, ['key_foreign bad']],
  [database(), ['database_answers good']],
  ...awayReasons.map((reason): [Partial<HealthFacts>, string[]] => [
    database({ kind: 'away', reason, why: 'refused' }),
    [`${reason} bad`],
  ]),
  [database({ isFull: true }), ['database_full bad']],
  [database({ version: '14.1', isOld: true }), ['database_old bad']],
  [database({ encoding: 'LATIN1' }), ['database_encoding bad']],
  [database({ protectedObject: 'the table payment' }), ['database_rights bad']],
  [database({ isReadOnly: true }), ['database_read_only bad']],
  [database({ moveReason: 'it was moved' }), ['database_left bad']],
  [database({ newerTables: 2 }), ['database_newer bad']],
  [
    database({ isFsyncOn: false, isSynchronousCommitOn: false }),
    ['database_without_sync warning', 'database_without_wait warning'],
  ],
  [{ ...database(), backup: undefined }, ['database_answers good', 'backup_of_database good']],
  ...(['fits', 'missing', 'damaged', 'foreign'] as const).map((key): [Partial<HealthFacts>, string[]] => [
    { key, keyFile: '/etc/kaunta/secret.key' },
    [`shared_key_${key} ${key === 'fits' ? 'good' : 'bad'}`],
  ]),
  [{ findings: [{ name: 'staff.db', problems: ['x'] }] }, ['file_damaged bad']],
  [{ findings: [{ name: 'ledger', problems: ['x'] }] }, ['ledger_wrong bad']],
  [{ findings: [{ name: 'records', problems: ['x', 'y'] }] }, ['records_changed bad', 'records_changed bad']],
  [{ certificate: { kind: 'off' } }, ['certificate_off good']],
  [{ certificate: { kind: 'first' } }, ['certificate_first good']],
  [{ certificate: { kind: 'unreadable', why: 'x' } }, ['certificate_unreadable bad']],
  [certificate({ until: now + 20 * day }), ['certificate_ends warning']],
  [certificate({ until: now + 20 * day, isOwned: false }), []],
  [certificate({ until: now - 1 }), ['certificate_ended bad']],
  [certificate({ until: now - 1, isOwned: false }), ['certificate_renews warning']],
  [certificate({ from: now + 1 }), ['certificate_early bad']],
  [certificate({ lacks: 'pay.duka.co.tz' }), ['certificate_lacks_name bad']],
  [{ links: { host: '192.168.1.10', state: 'gone' } }, ['name_gone warning']],
  [{ links: { host: '127.0.0.1', state: 'own' }, isForOwner: true }, ['name_loopback warning']],
  [{ links: { host: 'localhost', state: 'own' }, isForOwner: true }, ['name_loopback warning']],
  [{ ...backup({}), isForOwner: true }, ['backup_first good', 'second_lacking warning']],
  [{ links: { host: 'pay.duka.co.tz', state: 'unknown' } }, ['name_unknown warning']],
  [{ localName: undefined }, []],
  [{ localName: null }, ['name_silent warning']],
  [{ port: { number: 8080, state: 'free' } }, ['port_free good']],
  [{ port: { number: 8080, state: 'taken' } }, ['port_taken bad']],
  [{ port: { number: 8080, state: { why: 'disk_full' } } }, ['port_unready bad']],
  [{ offsets: [] }, ['clock_plausible good']],
  [{ newest: now + 1 }, ['clock_behind bad']],
  [{ hasJumped: true }, ['clock_jumped warning']],
  [{ offsets: [{ network: 'Selcom', ms: 120_001 }] }, ['clock_off bad']],
  [{ offsets: [{ network: 'Selcom', ms: -120_001 }], newest: now + 1 }, ['clock_off bad']],
  [{ printers: [{ till: 'Mbele', place: 'x', state: 'off' }] }, ['printer_off bad']],
  [{ printers: [{ till: 'Mbele', place: 'x', state: 'without_paper' }] }, ['printer_without_paper warning']],
  [{ networks: [{ title: 'Selcom', tests: [{ name: 'orders', result: 'silent' }] }] }, ['network_fails bad']],
  [backup({}), ['backup_first good', 'second_none good']],
  [backup({ isLate: true }), ['backup_never warning', 'second_none good']],
  [backup({ takenAt: now - 40 * 3_600_000, isLate: true }), ['backup_late warning', 'second_none good']],
  [{ drill: undefined }, []],
  [{ drill: { ...passed, state: 'none' } }, ['drill_first good']],
  [{ drill: { ...passed, isLate: true } }, ['drill_late warning']],
  [{ drill: { ...passed, state: 'failed', failure: 'x' } }, ['drill_failed bad']],
  [ofDatabase({ state: 'none' }), ['database_answers good', 'backup_of_database good', 'drill_first good']],
  [
    ofDatabase({ isLate: true }),
    ['database_answers good', 'backup_of_database good', 'dump_drill_late warning'],
  ],
  [
    ofDatabase({ state: 'failed', failure: 'x' }),
    ['database_answers good', 'backup_of_database good', 'dump_drill_failed bad'],
  ],
  [backup({ failure: 'x', isLate: true }), ['backup_failed bad', 'second_none good']],
  [
    backup({ second: { place: '/mnt/usb', problem: 'missing', isLogBehind: false } }),
    ['backup_first good', 'second_missing bad'],
  ],
  [
    backup({ second: { place: '/usb', problem: undefined, isLogBehind: true } }),
    ['backup_first good', 'second_behind warning'],
  ],
  [
    backup({ second: { place: 's3://duka', problem: 'x', isLogBehind: false } }),
    ['backup_first good', 'second_refuses bad'],
  ],
]

test.each(table)('%o', (facts, reasons) => {
  expect(reasonsOf(facts)).toEqual(reasons)
})

describe('the words', () => {
  test('every reason is reached by a row', () => {
    const reached = new Set(
      table.flatMap(([facts]) => healthChecks({ ...well, ...facts }).map(healthCheck => healthCheck.reason)),
    )
    expect([...reached].sort()).toEqual((Object.keys(healthReasons) as (keyof typeof healthReasons)[]).sort())
  })

  test('a cure where something is wrong and only there, and every gap is filled', () => {
    for (const [facts] of table)
      for (const { state, message, cure } of healthChecks({ ...well, ...facts })) {
        expect(cure === '').toBe(state === 'good')
        expect(message + cure).not.toMatch(/\{|undefined|NaN/)
      }
  })
})
