// The back-up of each night, on simulated time: taken once a day however the shop opens and closes, tried
// again and reported when it failed, and not confused by copies that a wrong clock has dated. Copies are real
// where it matters which are kept.
import { describe, expect, test } from 'bun:test'
import { assert } from '../../src/domain/fault.ts'
import type { Appliance } from '../../src/flow/appliance.ts'
import { backupState, runBackup, takeBackup } from '../../src/flow/backup.ts'
import type { Backups } from '../../src/store/backup/backup.ts'
import type { BackupLog } from '../../src/store/backup/log-runner.ts'
import type { Store } from '../../src/store/store.ts'
import { openEndpointShop as openBox } from '../kit/endpoint.ts'
import { at } from '../kit/endpoint-answer.ts'
import { proofTest } from '../kit/proof.ts'
import { openSimulatedShop } from '../kit/simulated-shop.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const dated = (takenAt: number) => ({ name: String(takenAt), takenAt, bytes: 1, isFollowed: true })

/** Returns back-ups that are only dates, oldest first; a test sets what fails. */
function datedBackups(second?: string) {
  const taken: number[] = []
  const carried: number[] = []
  const disk = { fails: false, secondFails: false, secondHangs: false }
  const carry = (takenAt: number) => {
    if (disk.secondFails) throw new Error('the second place is not there')
    if (second && !carried.includes(takenAt)) carried.push(takenAt)
  }
  const backups: Backups = {
    second,
    carry: async ({ takenAt }) => carry(takenAt),
    carriedHead: async () => undefined,
    list: () => taken.map(dated).reverse(),
    async take(now) {
      if (disk.fails) throw new Error('no room')
      taken.push(now)
      if (disk.secondHangs) await new Promise(() => {})
      carry(now)
      return dated(now)
    },
  }
  return { taken, carried, disk, backups }
}
/** Opens a shop with these back-ups, and a function that returns their state. */
async function openBacked(backups: Backups) {
  let read: Store['read'] | undefined
  const shop = await openSimulatedShop({
    store: store => {
      read = store.read
      return { ...store, backups }
    },
  })
  const state = () =>
    backupState({ store: { read, backups }, world: { clock: { now: shop.serverNow } } } as Appliance)
  return { shop, state }
}

/** Formats a time as clocks in Dar es Salaam show it. */
const shown = (time: number) => new Date(time + 3 * hour).toISOString().slice(5, 16)

describe('each night', () => {
  test('one is taken; one that failed is reported, and tried again each hour', async () => {
    const { taken, disk, backups } = datedBackups()
    const { shop, state } = await openBacked(backups)
    const started = shop.time.now()
    await shop.advance({ hours: 1 })
    expect(taken.map(time => time - started)).toEqual([5 * minute])
    await shop.advance({ days: 3 })
    expect(taken.slice(1).map(shown)).toEqual(['03-03T03:00', '03-04T03:00', '03-05T03:00'])

    disk.fails = true
    await shop.advance({ days: 1 })
    expect(taken).toHaveLength(4)
    const failures = shop.log.filter(({ message }) => message === 'a back-up failed')
    expect(failures.length).toBeGreaterThan(3)
    expect(await state()).toMatchObject({ failure: 'no room', isLate: false })
    await shop.advance({ days: 1 })
    expect(await state()).toMatchObject({ failure: 'no room', isLate: true })
    disk.fails = false
    await shop.advance({ hours: 1 })
    expect(taken).toHaveLength(5)
    expect(await state()).toMatchObject({ failure: undefined, isLate: false })
    shop.close()
  })

  test('one that could not be copied to the second place is copied there later, and not taken again', async () => {
    const { taken, carried, disk, backups } = datedBackups('/mnt/usb')
    const { shop, state } = await openBacked(backups)
    await shop.advance({ days: 1 })
    disk.secondFails = true
    await shop.advance({ days: 1, hours: 5 })
    expect(await state()).toMatchObject({ failure: 'the second place is not there', isLate: false })
    const nights = [...taken]
    expect(carried).toEqual(nights.slice(0, 2))
    disk.secondFails = false
    await shop.advance({ hours: 1 })
    expect([taken, carried]).toEqual([nights, [...carried.slice(0, 2), nights.at(-1) ?? 0]])
    expect(await state()).toMatchObject({ failure: undefined })
    await shop.advance({ hours: 6 })
    expect(taken).toEqual(nights)
    shop.close()
  })

  test('one that a power cut kept from the second place is copied there after the next start', async () => {
    const { taken, carried, disk, backups } = datedBackups('/mnt/usb')
    const { shop } = await openBacked(backups)
    disk.secondHangs = true
    await shop.advance({ hours: 1 })
    expect([taken.length, carried]).toEqual([1, []])
    disk.secondHangs = false
    await shop.crash({ minutes: 1 })
    await shop.advance({ minutes: 10 })
    expect(carried).toEqual(taken)
    expect(taken).toHaveLength(1)
    shop.close()
  })

  test('a shop that is off at night has one of each day, also when it opens earlier than the day before', async () => {
    const { taken, backups } = datedBackups()
    const shop = await openSimulatedShop({ store: store => ({ ...store, backups }) })
    for (let days = 0; days < 5; days++) {
      await shop.advance({ hours: 12 })
      await shop.crash({ hours: 11, minutes: 50 })
      await shop.advance({ hours: 11, minutes: 50 })
    }
    expect(taken.map(shown)).toEqual([
      '03-02T08:05',
      ...['03-03T07:50', '03-04T07:40', '03-05T07:30', '03-06T07:20', '03-07T07:10'],
    ])
    shop.close()
  })

  test('a shop that starts again and again has one a day', async () => {
    const { taken, backups } = datedBackups()
    const shop = await openSimulatedShop({ store: store => ({ ...store, backups }) })
    for (let starts = 0; starts < 48; starts++) {
      await shop.advance({ minutes: 50 })
      await shop.crash({ minutes: 10 })
      await shop.advance({ minutes: 10 })
    }
    expect(taken.map(shown)).toEqual(['03-02T08:05', '03-03T03:00', '03-04T03:00'])
    shop.close()
  })
})

describe('a log that has no copy to follow', () => {
  /** Opens a shop whose log asks for a back-up when a test tells it to. */
  async function openAsking() {
    const { taken, disk, backups } = datedBackups('/mnt/usb')
    let ask = () => {}
    const log = { onCopyNeeded: (listener: () => void) => (ask = listener), needsCopy: () => isNeeded }
    let isNeeded = false
    const take: Backups['take'] = async (now, zone) => {
      const backup = await backups.take(now, zone)
      isNeeded = false
      return backup
    }
    const { shop } = await openBacked({ ...backups, take, log: log as unknown as BackupLog })
    await shop.advance({ days: 1, hours: 3 })
    const needCopy = () => {
      isNeeded = true
      ask()
    }
    return { shop, taken, disk, needCopy }
  }

  test('gets one within minutes, and the next night goes on as before', async () => {
    const { shop, taken, needCopy } = await openAsking()
    const nights = taken.length
    const asked = shop.time.now()
    needCopy()
    await shop.advance({ minutes: 10 })
    expect(taken.slice(nights).map(time => time - asked)).toEqual([5 * minute])
    await shop.advance({ days: 1 })
    expect(taken.slice(nights + 1).map(time => shown(time).slice(6))).toEqual(['03:00'])
    shop.close()
  })

  test('gets at most one an hour', async () => {
    const { shop, taken, needCopy } = await openAsking()
    const nights = taken.length
    for (let minutes = 0; minutes < 180; minutes++) {
      needCopy()
      await shop.advance({ minutes: 1 })
    }
    const times = taken.slice(nights)
    expect(times.map((time, index) => time - (times[index - 1] ?? time - hour) >= hour)).toEqual([
      true,
      true,
      true,
    ])
    shop.close()
  })

  test('is tried at most once an hour while the disk fails', async () => {
    const { shop, disk, needCopy } = await openAsking()
    disk.fails = true
    for (let minutes = 0; minutes < 180; minutes++) {
      needCopy()
      await shop.advance({ minutes: 1 })
    }
    const failures = shop.log.filter(({ message }) => message === 'a back-up failed')
    expect(failures).toHaveLength(3)
    shop.close()
  })
})

describe('a server', () => {
  /** Returns the server with a clock that shows a later time. */
  const aheadBy = (appliance: Appliance, ms: number): Appliance => {
    const { clock } = appliance.world
    return { ...appliance, world: { ...appliance.world, clock: { ...clock, now: () => clock.now() + ms } } }
  }
  async function open() {
    const box = await openBox()
    const told = async () => at(await box.request({ as: 'owner', path: '/api/v1/backups' }), 'data')
    const names = () => (box.appliance.store.backups?.list() ?? []).map(({ name }) => name)
    const manualConfirmation = async () =>
      at(await box.request({ as: 'owner', path: '/api/v1/backups', method: 'POST' }), 'data.name')
    return { ...box, told, names, manualConfirmation }
  }

  test('whose clock ran ahead misses no night, reports that it has no back-up, and lists those with wrong dates', async () => {
    const { appliance, advance, told, names, close } = await open()
    const { name } = await takeBackup(aheadBy(appliance, 400 * day))
    advance(2 * day)
    expect(await told()).toMatchObject({ items: [{ name }], state: { taken_at: null, late: true } })
    for (let nights = 1; nights <= 3; nights++) {
      await runBackup(appliance)
      expect(names()).toHaveLength(1 + nights)
      advance(day)
    }
    const [listed, last] = appliance.store.backups?.list() ?? []
    assert(last, 'some were taken')
    expect(listed?.name).toBe(name)
    expect(await told()).toMatchObject({
      state: { taken_at: new Date(last.takenAt).toISOString(), late: false },
    })
    await close()
  })

  proofTest('whose clock ran ahead keeps the back-ups that it takes once the clock is right', async () => {
    const { appliance, advance, names, manualConfirmation, close } = await open()
    for (let days = 0; days < 7; days++) await takeBackup(aheadBy(appliance, (400 + days) * day))
    const first = await manualConfirmation()
    advance(day)
    const second = await manualConfirmation()
    expect(names()).toHaveLength(7 + 2)
    expect(names().slice(7)).toEqual([String(second), String(first)])
    await close()
  })

  proofTest('misses no night after back-ups made manually', async () => {
    const { appliance, advance, names, manualConfirmation, close } = await open()
    for (let nights = 0; nights < 7; nights++) {
      if (nights > 0) advance(day)
      await runBackup(appliance)
    }
    const nights = names()
    expect(nights).toHaveLength(7)
    let last: unknown
    for (let times = 0; times < 7; times++) {
      advance(minute)
      last = await manualConfirmation()
    }
    expect(names()).toEqual([String(last), ...nights.slice(1)])
    await close()
  })
})
