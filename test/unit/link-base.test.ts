// The addresses under which a server is reached: where it listens, what it shows to devices, and the base of
// links, which follows the network.
import { expect, test } from 'bun:test'
import { listenAddresses } from '../../src/domain/address.ts'
import { newPublicUrl, publicUrlOf } from '../../src/http/server/host.ts'
import { newLan } from '../../src/lan/lan.ts'

const settings = { publicUrl: undefined, host: '0.0.0.0', port: 8080, httpsPort: 8443 }
type LanParts = Parameters<typeof newLan>[0]
const both = ['192.168.1.10', 'fd00::1']

test.each<[host: string, addresses: string[], listened: string[]]>([
  ['0.0.0.0', both, ['192.168.1.10']],
  ['0.0.0.0', ['fd00::1'], []],
  ['::', both, both],
  ['192.168.1.10', both, ['192.168.1.10']],
  ['127.0.0.1', both, ['127.0.0.1']],
])('a server on %s of %p listens on %p', (host, addresses, listened) => {
  expect(listenAddresses(host, addresses)).toEqual(listened)
  const lan = newLan({ settings: { ...settings, host }, addresses: () => addresses } as unknown as LanParts)
  expect(lan.places().map(({ url }) => new URL(url).hostname.replace(/[[\]]/g, ''))).toEqual(listened)
})

test('links use no address on which nothing listens', () => {
  const onlyIpv6 = ['fd00::1']
  expect(publicUrlOf(settings, onlyIpv6, undefined)).toBe('http://localhost:8080')
  expect(publicUrlOf({ ...settings, host: '::' }, onlyIpv6, undefined)).toBe('http://[fd00::1]:8080')
})

/** Starts a server with these addresses; `after` returns the base of its links later. */
function serverWith(addresses: string[], given: Partial<Parameters<typeof publicUrlOf>[0]> = {}) {
  const state = { addresses, ms: 0 }
  const publicUrl = newPublicUrl(
    { ...settings, ...given },
    undefined,
    () => state.addresses,
    () => state.ms,
  )
  return {
    publicUrl,
    after(seconds: number, found: string[]) {
      state.addresses = found
      state.ms += seconds * 1_000
      return publicUrl()
    },
  }
}

test('a server that starts before its network has the base of its links when the network is there', () => {
  const { publicUrl, after } = serverWith([])
  expect(publicUrl()).toBe('http://localhost:8080')
  expect(after(60, ['172.17.0.1'])).toBe('http://172.17.0.1:8080')
  expect(after(60, ['192.168.1.10', '172.17.0.1'])).toBe('http://192.168.1.10:8080')
})

test('the base of links follows a new address, and stays while there is none', () => {
  const { after } = serverWith(['192.168.1.10'])
  expect(after(60, [])).toBe('http://192.168.1.10:8080')
  expect(after(60, ['fd00::1'])).toBe('http://192.168.1.10:8080')
  expect(after(60, ['192.168.1.20'])).toBe('http://192.168.1.20:8080')
})

test('the addresses are not read for each link', () => {
  const { after } = serverWith(['192.168.1.10'])
  expect(after(5, ['192.168.1.20'])).toBe('http://192.168.1.10:8080')
  expect(after(5, ['192.168.1.20'])).toBe('http://192.168.1.20:8080')
})

test('a configured base stays', () => {
  const { after } = serverWith([], { publicUrl: 'https://pay.example.com' })
  expect(after(60, ['192.168.1.10'])).toBe('https://pay.example.com')
})
