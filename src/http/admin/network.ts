// The payment networks of an account: its owner connects, tests and disconnects them after confirming the
// password. Credentials are never returned.
import { Elysia } from 'elysia'
import type { Credentials, NetworkKind } from '../../connector/network.ts'
import type { Appliance } from '../../flow/appliance.ts'
import {
  type AccountNetwork,
  connectNetwork,
  disconnectNetwork,
  networksOf,
  testNetwork,
} from '../../flow/network.ts'
import {
  findTillNumber,
  isTillPhoneSilent,
  phoneLastSentAt,
  smsAddressOf,
  smsSetupUrl,
} from '../../flow/till-number.ts'
import { Answer, Message } from '../../wire/answer.ts'
import { money, stamp } from '../../wire/money.ts'
import {
  ConnectNetwork,
  maskCredential,
  NetworksView,
  NetworkTestView,
  NetworkView,
  networkTestView,
} from '../../wire/network.ts'
import { access } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import type { Reauthentication } from '../access/reauthentication.ts'
import { inPath, json, jsonAnswer, routeDocs } from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { jsonBody } from '../server/body.ts'
import type { Server } from '../server/server.ts'

const { guarded } = routeDocs('Account')

const inName = [inPath('name', 'The network’s `name`, such as `selcom`')]
const listDoc = guarded('networks', {
  id: 'listNetworks',
  summary: 'List the payment networks',
  description: 'Every network that this build knows, with what the account has connected.',
  answers: { 200: jsonAnswer('The networks', Answer(200, NetworksView)) },
})
const connectDoc = guarded('networks', {
  id: 'connectNetwork',
  summary: 'Connect a payment network',
  description:
    'Stores the credentials sealed; they never come back. Needs a recently confirmed password. The same merchant’s new credentials continue the connection; `enabled: false` keeps it for payments that are under way. The answer of a till number has what its phone needs.',
  parameters: inName,
  body: json(ConnectNetwork, example.connectNetwork),
  answers: { 200: jsonAnswer('The network', Answer(200, NetworkView)) },
  faults: ['not_found', 'confirmation_required'],
  writes: true,
})
const disconnectDoc = guarded('networks', {
  id: 'disconnectNetwork',
  summary: 'Disconnect a payment network',
  description: 'Forgets the credentials. Needs a recently confirmed password.',
  parameters: inName,
  answers: { 200: jsonAnswer('Disconnected', Message) },
  faults: ['not_found', 'confirmation_required', 'conflict'],
  writes: true,
})
const testDoc = guarded('networks', {
  id: 'testNetwork',
  summary: 'Test a payment network',
  description: 'Asks the network something harmless for each of its products. No money moves.',
  parameters: inName,
  answers: { 200: jsonAnswer('What works and what does not', Answer(200, NetworkTestView)) },
  faults: ['not_found', 'confirmation_required'],
})

/**
 * Returns a network for the console: what the network offers, and the state of the account's connection to
 * it, if there is one. `credentials` has the stored credentials masked, and `values` those that are not
 * secret.
 */
async function networkView(
  { appliance }: Server,
  { account }: Caller,
  { kind, row }: AccountNetwork,
): Promise<NetworkView> {
  const { networks } = appliance
  const { lastOkAt, lastError, balance } = networks.stateOf(row?.id ?? '') // empty without a connection
  const stored = row ? networks.credentialsOf(row) : {}
  const tillNumber = row && findTillNumber(appliance, row.id)
  // A till number has no network that answers: the messages of its phone show that it works.
  const heardAt = tillNumber ? await phoneLastSentAt(appliance, tillNumber) : lastOkAt
  return {
    name: kind.name,
    title: kind.title,
    methods: [...kind.methods],
    payouts: [...kind.payouts],
    fields: kind.fields.map(({ key, label, help, isSecret, isRequired }) => ({
      key,
      label,
      help,
      secret: isSecret,
      required: isRequired,
    })),
    live_only: kind.isLiveOnly ?? false,
    connected: row !== undefined,
    enabled: row?.enabled ?? false,
    environment: account.mode === 'live' ? 'live' : 'test',
    state: await connectionStateOf(appliance, row),
    last_ok_at: stamp(heardAt),
    last_error: lastError && {
      at: stamp(lastError.at),
      kind: lastError.kind,
      message: lastError.text,
    },
    balance: balance && { amount: money(balance.amount), at: stamp(balance.at) },
    credentials: valuesOf(kind, stored, ({ key }) => maskCredential(stored[key] ?? '')),
    values: valuesOf(kind, stored, ({ key, isShown }) => (isShown ? stored[key] : undefined)),
    callback_url: row && kind.hasCallback ? networks.callbackUrlOf(row) : null,
  }
}

/**
 * Returns the state of a connection: `off` when it is missing or switched off, and `unused` before the first
 * answer of its network or the first message of a till number's phone. After that, the state of a till number
 * depends on its phone's last message, and that of any other connection on the network's last answer.
 */
async function connectionStateOf(
  appliance: Appliance,
  row: AccountNetwork['row'],
): Promise<NetworkView['state']> {
  if (!row?.enabled) return 'off'
  const tillNumber = findTillNumber(appliance, row.id)
  if (!tillNumber) {
    const { lastOkAt, lastError } = appliance.networks.stateOf(row.id)
    const hasLastFailed = lastError && lastError.at >= (lastOkAt ?? 0)
    if (hasLastFailed) return 'failing'
    return lastOkAt === null ? 'unused' : 'ok'
  }
  if (await isTillPhoneSilent(appliance, tillNumber, row.createdAt)) return 'silent'
  return (await phoneLastSentAt(appliance, tillNumber)) === null ? 'unused' : 'ok'
}

/**
 * Returns a text for each stored credential of a network, by the key of its field.
 * @param textOf returns the text of a field; undefined leaves the field out
 */
function valuesOf(
  { fields }: NetworkKind,
  stored: Credentials,
  textOf: (field: NetworkKind['fields'][number]) => string | undefined,
): Record<string, string> {
  const values: Record<string, string> = {}
  for (const field of fields) {
    const text = stored[field.key] === undefined ? undefined : textOf(field)
    if (text !== undefined) values[field.key] = text
  }
  return values
}

/**
 * Returns a network as `networkView` does. A till number also has the address and the secret for its phone,
 * which only a person who has just confirmed the password may see.
 */
async function networkViewWithPhone(server: Server, caller: Caller, network: AccountNetwork) {
  const { appliance } = server
  const view = await networkView(server, caller, network)
  const tillNumber = network.row && findTillNumber(appliance, network.row.id)
  if (!tillNumber) return view
  const { url, secret } = smsAddressOf(appliance, tillNumber)
  return { ...view, sms_url: url, sms_secret: secret, setup_url: smsSetupUrl(appliance, tillNumber) }
}

/** Returns the routes that list, connect, disconnect and test the networks of an account. */
export const networkRoutes = (server: Server, reauthentication: Reauthentication) =>
  new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/networks',
      async ({ caller }) => {
        const networks = networksOf(server.appliance, caller.account)
        const items = await Promise.all(networks.map(network => networkView(server, caller, network)))
        return { code: 200, data: { items } }
      },
      listDoc,
    )
    .put(
      '/networks/:name',
      async ({ body, caller, params }) => {
        reauthentication.assert(caller)
        const network = await connectNetwork(server.appliance, caller.account, params.name, body, caller)
        return { code: 200, data: await networkViewWithPhone(server, caller, network) }
      },
      { ...jsonBody(ConnectNetwork), ...connectDoc },
    )
    .delete(
      '/networks/:name',
      async ({ caller, params }) => {
        reauthentication.assert(caller)
        await disconnectNetwork(server.appliance, caller.account, params.name, caller)
        return { code: 200, message: 'disconnected' }
      },
      { parse: 'none', ...disconnectDoc },
    )
    .post(
      '/networks/:name/test',
      async ({ caller, params }) => {
        reauthentication.assert(caller)
        const tests = await testNetwork(server.appliance, caller.account, params.name)
        return { code: 200, data: networkTestView(tests) }
      },
      { parse: 'none', ...testDoc },
    )
