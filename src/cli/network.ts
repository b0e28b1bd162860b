// `kaunta network` connects an account to a payment network on a server without a browser. The server must be
// stopped. Credentials come from a file or standard input, never from the command line, and are not printed.
import type { Command } from 'commander'
import type { Account } from '../domain/account.ts'
import { requestedByServer } from '../domain/actor.ts'
import { networkTestMessage } from '../domain/network-test.ts'
import type { Appliance } from '../flow/appliance.ts'
import { connectNetwork, disconnectNetwork, networksOf, testNetwork } from '../flow/network.ts'
import { listAccounts } from '../store/account.ts'
import { CommandError } from './client.ts'
import { type Executable, withSettings } from './command.ts'

/** Which account to use: the live one of the only shop (default), its sandbox account, or one by id. */
interface NetworkOptions {
  readonly account?: string
  readonly sandbox?: boolean
}

type NetworkCommand =
  | { readonly kind: 'list' }
  | { readonly kind: 'connect'; readonly name: string; readonly credentials: string }
  | { readonly kind: 'test' | 'disconnect'; readonly name: string }

/**
 * Lists, connects, tests or disconnects a network.
 * @returns what to print, and whether the network works
 * @throws Fault for an unknown network or wrong credentials, and CommandError as `accountFor` and
 * `readCredentials`
 */
async function runNetworkCommand(
  appliance: Appliance,
  command: NetworkCommand,
  options: NetworkOptions,
): Promise<{ readonly text: string; readonly isWorking: boolean }> {
  const account = await accountFor(appliance, options)
  switch (command.kind) {
    case 'list':
      return { text: listText(appliance, account), isWorking: true }
    case 'connect': {
      const connection = { credentials: readCredentials(command.credentials) }
      await connectNetwork(appliance, account, command.name, connection, requestedByServer)
      return testText(appliance, account, command.name)
    }
    case 'test':
      return testText(appliance, account, command.name)
    case 'disconnect':
      await disconnectNetwork(appliance, account, command.name, requestedByServer)
      return { text: `${command.name} is disconnected from ${account.name}.\n`, isWorking: true }
  }
}

/** Returns the account that the options name. @throws CommandError when none or several fit */
async function accountFor({ store }: Appliance, { account: id, sandbox }: NetworkOptions): Promise<Account> {
  const all = await listAccounts(store.read)
  const mode = sandbox ? 'sandbox' : 'live'
  const matching = all.filter(account => (id === undefined ? account.mode === mode : account.id === id))
  const [first, ...others] = matching
  const list = all.map(({ id, name, mode }) => `${id} (${name}, ${mode})`).join(', ')
  if (!first)
    throw new CommandError(id === undefined ? 'this folder has no shop yet' : `no such account: ${list}`)
  if (others.length > 0) throw new CommandError(`choose an account with --account: ${list}`)
  return first
}

/** Parses credentials. @throws CommandError unless they are one JSON object whose values are all texts */
function readCredentials(text: string): Readonly<Record<string, string>> {
  try {
    const json: unknown = JSON.parse(text)
    const entries = typeof json === 'object' && json !== null ? Object.entries(json) : []
    if (entries.length > 0 && entries.every(([, value]) => typeof value === 'string'))
      return Object.fromEntries(entries)
  } catch {
    // The text is not JSON: throw the same error as for JSON of another form.
  }
  throw new CommandError(
    'the credentials must be one JSON object of texts, such as {"vendor": "…", "api_key": "…"}',
  )
}

/** Returns a line for each network: its name, whether it is connected, and the keys of its credentials. */
const listText = (appliance: Appliance, account: Account): string =>
  networksOf(appliance, account)
    .map(({ kind, row }) => {
      const connectedState = row?.enabled ? 'connected' : 'switched off'
      const state = row ? connectedState : 'not connected'
      const keys = kind.fields.map(({ key }) => key).join(', ')
      return `${kind.name.padEnd(14)} ${state.padEnd(14)} ${keys}\n`
    })
    .join('')

/** Tests a connected network. @returns a line for each test, and whether all tests succeeded */
async function testText(appliance: Appliance, account: Account, name: string) {
  const tests = await testNetwork(appliance, account, name)
  const lines = tests.map(
    test => `${test.result === 'ok' ? 'ok' : 'FAILED'}  ${test.name}: ${networkTestMessage(test)}\n`,
  )
  const isWorking = tests.every(({ result }) => result === 'ok')
  return { text: `${name} is connected to ${account.name}.\n${lines.join('')}`, isWorking }
}

const testFailedStatus = 2
const networkHelp = `
Stop Kaunta first. The credentials are a JSON file of what the network gave you, or - for standard input.
Exit status: 0 when the network works, ${testFailedStatus} when a test failed.`

interface NetworkFlags extends NetworkOptions {
  readonly data?: string
  readonly credentials?: string
}

/** Adds `kaunta network` and its four commands to the command line. */
export function addNetwork(program: Command, executable: Executable): void {
  const group = program
    .command('network')
    .description('connect a payment network without a browser')
    .addHelpText('after', networkHelp)
  const add = (usage: string, description: string) =>
    withSettings(group.command(usage).description(description), ['data'])
      .option('--sandbox', 'the test environment, for the sandbox account')
      .option('--account <id>', 'which account, when the folder has several shops')
  const run = (flags: NetworkFlags, command: NetworkCommand) => runNetwork(executable, flags, command)
  add('list', 'the networks this build knows, and which are connected').action(options =>
    run(options, { kind: 'list' }),
  )
  add('connect <name>', 'connect a network, or change its credentials')
    .requiredOption('--credentials <file>', 'what the network gave you; - for standard input')
    .action((name, { credentials, ...options }) => run(options, { kind: 'connect', name, credentials }))
  add('test <name>', 'ask a connected network something harmless for each product').action((name, options) =>
    run(options, { kind: 'test', name }),
  )
  add('disconnect <name>', 'forget a network and its credentials').action((name, options) =>
    run(options, { kind: 'disconnect', name }),
  )
}

/** Reads the credentials before it opens the data folder, then prints the result and sets the exit status. */
async function runNetwork(
  executable: Executable,
  { data, ...options }: NetworkFlags,
  command: NetworkCommand,
): Promise<void> {
  const commandWithText =
    command.kind === 'connect'
      ? { ...command, credentials: await executable.readText(command.credentials) }
      : command
  await executable.onStopped({ data }, async ({ appliance }) => {
    const { text, isWorking } = await runNetworkCommand(appliance, commandWithText, options)
    executable.write(text)
    if (!isWorking) executable.setExitStatus(testFailedStatus)
  })
}
