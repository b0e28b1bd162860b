// How many streams may be open: for one caller, for one merchant, and for the server.
import { expect, test } from 'bun:test'
import { merchantOf, newStreamCount } from '../../src/http/server/stream-count.ts'

/** Opens streams of `callers` keys, 200 each. @returns the ways to end them */
function opened(streams: ReturnType<typeof newStreamCount>, merchant: string, callers: number) {
  const ends: (() => void)[] = []
  for (let key = 0; key < callers; key++)
    for (let count = 0; count < 200; count++)
      ends.push(streams.open({ caller: `${merchant} ${key}`, merchant }))
  return ends
}

test('a caller has 200, a merchant 2,000 with all its keys, and others still open theirs', () => {
  const streams = newStreamCount()
  const [end = () => {}] = opened(streams, 'asha', 10)
  expect(() => streams.open({ caller: 'asha 0', merchant: 'asha' })).toThrow('you have 200 streams open')
  const more = () => streams.open({ caller: 'asha 10', merchant: 'asha' })
  expect(more).toThrow('this shop has 2000 streams open')
  opened(streams, 'juma', 10)
  end()
  end()
  more()
  expect(more).toThrow('this shop has 2000 streams open')
})

test('five merchants fill the server', () => {
  const streams = newStreamCount()
  for (const merchant of ['a', 'b', 'c', 'd', 'e']) opened(streams, merchant, 10)
  expect(() => streams.open({ caller: 'f 0', merchant: 'f' })).toThrow('this server has 10000 streams open')
})

test('an account and its twin are one merchant', () => {
  const live = { id: 'acct_live', twinId: 'acct_sandbox', mode: 'live' } as const
  const sandbox = { id: 'acct_sandbox', twinId: 'acct_live', mode: 'sandbox' } as const
  expect([live, sandbox, { ...sandbox, twinId: null }].map(merchantOf)).toEqual([
    'acct_live',
    'acct_live',
    'acct_sandbox',
  ])
})
