// The command line: the commands of the executable, their options and their help. What they do is in the
// other files of this folder and in main.ts.
import { Argument, Command, Option } from 'commander'
import { settings } from '../config.ts'
import { eventTypes } from '../domain/event.ts'
import { type Locale, locales } from '../domain/profile.ts'
import type { EventName } from './client.ts'
import type { ListenOptions } from './listen.ts'
import type { NetworkCommand, NetworkOptions } from './network.ts'
import type { PasswordOptions } from './password.ts'
import type { RestoreOptions } from './restore.ts'
import type { TriggerOptions } from './trigger.ts'

/** What a shop is set up with. */
export interface InitOptions {
  readonly store: string
  readonly email: string
  readonly password: string
  readonly city?: string
  readonly locale?: Locale
  readonly json?: boolean
}

interface ResetOptions {
  readonly email?: string
  readonly json?: boolean
}

interface BackupOptions {
  readonly to?: string
  readonly json?: boolean
}

interface DoctorOptions {
  readonly accept?: boolean
  readonly json?: boolean
}

/** What each command does; main.ts passes these. */
export interface Commands {
  serve(flags: Record<string, unknown>): Promise<void>
  init(
    flags: Record<string, unknown>,
    options: Omit<InitOptions, 'password'> & PasswordOptions,
  ): Promise<void>
  resetOwner(flags: Record<string, unknown>, options: ResetOptions): Promise<void>
  backup(flags: Record<string, unknown>, options: BackupOptions): Promise<void>
  restore(backup: string, flags: Record<string, unknown>, options: RestoreOptions): Promise<void>
  doctor(flags: Record<string, unknown>, options: DoctorOptions): Promise<void>
  network(flags: Record<string, unknown>, command: NetworkCommand, options: NetworkOptions): Promise<void>
  open(flags: Record<string, unknown>): Promise<void>
  trigger(event: EventName, options: TriggerOptions): Promise<void>
  listen(options: ListenOptions): Promise<void>
  readonly version: string
}

/** Adds the flags of these settings. */
function withSettings(command: Command, names: readonly (keyof typeof settings)[]): Command {
  for (const name of names) {
    const { flag, description, default: value } = settings[name]
    if (flag) command.option(`${flag} <value>`, value ? `${description} (default: ${value})` : description)
  }
  return command
}

const withJson = (command: Command): Command =>
  command.option('--json', 'print one JSON object as the last line')

/** For commands that send requests to a running server. */
const withServer = (command: Command): Command =>
  command
    .addOption(
      new Option('--url <address>', 'the address of Kaunta')
        .env('KAUNTA_URL')
        .default('http://127.0.0.1:8080'),
    )
    .addOption(new Option('--key <key>', 'an API key of the account').env('KAUNTA_KEY').default('', 'none'))

const environmentHelp = () =>
  [
    '',
    'Environment:',
    ...Object.values(settings).map(
      ({ environment, description, default: value }) =>
        `  ${environment.padEnd(24)} ${description}${value ? ` (default: ${value})` : ''}`,
    ),
  ].join('\n')

/** The whole command line. */
export function newProgram(commands: Commands): Command {
  const program = new Command('kaunta')
    .description('Payment collection for shops, in one file')
    .version(commands.version, '--version')
    .showHelpAfterError('(see kaunta --help)')
  addServe(program, commands)
  addInit(program, commands)
  addOwner(program, commands)
  addBackup(program, commands)
  addRestore(program, commands)
  addDoctor(program, commands)
  addNetwork(program, commands)
  addOpen(program, commands)
  addTrigger(program, commands)
  addListen(program, commands)
  program
    .command('version')
    .description('print the version')
    .action(() => {
      process.stdout.write(`${commands.version}\n`)
    })
  return program
}

function addServe(program: Command, commands: Commands): void {
  const command = program.command('serve').description('run Kaunta: API, till, console and jobs')
  withSettings(command, ['data', 'host', 'port', 'httpsPort', 'httpsRedirect', 'mdns'])
    .addHelpText('after', environmentHelp)
    .action(flags => commands.serve(flags))
}

function addInit(program: Command, commands: Commands): void {
  const command = program
    .command('init')
    .description('set up a shop without a browser: its accounts, owner and first API keys')
  withSettings(command, ['data'])
    .requiredOption('--store <name>', 'name of the shop')
    .requiredOption('--email <address>', 'e-mail address of the owner')
    .option(
      '--password-file <file>',
      'file with the password of the owner, at least 8 characters; - for stdin',
    )
    .option('--password <text>', 'the same on the command line, where other programs can read it')
    .option('--city <name>', 'city of the shop', 'Dar es Salaam')
    .addOption(
      new Option('--locale <language>', 'language of the payment pages').choices(locales).default('en'),
    )
  withJson(command).action(options => commands.init({ data: options.data }, options))
}

function addOwner(program: Command, commands: Commands): void {
  const command = program
    .command('owner')
    .description('help an owner who cannot log in')
    .command('reset')
    .description('set a new password for an owner and end their logins; stop Kaunta first')
  withSettings(command, ['data']).option('--email <address>', 'which owner, if there are several')
  withJson(command).action(options => commands.resetOwner({ data: options.data }, options))
}

function addBackup(program: Command, commands: Commands): void {
  const command = program
    .command('backup')
    .description('copy the data folder and check the copy; Kaunta may be running')
  withSettings(command, ['data']).option(
    '--to <folder>',
    'folder for the copy (default: backups in the data folder)',
  )
  withJson(command).action(options => commands.backup({ data: options.data }, options))
}

function addRestore(program: Command, commands: Commands): void {
  const command = program
    .command('restore')
    .description('restore a back-up to a new or empty data folder and check it')
    .argument('<backup>', 'folder of the back-up')
  withSettings(command, ['data']).option(
    '--former <folder>',
    'the data folder of before: API keys that were revoked there are revoked again',
  )
  withJson(command).action((backup, options) => commands.restore(backup, { data: options.data }, options))
}

const doctorHelp = `
Exit status: 0 when nothing is wrong, 6 when something is.`

function addDoctor(program: Command, commands: Commands): void {
  const command = program
    .command('doctor')
    .description('check a data folder: files, ledger, and that only Kaunta changed the records')
  withSettings(command, ['data']).option(
    '--accept',
    'accept what was found in the records, with an entry in the audit log; stop Kaunta first',
  )
  withJson(command)
    .addHelpText('after', doctorHelp)
    .action(options => commands.doctor({ data: options.data }, options))
}

const networkHelp = `
Stop Kaunta first. The credentials are a JSON file of what the network gave you, or - for standard input.
Exit status: 0 when the network works, 2 when a test failed.`

interface NetworkFlags extends NetworkOptions {
  readonly data?: string
  readonly credentials?: string
}

function addNetwork(program: Command, commands: Commands): void {
  const group = program
    .command('network')
    .description('connect a payment network without a browser')
    .addHelpText('after', networkHelp)
  const add = (usage: string, description: string) =>
    withSettings(group.command(usage).description(description), ['data'])
      .option('--sandbox', 'the test environment, for the sandbox account')
      .option('--account <id>', 'which account, when the folder has several shops')
  const run = ({ data, ...options }: NetworkFlags, command: NetworkCommand) =>
    commands.network({ data }, command, options)
  add('list', 'the networks this build knows, and which are connected').action(options =>
    run(options, { does: 'list' }),
  )
  add('connect <name>', 'connect a network, or change its credentials')
    .requiredOption('--credentials <file>', 'what the network gave you; - for standard input')
    .action((name, { credentials, ...options }) => run(options, { does: 'connect', name, credentials }))
  add('test <name>', 'ask a connected network something harmless for each product').action((name, options) =>
    run(options, { does: 'test', name }),
  )
  add('disconnect <name>', 'forget a network and its credentials').action((name, options) =>
    run(options, { does: 'disconnect', name }),
  )
}

function addOpen(program: Command, commands: Commands): void {
  const command = program
    .command('open')
    .description('print console, till and API reference as QR codes; give the settings that serve has')
  withSettings(command, ['host', 'port', 'publicUrl']).action(flags => commands.open(flags))
}

const triggerHelp = `
The key needs the scope collection:create.
Exit status: 0 when the receiver accepted the event, 2 when it did not.`

function addTrigger(program: Command, commands: Commands): void {
  const command = program
    .command('trigger')
    .description('send a signed example event to a receiver, and print the response')
    .addArgument(new Argument('<event>', 'type of the event').choices(eventTypes))
    .option('--to <address>', 'the receiver (default: webhook address of the account)')
  withServer(command)
    .addHelpText('after', triggerHelp)
    .action((event, options) => commands.trigger(event, options))
}

const listenHelp = `
The key needs the scope collection:read. No webhook address and no internet are needed: each event is
forwarded byte for byte and signed like a webhook. Stop with Ctrl-C.`

function addListen(program: Command, commands: Commands): void {
  const command = program
    .command('listen')
    .description('print the events of the account as they happen, and forward them to a local receiver')
    .option('--forward-to <address>', 'the receiver, such as http://localhost:3000/webhook')
    .option('--print', 'print the body of each event as a line of JSON; all else goes to standard error')
  withServer(command)
    .addHelpText('after', listenHelp)
    .action(options => commands.listen(options))
}
