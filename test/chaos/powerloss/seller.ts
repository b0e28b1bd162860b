// Sells on our own store until the power goes, and marks what it acknowledged in the recorder's trace: 2n
// when payment n was created, 2n+1 when it was completed. Run by writer.ts.
import { dlopen, FFIType } from 'bun:ffi'
import { Database } from 'bun:sqlite'
import { newAppliance } from '../../../src/appliance.ts'
import { assert } from '../../../src/domain/fault.ts'
import { firstStart } from '../../../src/flow/account.ts'
import { settleAttempt } from '../../../src/flow/attempt-check.ts'
import { createPayment } from '../../../src/flow/create-payment.ts'
import { decidePayment } from '../../../src/flow/sandbox.ts'
import { listAttempts } from '../../../src/store/attempt.ts'
import { newSeal } from '../../../src/store/folder/seal.ts'
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts'
import { success } from '../../../src/wire/money.ts'
import { paymentView } from '../../../src/wire/payment.ts'
import { realWorld } from '../../../src/world.ts'

const clients = 4
const [folder = '', mode = '', count = '', library = ''] = process.argv.slice(2)
const { symbols } = dlopen(library, { mark: { args: [FFIType.i32], returns: FFIType.void } })

if (mode === 'normal') {
  // The control: the store sets and checks its pragmas, which are then undone.
  const run = Database.prototype.run
  Database.prototype.run = function (text, ...values) {
    const done = run.call(this, text, ...values)
    if (text.startsWith('pragma wal_autocheckpoint')) run.call(this, 'pragma synchronous = normal')
    return done
  }
}
const store = openSqlite(folder, Date.now(), cause => assert(false, String(cause)), undefined, 60)
const none = { kind: 'refused', error: 'there is no network here' } as const
const world = realWorld('error', { request: async () => ({ ...none, tookMs: 0 }), print: async () => none })
const seal = newSeal(world.random.bytes(32))
const appliance = await newAppliance({
  world,
  store,
  seal,
  own: { addresses: [], ports: [0] },
  publicUrl: 'http://localhost',
})
const account = await firstStart(appliance)
assert(account, 'the folder was empty')

async function sell(index: number): Promise<void> {
  assert(account, 'the folder was empty')
  const request = {
    type: 'dynamic-qr',
    amount: 500 + index,
    expiresInSeconds: undefined,
    phone: undefined,
    customer: {},
    metadata: { index, note: 'x'.repeat(index % 400) },
    webhookUrl: 'http://192.168.1.20/hook',
    apiVersion: account.apiVersion,
    createdBy: { kind: 'key', keyId: 'key_writer' },
  } as const
  const { response } = await createPayment(appliance, account, request, {
    accountId: account.id,
    key: `order-${index}`,
    fingerprint: 'x',
    render: payment => ({
      status: 201,
      body: JSON.stringify(success(201, paymentView(payment, 'http://127.0.0.1'))),
    }),
  })
  symbols.mark(2 * index)
  const { reference } = JSON.parse(response?.body ?? '').data
  await decidePayment(appliance, account, reference, { outcome: 'completed' })
  for (const attempt of await listAttempts(store.read, reference)) await settleAttempt(appliance, attempt.id)
  symbols.mark(2 * index + 1)
}

symbols.mark(0)
let next = 1
const client = async () => {
  while (next <= Number(count)) await sell(next++)
}
await Promise.all(Array.from({ length: clients }, client))
process.kill(process.pid, 'SIGKILL')
