// Nodes send notes to each other in PostgreSQL's payloads: each note fits, none is cut or sent twice, and a
// node notices a connection that falls silent.
import { expect, test } from 'bun:test'
import { assert } from '../../src/domain/fault.ts'
import { openNodeChannel, payloadsOf } from '../../src/store/engine/node-channel.ts'
import { openSilentWay } from '../kit/silent-way.ts'
import { newPostgresDatabase, testServer } from '../kit/store-database.ts'

test('notes go in payloads of their node, and a repeated note goes once, at its last place', () => {
  expect(payloadsOf('n1', [])).toEqual([])
  expect(payloadsOf('n1', ['payment a b', 'till t', 'payment a b'])).toEqual(['n1\ntill t\npayment a b'])
})

test('many notes go in several payloads, each less than 8,000 bytes', () => {
  const notes = Array.from({ length: 500 }, (_, number) => `payment pay_${number} ${'ä'.repeat(20)}`)
  const payloads = payloadsOf('node', notes)
  expect(payloads.length).toBeGreaterThan(1)
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000)
  expect(payloads.flatMap(payload => payload.split('\n').slice(1))).toEqual(notes)
})

/** Calls back twenty times as fast. */
const quickly = (ms: number, call: () => void) => {
  const timer = setTimeout(call, ms / 20)
  return () => clearTimeout(timer)
}

test.skipIf(!testServer)('a connection that falls silent is noticed, and another one is taken', async () => {
  assert(testServer, 'skipped without a server')
  const url = newPostgresDatabase(testServer)
  const way = openSilentWay(url)
  const cut = await openNodeChannel(way.url, quickly)
  const other = await openNodeChannel(url, quickly)
  const silence = Promise.withResolvers<void>()
  const missed = Promise.withResolvers<void>()
  const notes: string[] = []
  const heard = Promise.withResolvers<void>()
  cut.onSilence(silence.resolve)
  cut.onMissed(missed.resolve)
  other.onNote(note => {
    notes.push(note)
    if (note === 'till back') heard.resolve()
  })
  way.fallSilent()
  cut.send('till lost')
  await silence.promise
  await missed.promise
  cut.send('till back')
  await heard.promise
  expect(notes.filter(note => note !== 'beat')).toEqual(['till lost', 'till back'])
  await cut.close()
  await other.close()
  way.close()
})
