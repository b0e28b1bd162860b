// Certificates: what the server's authority may certify, what programs refuse, and when the server makes a
// new one. The test sets the time; OpenSSL (curl) and BoringSSL (Bun's client) check the chains.
import { describe, expect, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certifiableNames } from '../../src/domain/local-name.ts'
import { publicUrlOf } from '../../src/http/server/host.ts'
import { newAuthority, newLeaf } from '../../src/lan/authority.ts'
import { certifyHere } from '../../src/lan/certify.ts'
import { newLan } from '../../src/lan/lan.ts'
import { localCertificate } from '../../src/lan/local-certificate.ts'
import { assertCertificateHasKey, hostOfCertificate, ownCertificate } from '../../src/lan/own-certificate.ts'
import { type Pair, validityOf } from '../../src/lan/pair.ts'
import { keepCertificate, renewalCheckMs } from '../../src/lan/renewal.ts'
import { findSetting } from '../../src/store/account.ts'
import { newSeal } from '../../src/store/folder/seal.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { newOrderedIds, type World } from '../../src/world.ts'
import { faultOf } from '../kit/fault.ts'
import { newTimeline } from '../kit/simulated-world.ts'

const day = 86_400_000
const start = Date.UTC(2026, 10, 22)
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }
const names = certifiableNames('Duka-PC', ['pay.example.com', '10.0.0.9', 'till_1'])
const serial = () => random.bytes(16)
const leafOf = (authority: Pair, forNames: readonly string[], addresses: readonly string[] = []) =>
  newLeaf({ authority, names: forNames, addresses, now: Date.now(), serial: serial() })

test('names are those of this server, without addresses and invalid names', () => {
  expect(names).toEqual([
    'kaunta.local',
    ...[2, 3, 4, 5, 6, 7, 8, 9].map(count => `kaunta-${count}.local`),
    ...['localhost', 'duka-pc', 'duka-pc.local', 'pay.example.com'],
  ])
})

describe('a certificate of the authority', () => {
  const made = newAuthority({ names, label: 'test', now: Date.now(), serial: serial() })

  /** Serves with a leaf and opens it by this host, with curl and with Bun's own client. */
  async function opened(pair: Pair, host: string): Promise<[curl: string, bun: string]> {
    const ca = (await made).certificate
    const folder = mkdtempSync(join(tmpdir(), 'kaunta-tls-'))
    const tls = { cert: pair.certificate, key: pair.key }
    const server = Bun.serve({ hostname: '127.0.0.1', port: 0, tls, fetch: () => new Response('open') })
    try {
      writeFileSync(join(folder, 'ca.pem'), ca)
      const url = `https://${host}:${server.port}/`
      const resolve = ['--resolve', `${host}:${server.port}:127.0.0.1`]
      const words = ['curl', '-sS', '--max-time', '10', '--cacert', join(folder, 'ca.pem'), ...resolve, url]
      const run = Bun.spawn(words, { stdout: 'pipe', stderr: 'pipe' })
      const curl = (await new Response(run.stdout).text()) || (await new Response(run.stderr).text())
      const bun = await fetch(`https://127.0.0.1:${server.port}/`, { tls: { ca, serverName: host } })
        .then(answer => answer.text())
        .catch(error => String(error.code))
      return [curl, bun]
    } finally {
      await server.stop(true)
      rmSync(folder, { recursive: true })
    }
  }

  test('opens by name and by address, in curl and in Bun', async () => {
    const leaf = await leafOf(await made, names, ['127.0.0.1'])
    expect(await opened(leaf, 'kaunta.local')).toEqual(['open', 'open'])
    expect(await opened(leaf, '127.0.0.1')).toEqual(['open', 'open'])
  })

  test('for another name is refused by both', async () => {
    const [curl, bun] = await opened(await leafOf(await made, ['bank.example']), 'bank.example')
    expect(curl).toContain('permitted subtree violation')
    expect(bun).not.toBe('open')
  })

  test('has what devices ask for', async () => {
    const authority = new X509Certificate((await made).certificate)
    expect(authority.ca).toBe(true)
    const ten = Date.parse(authority.validTo) - Date.parse(authority.validFrom)
    expect(Math.round(ten / day / 365)).toBe(10)
    const leaf = new X509Certificate(
      (await leafOf(await made, names, ['192.168.1.10', 'fd00::1'])).certificate,
    )
    expect(leaf.ca).toBe(false)
    expect(leaf.checkIssued(authority)).toBe(true)
    expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
    expect([leaf.checkHost('kaunta-2.local'), leaf.checkIP('192.168.1.10')]).toEqual([
      'kaunta-2.local',
      '192.168.1.10',
    ])
    const [from, until] = [Date.parse(leaf.validFrom), Date.parse(leaf.validTo)]
    expect(until - from).toBeLessThanOrEqual(397 * day)
    expect(from).toBeLessThan(Date.now() - day + 60_000)
  })
})

/** Opens a folder whose server makes its certificate, at a time and with addresses that a test moves. */
function openLocal(at = start) {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-tls-'))
  const state = { now: at, addresses: ['192.168.1.10'], unreliable: false }
  const store = openSqlite(folder, at, cause => expect(cause).toBeUndefined())
  const world: World = {
    clock: {
      now: () => state.now,
      elapsed: () => 0,
      isUnreliable: () => state.unreliable,
      confirm: () => {},
      floor: () => {},
      after: () => () => {},
    },
    random,
    ids: newOrderedIds(random),
    net: { request: () => Promise.reject(new Error('none')), print: () => Promise.reject(new Error('none')) },
    log: () => {},
  }
  const seal = newSeal(random.bytes(32))
  /** Returns the certificate as after a start. */
  const source = (moreNames: readonly string[] = []) =>
    localCertificate({
      world,
      store,
      seal,
      hostname: 'duka',
      moreNames,
      builtAt: start,
      certify: certifyHere,
      addresses: () => state.addresses,
    })
  return {
    state,
    source,
    world,
    seal,
    store,
    async close() {
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

describe('the certificate of this server', () => {
  test('is the same after a restart, and its keys are sealed', async () => {
    const local = openLocal()
    const first = local.source()
    const leaf = await first.current()
    expect(await first.current()).toBe(leaf)
    const second = local.source()
    expect(await second.current()).toEqual(leaf)
    expect(second.authority()).toBe(first.authority())
    const stored = await findSetting(local.store.read, 'tls')
    expect(Buffer.from(stored ?? '', 'base64').toString('latin1')).not.toContain('PRIVATE KEY')
    await local.close()
  })

  /** What happens, and whether leaf and authority are replaced. */
  const table: [string, (state: ReturnType<typeof openLocal>['state']) => void, boolean, boolean][] = [
    ['nothing', () => {}, false, false],
    [
      'an address is gone',
      state => {
        state.addresses = []
      },
      false,
      false,
    ],
    [
      'an address is new',
      state => {
        state.addresses = ['192.168.1.11']
      },
      true,
      false,
    ],
    [
      'a month before its end',
      state => {
        state.now += 368 * day
      },
      true,
      false,
    ],
    [
      'the clock is at 1970',
      state => {
        state.now = 0
      },
      false,
      false,
    ],
    [
      'the authority has ended',
      state => {
        state.now += 3_660 * day
      },
      true,
      true,
    ],
    [
      'the authority has ended by a clock that jumped',
      state => {
        state.now += 3_660 * day
        state.unreliable = true
      },
      true,
      false,
    ],
  ]
  test.each(table)('%s', async (_, change, isNewLeaf, isNewAuthority) => {
    const local = openLocal()
    const source = local.source()
    const [leaf, authority] = [await source.current(), source.authority()]
    change(local.state)
    expect((await source.current()) !== leaf).toBe(isNewLeaf)
    expect(source.authority() !== authority).toBe(isNewAuthority)
    const settled = await source.current()
    expect(await source.current()).toBe(settled)
    await local.close()
  })

  test('made by a clock at 1970 is good today', async () => {
    const local = openLocal(0)
    const { from, until } = validityOf((await local.source().current()).certificate)
    expect([from < start, until > start]).toEqual([true, true])
    await local.close()
  })

  test('leaves out a name that the authority may not certify', async () => {
    const local = openLocal()
    await local.source().current()
    local.state.addresses = ['192.168.1.12']
    const leaf = new X509Certificate((await local.source(['pay.example.com']).current()).certificate)
    expect([leaf.checkHost('pay.example.com'), leaf.checkHost('kaunta.local')]).toEqual([
      undefined,
      'kaunta.local',
    ])
    await local.close()
  })
})

describe('the base of links', () => {
  const settings = { publicUrl: undefined, host: '0.0.0.0', port: 8080, httpsPort: 8443 }
  const cards = ['192.168.1.10', 'fd00::1']
  type Settings = Parameters<typeof publicUrlOf>[0]
  const table: [string, Partial<Settings>, certified: string | undefined, url: string][] = [
    ['http by address, for phones that trust nothing of ours', {}, undefined, 'http://192.168.1.10:8080'],
    ['https with a certificate of the owner’s', {}, 'pay.duka.co.tz', 'https://pay.duka.co.tz:8443'],
    ['without its usual port', { httpsPort: 443 }, 'pay.duka.co.tz', 'https://pay.duka.co.tz'],
    ['as configured', { publicUrl: 'http://duka.lan' }, 'pay.duka.co.tz', 'http://duka.lan'],
  ]
  test.each(table)('%s', (_, change, certified, url) => {
    expect(publicUrlOf({ ...settings, ...change }, cards, certified)).toBe(url)
  })

  test.each<[names: string[], addresses: string[], host: string | undefined]>([
    [['*.duka.co.tz', 'pay.duka.co.tz'], ['192.168.1.10'], 'pay.duka.co.tz'],
    [[], ['192.168.1.10'], '192.168.1.10'],
    [[], ['fd00::1'], '[fd00:0:0:0:0:0:0:1]'],
    [['*.duka.co.tz'], [], undefined],
  ])('a certificate for %p and %p is for the host %p', async (names, addresses, host) => {
    const authority = await newAuthority({
      names: ['duka.co.tz'],
      label: 'links',
      now: start,
      serial: serial(),
    })
    const leaf = await newLeaf({ authority, names, addresses, now: start, serial: serial() })
    const folder = mkdtempSync(join(tmpdir(), 'kaunta-host-'))
    const tlsCertificate = join(folder, 'cert.pem')
    expect(hostOfCertificate({ httpsPort: 8443, tlsCertificate })).toBeUndefined()
    writeFileSync(tlsCertificate, leaf.certificate)
    expect(hostOfCertificate({ httpsPort: 8443, tlsCertificate })).toBe(host)
    expect(hostOfCertificate({ httpsPort: 0, tlsCertificate })).toBeUndefined()
    rmSync(folder, { recursive: true })
  })
})

describe('a certificate of the owner’s', () => {
  const [tlsCertificate, tlsKey] = ['/etc/kaunta/fullchain.pem', '/etc/kaunta/privkey.pem']
  test.each([
    [{ httpsPort: 8443, tlsCertificate, tlsKey }, undefined],
    [{ httpsPort: 8443, tlsCertificate: undefined, tlsKey: undefined }, undefined],
    [{ httpsPort: 8443, tlsCertificate, tlsKey: undefined }, 'KAUNTA_TLS_KEY'],
    [{ httpsPort: 0, tlsCertificate, tlsKey: undefined }, undefined],
    [{ httpsPort: 8443, tlsCertificate: undefined, tlsKey }, undefined],
  ])('%j: the variable that is missing is %p', (settings, missing) => {
    const found = faultOf(() => assertCertificateHasKey(settings))
    expect(found?.problems.map(({ field, reason }) => [field, reason])).toEqual(
      missing === undefined ? undefined : [[missing, 'config_invalid']],
    )
  })

  test('makes those addresses secure that it names', async () => {
    const local = openLocal()
    const folder = mkdtempSync(join(tmpdir(), 'kaunta-tls-'))
    const [tlsCertificate, tlsKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    const authority = await newAuthority({ names: ['co.tz'], label: 'own', now: start, serial: serial() })
    const leaf = await leafOf(authority, ['*.duka.co.tz', 'duka.co.tz'], ['192.168.1.11', 'fd00::1'])
    writeFileSync(tlsCertificate, leaf.certificate)
    writeFileSync(tlsKey, leaf.key)
    const lan = newLan({
      ...local,
      builtAt: start,
      certify: certifyHere,
      moreNames: ['pay.duka.co.tz', '192.168.1.11', 'kaunta.shop.lan'],
      addresses: () => ['192.168.1.10', '192.168.1.11', 'fd00::1'],
      settings: { host: '::', httpsPort: 8443, mdns: false, tlsCertificate, tlsKey },
    })
    expect(lan.isCertified('pay.duka.co.tz')).toBe(false)
    await lan.start({ port: 8080, serveHttps: port => port })
    expect(lan.places().map(({ url, kind }) => `${kind} ${url}`)).toEqual([
      'name https://pay.duka.co.tz:8443',
      'name http://pay.duka.co.tz:8080',
      'address http://192.168.1.10:8080',
      'address https://192.168.1.11:8443',
      'address http://192.168.1.11:8080',
      'address https://[fd00::1]:8443',
      'address http://[fd00::1]:8080',
    ])
    expect(
      ['PAY.duka.co.tz', 'duka.co.tz', 'a.b.duka.co.tz', 'kaunta.local', '[fd00::1]'].map(lan.isCertified),
    ).toEqual([true, true, false, false, true])
    await lan.stop()
    await local.close()
    rmSync(folder, { recursive: true })
  })

  test('is read again when both files have changed, and the last one serves until then', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kaunta-tls-'))
    const files = [join(folder, 'cert.pem'), join(folder, 'key.pem')] as const
    const write = (file: string, text: string) => {
      writeFileSync(`${file}.new`, text)
      renameSync(`${file}.new`, file)
    }
    const timeline = newTimeline(start)
    const logged: string[] = []
    const world = {
      clock: { after: timeline.after },
      log: (_: string, message: string) => logged.push(message),
    } as unknown as World
    const served: Pair[] = []
    const renewal = keepCertificate(world, ownCertificate(...files), pair => served.push(pair))
    const first = await newAuthority({ names, label: 'one', now: start, serial: serial() })
    const next = await newAuthority({ names, label: 'two', now: start, serial: serial() })
    await renewal.check()
    expect([served, logged.splice(0)]).toEqual([[], ['https is not served; http is']])
    write(files[0], first.certificate)
    write(files[1], first.key)
    await renewal.check()
    expect(served).toEqual([first])
    write(files[0], next.certificate)
    await renewal.check()
    expect([served.length, logged.splice(0)]).toEqual([1, ['https keeps its last certificate']])
    write(files[1], next.key)
    await renewal.check()
    expect([served, logged]).toEqual([[first, next], ['https has a new certificate']])
    renewal.stop()
    expect(timeline.next(start + 2 * renewalCheckMs)).toBe(false)
    rmSync(folder, { recursive: true })
  })
})
