// Names that one node of a PostgreSQL database holds at a time: keys that are running, and orders whose calls
// are under way. `bun run test:postgres` runs it; elsewhere it is skipped.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { assert } from '../../src/domain/fault.ts'
import { isBeingSent, whileSending } from '../../src/flow/sending.ts'
import { openNode, type TestNode } from '../kit/node.ts'
import { newPostgresDatabase, testServer } from '../kit/store-database.ts'

describe.skipIf(!testServer)('a name', () => {
  let nodes: TestNode[]
  beforeEach(() => {
    nodes = []
  })
  afterEach(async () => {
    await Promise.all(nodes.map(node => node.close()))
  })
  async function two() {
    assert(testServer, 'skipped without a server')
    const url = newPostgresDatabase(testServer)
    const one = await openNode({ url })
    const next = await openNode({ url })
    nodes.push(one, next)
    return [one, next] as const
  }
  const nodesOf = ({ appliance: { store } }: TestNode) => {
    assert(store.nodes, 'PostgreSQL has nodes')
    return store.nodes
  }

  test('is held by one node until it lets go, and all know', async () => {
    const [one, next] = await two()
    for (const name of Array.from({ length: 20 }, (_, index) => `order ${index}`)) {
      const isHeld = () => nodesOf(next).isHeld(name, next.appliance.store.read)
      expect([await isHeld(), await nodesOf(one).hold(name)]).toEqual([false, true])
      expect([await isHeld(), await nodesOf(next).hold(name)]).toEqual([true, false])
      expect(await next.appliance.store.write(tx => nodesOf(next).isHeld(name, tx))).toBe(true)
      nodesOf(one).release(name)
      // What is asked next on that connection is answered after it.
      await nodesOf(one).hold('another')
      expect(await isHeld()).toBe(false)
    }
  })

  test('is free when its node is gone', async () => {
    const [one, next] = await two()
    await nodesOf(one).hold('order')
    const gone = new Promise<unknown>(resolve => nodesOf(next).onGone(resolve))
    await one.appliance.store.close()
    nodes = [next]
    await gone
    expect(await nodesOf(next).hold('order')).toBe(true)
  })

  test('of an order that is being sent: the other node does not send it as well', async () => {
    const [one, next] = await two()
    const sent = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    const sending = whileSending(one.appliance, 'REF', 'not sent', () => {
      begun.resolve()
      return sent.promise
    })
    await begun.promise
    expect(await isBeingSent(next.appliance, 'REF')).toBe(true)
    expect(await whileSending(next.appliance, 'REF', 'not sent', async () => 'sent twice')).toBe('not sent')
    sent.resolve('sent')
    expect(await sending).toBe('sent')
  })
})
