// The files of a release but its executables: signatures, bill of materials, licences, Debian packages.
import { describe, expect, test } from 'bun:test'
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { join } from 'node:path'
import { dependencies } from '../../package.json' with { type: 'json' }
import { licensesText, listContents } from '../../scripts/release/contents.ts'
import { debianPackage } from '../../scripts/release/debian.ts'
import { billOfMaterials } from '../../scripts/release/sbom.ts'
import { releaseKeyOf, signatureFile } from '../../scripts/release/sign.ts'
import { targets } from '../../scripts/release/target.ts'
import { compareReleases, type Release, signedText } from '../../src/domain/release.ts'
import { testWith } from '../kit/client-tool.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const folder = newTestFolder('kaunta-release-')
const release: Release = {
  version: '1.2.0',
  commit: 'abcdef0',
  built_at: 1_795_000_000_000,
  target: 'linux-x64',
  sha256: 'f'.repeat(64),
}

test.each([
  ['1.2.0', 5, '1.10.0', 1, -1],
  ['2.0.0', 1, '1.9.9', 5, 1],
  ['1.2.0', 5, '1.2.0', 6, -1],
  ['1.2.0', 5, '1.2.0', 5, 0],
])('%s of %d next to %s of %d', (version, builtAt, other, otherBuiltAt, sign) => {
  const compared = compareReleases({ version, built_at: builtAt }, { version: other, built_at: otherBuiltAt })
  expect(Math.sign(compared)).toBe(sign)
})

describe('a signature', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const file = join(folder, 'key.pem')
  const keyed = async () => {
    await Bun.write(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
    return releaseKeyOf({ KAUNTA_RELEASE_KEY: file })
  }

  test('covers every field', async () => {
    const key = await keyed()
    if (!key) throw new Error('no key')
    const { signature, ...signed } = JSON.parse(signatureFile(key, release))
    const open = createPublicKey({ key: Buffer.from(key.publicKey, 'base64'), format: 'der', type: 'spki' })
    const holds = (eachRelease: Release) =>
      verify(null, Buffer.from(signedText(eachRelease)), open, Buffer.from(signature, 'base64'))
    expect(signed).toEqual(release)
    expect(holds(signed)).toBe(true)
    for (const change of [
      { version: '9.0.0' },
      { commit: 'x' },
      { built_at: 1 },
      { target: 'x' },
      { sha256: 'x' },
    ])
      expect(holds({ ...release, ...change })).toBe(false)
  })

  test('needs a key, and one of Ed25519', async () => {
    expect(releaseKeyOf({})).toBeUndefined()
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    await Bun.write(join(folder, 'ec.pem'), other.export({ type: 'pkcs8', format: 'pem' }).toString())
    expect(() => releaseKeyOf({ KAUNTA_RELEASE_KEY: join(folder, 'ec.pem') })).toThrow('no Ed25519 key')
  })
})

test('every target has another name and a runtime of its own', () => {
  expect(new Set(targets.flatMap(({ name, bun, runtime }) => [name, bun, runtime])).size).toBe(
    targets.length * 3,
  )
})

test('the bill of materials has every dependency with its hash, and what depends on what', () => {
  const facts = { version: '1.2.0', commit: 'abcdef0', builtAt: release.built_at }
  const bill = JSON.parse(billOfMaterials(listContents(), facts))
  const named = new Map(bill.components.map((component: { name: string }) => [component.name, component]))
  for (const [name, version] of [...Object.entries(dependencies), ['bun', Bun.version]] as const)
    expect(named.get(name)).toMatchObject({ version, hashes: [{ alg: 'SHA-512' }] })
  const references = new Set(bill.components.map((component: { 'bom-ref': string }) => component['bom-ref']))
  for (const { dependsOn } of bill.dependencies)
    for (const reference of dependsOn) expect(references.has(reference)).toBe(true)
  expect(billOfMaterials(listContents(), facts)).toBe(`${JSON.stringify(bill, undefined, 2)}\n`)
})

test('the licences name everything inside', () => {
  const text = licensesText()
  for (const name of Object.keys(dependencies)) expect(text).toContain(`\n${name} `)
  expect(text).toContain('Bun runtime')
})

testWith('/usr/bin/dpkg-deb')('dpkg reads the Debian package', async () => {
  const file = join(folder, 'kaunta.deb')
  const facts = {
    version: '1.2.0',
    architecture: 'amd64',
    executable: Buffer.from('#!/bin/sh\n'),
    licenses: 'MIT',
  }
  await Bun.write(file, debianPackage({ ...facts, builtAt: release.built_at }))
  const out = join(folder, 'out')
  expect(Bun.spawnSync(['dpkg-deb', '--raw-extract', file, out]).exitCode).toBe(0)
  expect(await Bun.file(join(out, 'DEBIAN/control')).text()).toContain(
    'Version: 1.2.0\nArchitecture: amd64\n',
  )
  expect(await Bun.file(join(out, 'usr/bin/kaunta')).text()).toBe('#!/bin/sh\n')
  const unit = await Bun.file(join(out, 'usr/lib/systemd/system/kaunta.service')).text()
  expect(unit).toContain('\nExecStart="/usr/bin/kaunta" serve --data "/var/lib/kaunta"\nEnvironmentFile=-')
})
