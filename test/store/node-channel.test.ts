// What nodes say to each other fits into PostgreSQL's payloads, and none of it is cut or said twice.
import { expect, test } from 'bun:test'
import { payloadsOf } from '../../src/store/node-channel.ts'

test('notes go in payloads of their node', () => {
  expect(payloadsOf('n1', [])).toEqual([])
  expect(payloadsOf('n1', ['payment a b', 'till t', 'payment a b'])).toEqual(['n1\npayment a b\ntill t'])
})

test('many notes go in several payloads, each less than 8,000 bytes', () => {
  const notes = Array.from({ length: 500 }, (_, number) => `payment pay_${number} ${'ä'.repeat(20)}`)
  const payloads = payloadsOf('node', notes)
  expect(payloads.length).toBeGreaterThan(1)
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000)
  expect(payloads.flatMap(payload => payload.split('\n').slice(1))).toEqual(notes)
})
