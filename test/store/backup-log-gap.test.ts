// What must not leave a hidden gap in the log between two back-ups: a restore then has every sale, or the log
// starts over with a new copy.
import { describe, expect, test } from 'bun:test'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '../../src/domain/fault.ts'
import { loggedStart, openLogged } from '../kit/logged-folder.ts'
import { restoredFrom } from '../kit/restored-sales.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const root = newTestFolder('kaunta-gap-')
const minute = 60_000
const worker = new URL('../kit/silent-log-worker.ts', import.meta.url)
let folders = 0
function newFolders() {
  const second = join(root, `second${folders}`)
  mkdirSync(second)
  return { folder: join(root, `data${folders++}`), second }
}

/** Stops a shop whose worker does not answer. */
async function stopUnheard({ store, advance }: ReturnType<typeof openLogged>) {
  let isClosed = false
  const closing = store.close().then(() => {
    isClosed = true
  })
  while (!isClosed) {
    await new Promise<void>(resolve => setImmediate(resolve))
    advance(2_000)
  }
  await closing
  advance(10 * minute) // ends the worker
}

/** A sale whose piece is not kept when the shop stops, and what the next start makes of it. */
async function expectNewGeneration(shop: ReturnType<typeof openLogged>, second: string) {
  const hold = join(shop.folder, 'hold')
  writeFileSync(hold, '')
  shop.advance(minute)
  await shop.sell('two')
  await stopUnheard(shop)
  rmSync(hold)

  const next = openLogged(shop.folder, second, loggedStart + 20 * minute)
  expect(next.log.needsCopy()).toBe(true)
  await next.take()
  await next.sell('three')
  await next.log.carry()
  const { sales, log } = await restoredFrom(second)
  expect([sales, log.stopped]).toEqual([['one', 'two', 'three'], null])
  await next.store.close()
}

describe('a stop that does not wait for its last piece starts the log over', () => {
  test('after a piece of sales', async () => {
    const { folder, second } = newFolders()
    const shop = openLogged(folder, second, loggedStart, { worker })
    await shop.take()
    await shop.sell('one')
    await shop.log.carry()
    await expectNewGeneration(shop, second)
  })

  test('after a piece of people alone, when the write-ahead log was still empty', async () => {
    const { folder, second } = newFolders()
    const first = openLogged(folder, second)
    await first.sell('one')
    await first.take()
    await first.store.close()
    const shop = openLogged(folder, second, loggedStart, { worker })
    await shop.log.carry()
    await expectNewGeneration(shop, second)
  })
})

test('the next try to carry a copy keeps the pieces that follow it, dated by a clock that was behind', async () => {
  const { folder, second } = newFolders()
  const first = openLogged(folder, second)
  renameSync(second, `${second}.away`)
  await first.take().catch(() => {})
  await first.store.close()
  renameSync(`${second}.away`, second)
  const behind = openLogged(folder, second, Date.UTC(2020, 0, 1))
  await behind.sell('before the clock was set')
  await behind.log.carry()
  await behind.store.close()
  const shop = openLogged(folder, second, loggedStart + 60 * minute)
  await shop.sell('after')
  await shop.log.carry()
  const [copy] = shop.backups.list()
  assert(copy, 'one was taken')
  await shop.backups.carry(copy, 'UTC')
  const { sales, log } = await restoredFrom(second)
  expect([sales, log.stopped]).toEqual([['before the clock was set', 'after'], null])
  await shop.store.close()
})
