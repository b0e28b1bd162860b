// Ids in the order they were made, whatever the clock does, and the ranges of ids that moments are.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { idWithPrefix, lowestIdAt, networkReference, randomText } from '../../src/domain/id.ts'
import { newOrderedIds } from '../../src/world.ts'
import { newChance } from '../kit/simulated-world.ts'

const noon = Date.UTC(2026, 2, 2, 9)
const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const newIds = (seed = 1) => newOrderedIds(newChance(seed))
const sorted = (ids: readonly string[]) => ids.toSorted()

describe('a UUIDv7', () => {
  test('has its form, version and variant, and begins with its time', () => {
    const id = newIds().uuid(noon)
    expect(id).toMatch(form)
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(noon)
  })

  test('ten thousand of one millisecond are different and in order', () => {
    const ids = newIds()
    const made = Array.from({ length: 10_000 }, () => ids.uuid(noon))
    expect(made).toEqual(sorted(made))
    expect(new Set(made).size).toBe(10_000)
    expect(made.every(id => form.test(id))).toBe(true)
  })

  test('stays in order while the clock jumps forward and back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -90_000_000, max: 90_000_000 }), { maxLength: 50 }), jumps => {
        const ids = newIds()
        const made = jumps.map(jump => ids.uuid(noon + jump))
        expect(made).toEqual(sorted(made))
        expect(new Set(made).size).toBe(made.length)
      }),
    )
  })
})

describe('after a restart', () => {
  test.each([
    ['the clock set back by an hour', -3_600_000],
    ['the clock at 1970', -noon],
    ['the same millisecond', 0],
    ['the clock gone on', 1],
  ])('%s: new ids follow the newest', (_, jump) => {
    const before = newIds(1)
    const newest = [before.uuid(noon), before.uuid(noon)][1] ?? ''
    const ids = newIds(2)
    ids.follow(newest)
    const made = [ids.uuid(noon + jump), ids.uuid(noon + jump)]
    expect([newest, ...made]).toEqual(sorted([newest, ...made]))
  })

  test('the newest of several, named ones too, in whatever order they arrive', () => {
    const [first = '', second = '', third = ''] = [1, 2, 3].map(ms => newIds(ms).uuid(noon + ms))
    const ids = newIds(4)
    for (const id of [second, idWithPrefix('del', third), first]) ids.follow(id)
    expect(ids.uuid(0) > third).toBe(true)
  })
})

describe('the range of a moment', () => {
  test('idFrom is before all ids of its millisecond and after all earlier ones', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 47 }), fc.integer(), (time, seed) => {
        const [earlier, id, later] = [time - 1, time, time + 1].map(ms => newIds(seed).uuid(ms))
        const from = lowestIdAt(time)
        expect([
          String(earlier) < from,
          from <= String(id),
          String(id) < lowestIdAt(time + 1),
          lowestIdAt(time + 1) <= String(later),
        ]).toEqual([true, true, true, true])
      }),
    )
  })

  test.each([
    [0, '00000000-0000'],
    [-5, '00000000-0000'],
    [noon, '019cadc6-9a80'],
    [noon + 0.9, '019cadc6-9a80'],
  ])('%p: %s', (time, from) => {
    expect(lowestIdAt(time)).toBe(from)
  })
})

describe('a network reference', () => {
  test('is 20 characters of A–Z and 0–9, whatever the moment and the bytes', () => {
    const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 48 }), bytes, (now, random) => {
        expect(networkReference(now, random)).toMatch(/^[0-9A-Z]{20}$/)
      }),
    )
  })

  test('of a later moment comes later, and of the same one is another', () => {
    const { bytes } = newChance(1)
    const made = [noon, noon + 1, noon + 32, noon + 86_400_000].map(now => networkReference(now, bytes(10)))
    expect(made).toEqual(sorted(made))
    expect(networkReference(noon, bytes(10))).not.toBe(networkReference(noon, bytes(10)))
  })
})

test('random text takes letters and digits evenly, and asks for more bytes until there are enough', () => {
  const chance = newChance(1)
  const text = randomText(62_000, chance.bytes)
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(62)
  expect(Math.min(...counts.values())).toBeGreaterThan(850)
  expect(Math.max(...counts.values())).toBeLessThan(1_150)
  const refused = [Uint8Array.of(255, 248), Uint8Array.of(0, 61)]
  expect(randomText(2, () => refused.shift() ?? Uint8Array.of(1))).toBe('aZ')
})

test('named ids carry their kind in front', () => {
  expect(idWithPrefix('evt', '019cacea-e080-7039-b736-3a5c0deedfd1')).toBe(
    'evt_019caceae0807039b7363a5c0deedfd1',
  )
})
