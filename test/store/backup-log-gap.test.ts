// What must not leave a hidden gap in the log between two back-ups: a restore then has every sale, or the log
// starts over with a new copy.
import { describe, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
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
    await Bun.sleep(5)
    advance(2_000)
  }
  await closing
  advance(10 * minute) // ends the worker
}

/** Makes a sale whose piece is not kept when the shop stops, and checks what the next start makes of it. */
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

test('a state of an earlier version, which named no second place, is continued', async () => {
  const { folder, second } = newFolders()
  const before = openLogged(folder, second)
  await before.take()
  await before.sell('before')
  await before.store.close()
  const file = join(folder, 'log', 'state.json')
  const { target, ...state } = JSON.parse(readFileSync(file, 'utf8'))
  expect(target).toBeString()
  writeFileSync(file, JSON.stringify(state))
  const shop = openLogged(folder, second, loggedStart + 60 * minute)
  expect(shop.log.needsCopy()).toBe(false)
  await shop.sell('after')
  await shop.log.carry()
  expect(await restoredFrom(second)).toMatchObject({ sales: ['before', 'after'], log: { stopped: null } })
  await shop.store.close()
})

describe('a second place without the copy that the log follows gets a new one', () => {
  /** Opens a shop with one copy and one sale in its second place. */
  async function openCarried(plan = {}) {
    const folders = newFolders()
    const shop = openLogged(folders.folder, folders.second, loggedStart, plan)
    await shop.take()
    await shop.sell('morning')
    await shop.log.carry()
    return { ...folders, shop }
  }
  /** Sells, and has the log carried: by a copy if it needs one. */
  async function sellOn(shop: ReturnType<typeof openLogged>) {
    for (const name of ['noon', 'evening']) {
      await shop.sell(name)
      await shop.log.carry()
      if (shop.log.needsCopy()) await shop.take()
      await shop.log.carry()
    }
    expect(shop.log.status()).toMatchObject({ since: undefined, failure: undefined })
    await shop.store.close()
  }
  const all = { sales: ['morning', 'noon', 'evening'], log: { stopped: null } }

  test('when the settings name another place, also on the way back', async () => {
    const { folder, second, shop } = await openCarried()
    await shop.store.close()
    const next = newFolders().second
    const again = openLogged(folder, next, loggedStart + 60 * minute)
    expect(again.log.needsCopy()).toBe(true)
    await sellOn(again)
    expect(await restoredFrom(next)).toMatchObject(all)
    const back = openLogged(folder, second, loggedStart + 120 * minute)
    expect(back.log.needsCopy()).toBe(true)
    await back.store.close()
  })

  test('when copies are sealed to another key', async () => {
    const [first, then] = await Promise.all([generateX25519Identity(), generateX25519Identity()])
    const { folder, second, shop } = await openCarried({
      sealing: { recipient: await identityToRecipient(first) },
    })
    await shop.store.close()
    const sealing = { recipient: await identityToRecipient(then) }
    const again = openLogged(folder, second, loggedStart + 60 * minute, { sealing })
    expect(again.log.needsCopy()).toBe(true)
    await sellOn(again)
    expect(await restoredFrom(second, { unsealing: { identity: then } })).toMatchObject(all)
  })

  test('when the file has another passphrase', async () => {
    const words = join(root, 'words')
    writeFileSync(words, 'maji moto na chumvi\n')
    const { second, shop } = await openCarried({ sealing: { passphraseFile: words } })
    writeFileSync(words, 'maji baridi na sukari\n')
    shop.advance(minute)
    await sellOn(shop)
    const unsealing = { passphrase: 'maji baridi na sukari' }
    expect(await restoredFrom(second, { unsealing })).toMatchObject(all)
  })

  test('when another disk is there under the same path', async () => {
    const { second, shop } = await openCarried()
    let requests = 0
    shop.log.onCopyNeeded(() => requests++)
    renameSync(second, `${second}.taken`)
    mkdirSync(second)
    shop.advance(minute)
    await shop.sell('noon')
    await shop.log.carry()
    expect(requests).toBe(1)
    expect(shop.log.needsCopy()).toBe(true)
    expect(shop.log.status()).toMatchObject({ since: shop.time.now(), safeUntil: undefined })
    await shop.take()
    await sellOn(shop)
    expect(await restoredFrom(second)).toMatchObject(all)
  })

  test('when another disk is there at the next start, before anything is sold', async () => {
    const { folder, second, shop } = await openCarried()
    await shop.store.close()
    renameSync(second, `${second}.taken`)
    mkdirSync(second)
    const again = openLogged(folder, second, loggedStart + 60 * minute)
    await again.log.carry()
    expect(again.log.needsCopy()).toBe(true)
    await sellOn(again)
    expect(await restoredFrom(second)).toMatchObject(all)
  })
})
