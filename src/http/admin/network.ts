// The payment networks of an account: its owner connects, tests and disconnects them, with the password asked
// again. Credentials go in and never come back.
import { Elysia } from 'elysia'
import {
  type AccountNetwork,
  connectNetwork,
  disconnectNetwork,
  networksOf,
  testNetwork,
} from '../../flow/network.ts'
import { findTillNumber, smsAddressOf } from '../../flow/till-number.ts'
import { Answer, Message } from '../../wire/answer.ts'
import { stamp } from '../../wire/money.ts'
import {
  ConnectNetwork,
  maskedCredential,
  NetworksView,
  NetworkTestView,
  NetworkView,
  networkTestView,
} from '../../wire/network.ts'
import { access } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import type { Reauthentication } from '../access/reauthentication.ts'
import { guarded, inPath, json, jsonAnswer } from '../docs/doc.ts'
import * as example from '../docs/example.ts'
import { jsonBody } from '../server/body.ts'
import type { Server } from '../server/server.ts'

const inName = [inPath('name', 'The network’s `name`, such as `selcom`')]
const listDoc = guarded('networks', {
  id: 'listNetworks',
  tag: 'Account',
  summary: 'List the payment networks',
  description: 'Every network that this build knows, with what the account has connected.',
  answers: { 200: jsonAnswer('The networks', Answer(200, NetworksView)) },
})
const connectDoc = guarded('networks', {
  id: 'connectNetwork',
  tag: 'Account',
  summary: 'Connect a payment network',
  description:
    'Stores the credentials sealed; they never come back. Needs a recently confirmed password. The same merchant’s new credentials continue the connection; `enabled: false` keeps it for payments that are under way.',
  parameters: inName,
  body: json(ConnectNetwork, example.connectNetwork),
  answers: { 200: jsonAnswer('The network', Answer(200, NetworkView)) },
  faults: ['not_found', 'confirmation_required'],
  writes: true,
})
const disconnectDoc = guarded('networks', {
  id: 'disconnectNetwork',
  tag: 'Account',
  summary: 'Disconnect a payment network',
  description: 'Forgets the credentials. Needs a recently confirmed password.',
  parameters: inName,
  answers: { 200: jsonAnswer('Disconnected', Message) },
  faults: ['not_found', 'confirmation_required', 'conflict'],
  writes: true,
})
const testDoc = guarded('networks', {
  id: 'testNetwork',
  tag: 'Account',
  summary: 'Test a payment network',
  description: 'Asks the network something harmless for each of its products. No money moves.',
  parameters: inName,
  answers: { 200: jsonAnswer('What works and what does not', Answer(200, NetworkTestView)) },
  faults: ['not_found', 'confirmation_required'],
})

function networkView({ appliance }: Server, { account }: Caller, { kind, row }: AccountNetwork): NetworkView {
  const { networks } = appliance
  const { lastOkAt, lastError } = networks.stateOf(row?.id ?? '')
  const stored = row ? networks.credentialsOf(row) : {}
  const isFailing = lastError !== null && lastError.at >= (lastOkAt ?? 0)
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
    connected: row !== undefined,
    enabled: row?.enabled ?? false,
    environment: account.mode === 'live' ? 'live' : 'test',
    state: !row?.enabled ? 'off' : isFailing ? 'failing' : lastOkAt === null ? 'unused' : 'ok',
    last_ok_at: stamp(lastOkAt),
    last_error: lastError && { at: stamp(lastError.at), message: lastError.text },
    credentials: Object.fromEntries(
      Object.entries(stored).map(([key, value]) => [key, maskedCredential(value)]),
    ),
    ...(row && findTillNumber(appliance, row.id) ? smsAddressView(appliance, row.id) : {}),
  }
}

function smsAddressView(appliance: Server['appliance'], connection: string) {
  const { url, secret } = smsAddressOf(appliance, connection)
  return { sms_url: url, sms_secret: secret }
}

export const networkRoutes = (server: Server, reauthentication: Reauthentication) =>
  new Elysia({ prefix: '/api/v1' })
    .use(access(server))
    .get(
      '/networks',
      ({ caller }) => {
        const networks = networksOf(server.appliance, caller.account)
        return { code: 200, data: { items: networks.map(one => networkView(server, caller, one)) } }
      },
      listDoc,
    )
    .put(
      '/networks/:name',
      async ({ body, caller, params }) => {
        reauthentication.assert(caller)
        const network = await connectNetwork(server.appliance, caller.account, params.name, body, caller)
        return { code: 200, data: networkView(server, caller, network) }
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
