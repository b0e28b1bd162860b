// The table of rate limits is bounded, and drops the least recently used entry.
import { expect, test } from 'bun:test'
import { callerKey, plainAddress } from '../../src/domain/address.ts'
import { newLimiter } from '../../src/http/access/limit.ts'

test('the table holds 50,000 buckets: the one unused for longest makes room', () => {
  const limiter = newLimiter(() => 0)
  const take = (bucket: string) => limiter.take(bucket, 2, () => {})
  take('silent')
  take('silent')
  take('busy')
  take('busy')
  for (let index = 0; index < 60_000; index++) {
    take(`other ${index}`)
    if (index % 1_000 === 0) expect(() => take('busy')).toThrow('more than 2 requests')
  }
  expect(limiter.isFull('silent', 2)).toBe(false)
  expect(limiter.isFull('busy', 2)).toBe(true)
})

test.each([
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.8', false],
  ['203.0.113.7', '::ffff:203.0.113.7', true],
  ['203.0.113.7', '64:ff9b::203.0.113.7', true],
  ['2001:db8:0:1::1', '2001:DB8:0:1:ffff:ffff:ffff:ffff', true],
  ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
  ['fe80::1%eth0', 'fe80::2%eth0', true],
  ['::1', '2001:db8::1', false],
  ['unknown', 'unknown', true],
  ['unknown', '203.0.113.7', false],
])('limits count %s and %s as one caller: %p', (one, other, isOne) => {
  expect(callerKey(one) === callerKey(other)).toBe(isOne)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:443', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
])('the address %s of a proxy is %s', (text, address) => {
  expect(plainAddress(text)).toBe(address)
})
