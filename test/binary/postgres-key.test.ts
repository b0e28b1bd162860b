// A node is killed (kill -9) while it runs an Idempotency-Key: repeating the request at another node of the
// database gives the one payment, with one order at the network, at whichever step of the order the first one
// died.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Binary, runBinary, startBinary } from '../kit/binary.ts'
import { mobile } from '../kit/endpoint.ts'
import { type FaultyLine, type LineMoment, openLine } from '../kit/faulty-line.ts'
import { type ClusterPlace, hasPostgresSuite, openCluster } from '../kit/postgres-cluster.ts'
import { openSelcom, selcomCredentials } from '../kit/selcom.ts'

describe.skipIf(!hasPostgresSuite)('a key whose node is killed', () => {
  let place: ClusterPlace
  let selcom: Awaited<ReturnType<typeof openSelcom>>
  let line: FaultyLine
  let shop: Awaited<ReturnType<ClusterPlace['newShop']>>
  let env: Record<string, string>
  let other: Binary
  beforeAll(async () => {
    place = await openCluster({ max_connections: 100 })
    selcom = await openSelcom()
    line = await openLine(new URL(selcom.url).origin)
    shop = await place.newShop()
    env = { ...shop.env, KAUNTA_SELCOM_URL: `${line.origin}/v1` }
    const words = ['network', 'connect', 'selcom', '--credentials', '-', '--data', place.path('connect')]
    const { log } = await runBinary(words, { env, input: JSON.stringify(selcomCredentials) })
    expect(log).toBe('')
    other = await startBinary({ data: place.path('other'), env })
  }, 300_000)
  afterAll(async () => {
    await other?.stop()
    line?.close()
    selcom?.close()
    await place?.remove()
  })

  const send = (node: Binary, key: string) =>
    fetch(`${node.url}/v1/payments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${shop.made.api_key}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(mobile),
      keepalive: false,
    })

  test.each<[LineMoment, string]>([
    ['sent', '/create-order-minimal'],
    ['done', '/create-order-minimal'],
    ['answered', '/create-order-minimal'],
    ['done', '/wallet-payment'],
    ['answered', '/wallet-payment'],
  ])(
    'when a call was %s: %s',
    async (moment, call) => {
      const key = `${moment}${call}`.slice(0, 30)
      const before = Number((await place.cluster.sql('select count(*) from payment', shop.database))[0]?.[0])
      const pushes = () => [...selcom.fake.orders.values()].flatMap(order => order.pushes).length
      const pushesBefore = pushes()
      const one = await startBinary({ data: place.path(`one-${moment}-${call.slice(1)}`), env })
      const killed = Promise.withResolvers<void>()
      line.cutAt(moment, call, async () => {
        await one.kill9()
        killed.resolve()
      })
      const cut = send(one, key).catch(() => undefined)
      await killed.promise
      line.mend()
      await cut
      const answers = [await send(other, key), await send(other, key)]
      const bodies = await Promise.all(answers.map(answer => answer.text()))
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      expect(bodies[1]).toBe(bodies[0] ?? '')
      const ids = await place.cluster.sql('select id from payment order by number desc', shop.database)
      expect(ids.length).toBe(before + 1)
      expect(JSON.parse(bodies[0] ?? '').data.reference).toBe(String(ids[0]?.[0]))
      expect(pushes() - pushesBefore).toBeLessThanOrEqual(1)
    },
    60_000,
  )
})
