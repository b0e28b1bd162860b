// Connects a till number to the live account without the console.
import { insertNetwork } from '../../src/store/network.ts'
import type { EndpointShop } from './endpoint.ts'

/** Inserts a till number. @returns the id of the network */
export async function insertTillNumber({ accounts, appliance }: EndpointShop): Promise<string> {
  const { store, seal } = appliance
  const facts = JSON.stringify({ number: '123456', name: 'Duka la Asha', provider: 'mpesa' })
  const row = {
    id: 'net_test',
    accountId: accounts.live.id,
    name: 'till-number',
    merchant: '123456',
    credentials: seal.close(facts, new Uint8Array(12)),
    connected: true,
    enabled: true,
    createdAt: 0,
  }
  await store.write(tx => insertNetwork(tx, row))
  return row.id
}
