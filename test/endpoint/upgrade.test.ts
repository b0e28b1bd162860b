// Upgrades in the API: which uploads are accepted, who may start one, and their state.
import { afterAll, afterEach, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { requestedByServer } from '../../src/domain/actor.ts'
import { recordVersion, recordVersionLater, stageUpload } from '../../src/flow/upgrade.ts'
import { readStagedRelease, stageRelease } from '../../src/store/folder/staged-release.ts'
import { openEndpointShop } from '../kit/endpoint.ts'
import { newerRelease, newerSignature, newReleaseKey, signatureHeader, signatureOf } from '../kit/release.ts'
import { until } from '../kit/wait.ts'

const box = await openEndpointShop()
afterEach(() => {
  box.flags.isUpgrading = false
})
afterAll(() => box.close())

const upload = (signature: string, raw: Uint8Array<ArrayBuffer> = newerRelease) =>
  box.request({
    as: 'owner',
    method: 'PUT',
    path: '/api/v1/upgrade/file',
    raw,
    headers: signatureHeader(signature),
  })
const state = async () => Object((await box.request({ as: 'owner', path: '/api/v1/upgrade' })).json).data
const start = () => box.request({ as: 'owner', method: 'POST', path: '/api/v1/upgrade' })

test.each([
  ['release_unsigned', () => upload('what')],
  ['release_of_others', () => upload(signatureOf(newReleaseKey(), newerRelease))],
  ['release_target', () => upload(newerSignature({ target: 'linux-arm64' }))],
  ['release_older', () => upload(newerSignature({ version: '0.0.9' }))],
  ['release_installed', () => upload(newerSignature({ built_at: 1 }))],
  ['release_damaged', () => upload(newerSignature(), new TextEncoder().encode('#!/bin/sj\n'))],
])('%s', async (reason, send) => {
  const { status, json } = await send()
  expect([status, Object(json).reason]).toEqual([409, reason])
})

test('after a damaged upload nothing waits, and nothing starts', async () => {
  expect((await state()).waiting).toBeNull()
  expect(Object((await start()).json).reason).toBe('release_missing')
})

test('a signed release waits, and is started with an entry in the audit log', async () => {
  expect((await upload(newerSignature())).status).toBe(200)
  const { file = '' } = readStagedRelease(box.folder) ?? {}
  expect(new Uint8Array(readFileSync(file))).toEqual(newerRelease)
  expect(await state()).toEqual({
    running: { version: '0.1.0', commit: 'before0', built_at: '1970-01-01T00:00:00.001Z' },
    phase: 'idle',
    may_install: true,
    waiting: { version: '0.1.0', commit: 'newer00', built_at: '1970-01-01T00:00:00.002Z' },
    command: `sudo kaunta upgrade ${file}`,
    last: null,
  })
  box.flags.mayInstall = false
  expect(Object((await start()).json).reason).toBe('upgrade_not_allowed')
  box.flags.mayInstall = true
  expect((await start()).status).toBe(200)
  expect(box.started).toEqual(['newer00'])
  const entries = await box.request({ as: 'owner', path: '/api/v1/audit-log?kind=server.upgraded' })
  expect(Object(entries.json).data.items).toMatchObject([{ subject: '0.1.0', actor: { type: 'staff' } }])
  const uploads = await box.request({ as: 'owner', path: '/api/v1/audit-log?kind=release.uploaded' })
  expect(Object(uploads.json).data.items).toMatchObject([
    {
      subject: '0.1.0',
      actor: { type: 'staff' },
      detail: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
  ])
})

test('another version that runs is in the audit log, however it came here', async () => {
  for (const version of ['0.1.0 (before0)', '0.1.0 (before0)', '0.1.0 (newer00)', '0.1.0 (newer00)'])
    await recordVersion(box.appliance, version)
  const as = 'owner of live'
  const entries = await box.request({ as, path: '/api/v1/audit-log?kind=server.version_changed' })
  expect(Object(entries.json).data.items).toMatchObject([
    { actor: { type: 'server' }, detail: { from: '0.1.0 (before0)', to: '0.1.0 (newer00)' } },
  ])
})

test('a version is recorded once it has run for a minute, and not after its process has stopped', async () => {
  const as = 'owner of live'
  const path = '/api/v1/audit-log?kind=server.version_changed'
  const last = async () => Object((await box.request({ as, path })).json).data.items[0].detail.to
  recordVersionLater(box.appliance, '0.1.0 (stopped)')()
  box.advance(60_000)
  recordVersionLater(box.appliance, '0.1.0 (newest0)')
  box.advance(59_999)
  expect(await last()).toBe('0.1.0 (newer00)')
  box.advance(1)
  await until(async () => (await last()) === '0.1.0 (newest0)')
  const entries = await box.request({ as, path })
  expect(JSON.stringify(entries.json)).not.toContain('stopped')
})

test('six parallel starts are one, and the others get that it is running', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, start))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  expect(box.started).toEqual(['newer00', 'newer00'])
})

test('of two parallel uploads the second is refused, and what waits is what was signed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  async function* inTwoParts() {
    yield newerRelease.subarray(0, -1)
    await promise
    yield newerRelease.subarray(-1)
  }
  const sent = { signature: newerSignature(), pieces: inTwoParts() }
  const by = { account: box.accounts.sandbox, by: requestedByServer }
  const first = stageUpload(box.appliance, box.upgrades, sent, by)
  const second = await upload(newerSignature())
  expect([second.status, Object(second.json).reason]).toEqual([409, 'upgrade_under_way'])
  expect(Object((await start()).json).reason).toBe('upgrade_under_way')
  resolve()
  await first
  const { file = '' } = readStagedRelease(box.folder) ?? {}
  expect(new Uint8Array(readFileSync(file))).toEqual(newerRelease)
})

test('parallel uploads to two processes have different names', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const script = new TextEncoder().encode('#!/bin/sh\nrm -rf /\n')
  const { sha256 } = JSON.parse(newerSignature())
  const staged = { signature: newerSignature(), sha256 }
  const first = stageRelease(
    box.folder,
    staged,
    (async function* () {
      yield newerRelease.subarray(0, -1)
      await promise
      yield newerRelease.subarray(-1)
    })(),
  )
  const second = stageRelease(
    box.folder,
    staged,
    (async function* () {
      yield script
      resolve()
      await first
    })(),
  )
  expect(await Promise.all([first, second])).toEqual([true, false])
  const { file = '' } = readStagedRelease(box.folder) ?? {}
  expect(new Uint8Array(readFileSync(file))).toEqual(newerRelease)
})

test('only with the password, and only the owner', async () => {
  const answer = await box.request({ as: 'browser', method: 'POST', path: '/api/v1/upgrade' })
  expect([answer.status, Object(answer.json).reason]).toEqual([403, 'reauthentication_needed'])
})
