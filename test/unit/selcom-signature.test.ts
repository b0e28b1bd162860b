// The signature of requests to Selcom, on the vendor's own example.
import { expect, test } from 'bun:test'
import { selcomDigest, selcomTime, signHeaders } from '../../src/connector/selcom/signature.ts'

const apiKey = '202cb962ac59075b964b07152d234b70'
const apiSecret = '81dc9bdb52d04dc20036dbd8313ed055'
const example = { utilityref: '12345', transid: 'transid', amount: 5000 }
const exampleAt = Date.UTC(2019, 1, 26, 6, 30, 46, 999)

test('the example of the documentation has the documented digest', () => {
  expect(signHeaders({ apiKey, apiSecret }, example, exampleAt)).toEqual({
    'content-type': 'application/json',
    accept: 'application/json',
    authorization: 'SELCOM MjAyY2I5NjJhYzU5MDc1Yjk2NGIwNzE1MmQyMzRiNzA=',
    'digest-method': 'HS256',
    digest: 'TFHAyQ1k1d601bVfimp+GJsgiBPzMmmV0QJl0bX1c1Q=',
    timestamp: '2019-02-26T09:30:46+03:00',
    'signed-fields': 'utilityref,transid,amount',
  })
})

test('another order of the fields is another digest', () => {
  const { amount, ...rest } = example
  const sign = (fields: object) => selcomDigest(apiSecret, selcomTime(exampleAt), fields as never)
  expect(sign({ amount, ...rest })).not.toBe(sign(example))
})

test('the time is that of East Africa on any machine, in whole seconds', () => {
  expect(selcomTime(Date.UTC(2026, 11, 31, 23, 59, 59, 500))).toBe('2027-01-01T02:59:59+03:00')
})
