// A node of a shop on PostgreSQL inside the test's process: the real store, appliance and job loop on real
// time, with the test's networks and receivers.

import { newAppliance } from '../../src/appliance.ts'
import type { Connection } from '../../src/connector/connector.ts'
import { simulator } from '../../src/connector/simulator.ts'
import type { Account, Mode } from '../../src/domain/account.ts'
import { assert } from '../../src/domain/fault.ts'
import type { Payment } from '../../src/domain/payment.ts'
import { claimServer, firstStart, isClaimed } from '../../src/flow/account.ts'
import type { Appliance } from '../../src/flow/appliance.ts'
import { createPayment } from '../../src/flow/create-payment.ts'
import { type Loop, newJobLoop } from '../../src/job/loop.ts'
import { listAccounts } from '../../src/store/account.ts'
import { newSeal } from '../../src/store/folder/seal.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { findSimulation, insertSimulation } from '../../src/store/simulation.ts'
import { type Net, realWorld } from '../../src/world.ts'
import { qrSale } from './row.ts'

export interface TestNode {
  readonly appliance: Appliance
  readonly loop: Loop
  readonly account: Account
  close(): Promise<void>
}

interface NodeParts {
  readonly url: string
  readonly mode?: Mode
  readonly network?: Connection // of the live account; the sandbox has the simulator
  readonly request?: Net['request']
}

const seal = newSeal(new Uint8Array(32).fill(7))

/** Opens a node on a database; the first one sets up the shop. The test starts its loop. */
export async function openNode({ url, mode = 'sandbox', network, request }: NodeParts): Promise<TestNode> {
  const world = realWorld('error', {
    request: request ?? (async () => ({ kind: 'offline', error: 'no network', tookMs: 0 })),
    print: async () => ({ kind: 'unreachable', error: 'no printer' }),
  })
  const broken = (cause: unknown) => assert(false, String(cause))
  const store = await openPostgres({ url, isAlone: false }, world.clock.now(), broken, world.clock.after)
  const local = simulator(
    { insert: insertSimulation, find: reference => findSimulation(store.read, reference) },
    world.clock.now,
  )
  const all = network ? [local, network] : [local]
  const appliance = await newAppliance({
    world,
    store,
    seal,
    connections: {
      connectionsOf: account =>
        all.filter(({ reach }) => (reach === 'local') === (account.mode === 'sandbox')),
      find: id => all.find(connection => connection.id === id),
    },
    own: { addresses: ['192.168.1.10'], ports: [8080] },
    publicUrl: 'http://192.168.1.10:8080',
  })
  await firstStart(appliance)
  const shop = { name: 'Duka la Asha', city: 'Dar es Salaam' }
  if (!(await isClaimed(appliance))) await claimServer(appliance, shop, { staffId: 'asha', name: 'Asha' })
  const account = (await listAccounts(store.read)).find(eachAccount => eachAccount.mode === mode)
  assert(account, 'a shop has both accounts')
  const loop = newJobLoop(appliance, broken)
  return {
    appliance,
    loop,
    account,
    async close() {
      await loop.stop()
      await store.close()
    },
  }
}

/** Makes a sale of 5,000 shillings by QR code. */
export async function soldOn({ appliance, account }: TestNode): Promise<Payment> {
  const sold = await createPayment(appliance, account, { ...qrSale, expiresInSeconds: 3_600 })
  assert(!sold.replayed, 'it has no key')
  return sold.value
}
