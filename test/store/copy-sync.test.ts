// A copy is brought to the disk while it is made: again and again until it ends, whether its file is there or not.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { syncAsItGrows } from '../../src/store/copy-sync.ts'

const root = mkdtempSync(join(tmpdir(), 'kaunta-copy-sync-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Answers when it is planned again, and how to let that time come. */
function pacedClock() {
  let planned = Promise.withResolvers<() => void>()
  const cancelled: (() => void)[] = []
  return {
    after: (_: number, call: () => void) => {
      planned.resolve(call)
      return () => void cancelled.push(call)
    },
    async next(): Promise<() => void> {
      const call = await planned.promise
      planned = Promise.withResolvers()
      return call
    },
    cancelled,
  }
}

test.skipIf(process.platform === 'win32')('a file is synced until its copy ends', async () => {
  const file = join(root, 'kaunta.db')
  const clock = pacedClock()
  const end = syncAsItGrows(file, clock.after)
  const first = await clock.next()
  writeFileSync(file, new Uint8Array(1_000_000))
  first()
  const second = await clock.next()
  rmSync(file)
  second()
  const third = await clock.next()
  end()
  expect(clock.cancelled).toEqual([third])
})
