// The disk at its worst: power cuts with torn and reordered writes, and syncs and writes that fail. Our own
// store under a recorder of each write and sync (test/chaos/powerloss/), and the real binary on a disk that
// fails on demand. Needs Linux and cc.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Binary, initBinary, startBinary } from '../kit/binary.ts'
import { reportTrials, sized } from '../kit/proof.ts'
import { cutPower, type Found, readTrace } from './powerloss/replay.ts'

const compiler = process.platform === 'linux' ? Bun.which('cc') : null
if (!compiler)
  console.warn(
    'power cuts and failing disks are not tested here: that needs Linux and a C compiler called cc',
  )

describe.skipIf(!compiler)('the disk', () => {
  const here = join(import.meta.dir, 'powerloss')
  const room = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kaunta-disk-'))
  const library = (name: string) => join(room, `${name}.so`)

  beforeAll(async () => {
    for (const name of ['shim', 'fault'])
      await Bun.$`${compiler} -shared -fPIC -O2 -o ${library(name)} ${join(here, `${name}.c`)} -ldl`.quiet()
  })
  afterAll(() => rmSync(room, { recursive: true }))

  describe('without power', () => {
    /** Sells until the power goes, then cuts it at `cuts` other points of what was written to the disk. */
    async function cutsOf(
      mode: 'full' | 'normal',
      payments: number,
      cuts: number,
      seed: number,
    ): Promise<Found> {
      const data = join(room, mode)
      mkdirSync(data)
      const trace = join(room, `${mode}.trace`)
      const words = [join(here, 'writer.ts'), data, mode, String(payments), library('shim')]
      const env = { PL_LOG: trace, PL_MATCH: `${data}/`, PL_DIR: data, LD_PRELOAD: library('shim') }
      const writer = Bun.spawn([process.execPath, ...words], { env, stdout: 'inherit', stderr: 'inherit' })
      await writer.exited
      expect(writer.signalCode).toBe('SIGKILL')
      const steps = readTrace(readFileSync(trace))
      expect(steps.filter(({ kind }) => kind === 'A').length).toBe(1 + 2 * payments)
      return cutPower(steps, cuts, seed, room)
    }

    const [payments, cuts] = sized({ test: [100, 60], proof: [300, 1_000] } as const)
    test('keeps all that was acknowledged, and nothing by halves', async () => {
      reportTrials(cuts)
      const found = await cutsOf('full', payments, cuts, 1)
      expect(found).toEqual({
        cuts,
        corrupt: 0,
        lost: 0,
        halfDone: 0,
        unbalanced: 0,
        headAhead: 0,
        chainBroken: 0,
      })
    }, 600_000)

    test('would lose with synchronous=normal: this test is not blind', async () => {
      const found = await cutsOf('normal', 150, 100, 2)
      expect(found).toMatchObject({ corrupt: 0, halfDone: 0, unbalanced: 0 })
      expect(found.lost).toBeGreaterThan(10)
      // Each head that is ahead of what was lost is reported (test/store/chain.test.ts loses links on
      // purpose).
      expect(found.chainBroken).toBe(found.headAhead)
    }, 300_000)
  })

  describe('that fails under the running server', () => {
    /** Starts a server on a disk that fails from `fail()` to `mend()`. */
    async function boxOn(fault: 'sync' | 'write' | 'full') {
      const data = join(room, `data-${fault}`)
      const { sandbox_api_key: key } = await initBinary(data)
      const flag = join(room, `${fault}.flag`)
      const env = {
        LD_PRELOAD: library('fault'),
        FAULT: fault,
        FAULT_FILE: flag,
        FAULT_MATCH: 'kaunta.db-wal',
      }
      const box = await startBinary({ data, env })
      const create = async (at: Binary, order: string) => {
        const answer = await fetch(`${at.url}/v1/payments`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            'idempotency-key': order,
          },
          body: JSON.stringify({ payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } }),
        })
        const { code, error_code, data } = await answer.json()
        return { code, error_code, reference: data?.reference }
      }
      const total = async (at: Binary) => {
        const answer = await fetch(`${at.url}/v1/payments`, { headers: { authorization: `Bearer ${key}` } })
        return (await answer.json()).data.total
      }
      return { data, box, create, total, fail: () => writeFileSync(flag, ''), mend: () => rmSync(flag) }
    }

    test.each(['sync', 'write'] as const)(
      'on %s: the server answers that the outcome is unknown, stops, and knows it after a restart',
      async fault => {
        const { data, box, create, total, fail, mend } = await boxOn(fault)
        const before = await create(box, 'order-1')
        expect(before.code).toBe(201)
        fail()
        expect(await create(box, 'order-2')).toMatchObject({ code: 503, error_code: 'outcome_unknown' })
        expect(await box.process.exited).toBe(5)
        await box.stop() // waits for the rest of its log
        expect(box.log()).toContain('writing to the disk failed: stopping')
        mend()
        const again = await startBinary({ data })
        expect(await create(again, 'order-1')).toEqual(before)
        const truth = await create(again, 'order-2')
        expect(truth.code).toBe(201)
        expect(await create(again, 'order-2')).toEqual(truth)
        expect(await total(again)).toBe(2)
        expect(await again.stop()).toBe(0)
      },
    )

    test('when the disk is full: reports it, stays alive, and sells again once there is room', async () => {
      const { box, create, total, fail, mend } = await boxOn('full')
      expect((await create(box, 'order-1')).code).toBe(201)
      fail()
      for (const order of ['order-2', 'order-3'])
        expect(await create(box, order)).toMatchObject({ code: 507, error_code: 'storage_full' })
      expect((await fetch(`${box.url}/health`)).status).toBe(200)
      expect(await total(box)).toBe(1)
      mend()
      expect((await create(box, 'order-2')).code).toBe(201)
      expect(await total(box)).toBe(2)
      expect(await box.stop()).toBe(0)
    })
  })
})
