// The addresses under which a server is reached: where it listens, what it shows to devices, and the base of
// links.
import { expect, test } from 'bun:test'
import { listenAddresses } from '../../src/domain/address.ts'
import { publicUrlOf } from '../../src/http/server/host.ts'
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
