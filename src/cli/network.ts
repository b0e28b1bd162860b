// `kaunta network` connects an account to a payment network on a server without a browser. The server must be
// stopped. Credentials come from a file or standard input, never from the command line, and are not printed.
import type { Appliance } from '../appliance.ts'
import type { Account } from '../domain/account.ts'
import { requestedByServer } from '../domain/actor.ts'
import { networkTestMessage } from '../domain/network-test.ts'
import { connectNetwork, disconnectNetwork, networksOf, testNetwork } from '../flow/network.ts'
import { listAccounts } from '../store/account.ts'
import { CommandError } from './client.ts'

/** Which account: the live one of the only shop, its sandbox, or one by its id. */
export interface NetworkOptions {
  readonly account?: string
  readonly sandbox?: boolean
}

export type NetworkCommand =
  | { readonly does: 'list' }
  | { readonly does: 'connect'; readonly name: string; readonly credentials: string }
  | { readonly does: 'test' | 'disconnect'; readonly name: string }

/** @returns what to print, and whether everything is well */
export async function runNetworkCommand(
  appliance: Appliance,
  command: NetworkCommand,
  options: NetworkOptions,
): Promise<{ readonly text: string; readonly isWell: boolean }> {
  const account = await accountFor(appliance, options)
  switch (command.does) {
    case 'list':
      return { text: listText(appliance, account), isWell: true }
    case 'connect': {
      await connectNetwork(
        appliance,
        account,
        command.name,
        { credentials: readFile(command.credentials) },
        requestedByServer,
      )
      return testText(appliance, account, command.name)
    }
    case 'test':
      return testText(appliance, account, command.name)
    case 'disconnect':
      await disconnectNetwork(appliance, account, command.name, requestedByServer)
      return { text: `${command.name} is disconnected from ${account.name}.\n`, isWell: true }
  }
}

async function accountFor({ store }: Appliance, { account, sandbox }: NetworkOptions): Promise<Account> {
  const all = await listAccounts(store.read)
  const mode = sandbox ? 'sandbox' : 'live'
  const found =
    account === undefined ? all.filter(one => one.mode === mode) : all.filter(one => one.id === account)
  const [first, ...others] = found
  const list = all.map(({ id, name, mode }) => `${id} (${name}, ${mode})`).join(', ')
  if (!first)
    throw new CommandError(account === undefined ? 'this folder has no shop yet' : `no such account: ${list}`)
  if (others.length > 0) throw new CommandError(`choose an account with --account: ${list}`)
  return first
}

function readFile(text: string): Readonly<Record<string, string>> {
  try {
    const json: unknown = JSON.parse(text)
    const entries = typeof json === 'object' && json !== null ? Object.entries(json) : []
    if (entries.length > 0 && entries.every(([, value]) => typeof value === 'string'))
      return Object.fromEntries(entries)
  } catch {
    // The same as a file of another form.
  }
  throw new CommandError(
    'the credentials must be one JSON object of texts, such as {"vendor": "…", "api_key": "…"}',
  )
}

const listText = (appliance: Appliance, account: Account): string =>
  networksOf(appliance, account)
    .map(({ kind, row }) => {
      const state = !row ? 'not connected' : row.enabled ? 'connected' : 'switched off'
      return `${kind.name.padEnd(14)} ${state.padEnd(14)} ${kind.fields.map(({ key }) => key).join(', ')}\n`
    })
    .join('')

async function testText(appliance: Appliance, account: Account, name: string) {
  const tests = await testNetwork(appliance, account, name)
  const lines = tests.map(
    test => `${test.result === 'ok' ? 'ok' : 'FAILED'}  ${test.name}: ${networkTestMessage(test)}\n`,
  )
  const isWell = tests.every(({ result }) => result === 'ok')
  return { text: `${name} is connected to ${account.name}.\n${lines.join('')}`, isWell }
}
