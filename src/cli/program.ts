// The command line: what can be asked of the executable, and the help that lists every setting.
import { Argument, Command, Option } from 'commander'
import { settings } from '../config.ts'
import { eventTypes } from '../domain/event.ts'
import { type Locale, locales } from '../domain/profile.ts'
import type { EventName } from './client.ts'
import type { ListenOptions } from './listen.ts'
import type { TriggerOptions } from './trigger.ts'

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

/** What each command does; main.ts gives them the real world. */
export interface Commands {
  serve(flags: Record<string, unknown>): Promise<void>
  init(flags: Record<string, unknown>, options: InitOptions): Promise<void>
  resetOwner(flags: Record<string, unknown>, options: ResetOptions): Promise<void>
  backup(flags: Record<string, unknown>, options: BackupOptions): Promise<void>
  restore(backup: string, flags: Record<string, unknown>, options: BackupOptions): Promise<void>
  trigger(event: EventName, options: TriggerOptions): Promise<void>
  listen(options: ListenOptions): Promise<void>
  readonly version: string
}

/** `data` for both, the rest only where it means something. */
function withSettings(command: Command, names: readonly (keyof typeof settings)[]): Command {
  for (const name of names) {
    const { flag, description, default: value } = settings[name]
    if (flag) command.option(`${flag} <value>`, value ? `${description} (default: ${value})` : description)
  }
  return command
}

/** For commands that speak HTTP to a running box. */
const withBox = (command: Command): Command =>
  command
    .addOption(
      new Option('--url <address>', 'where the box is reached')
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
  withSettings(program.command('serve').description('run the box: API, till, console and jobs'), [
    'data',
    'host',
    'port',
  ])
    .addHelpText('after', environmentHelp)
    .action(flags => commands.serve(flags))
  withSettings(
    program
      .command('init')
      .description('make the shop’s accounts, its owner and first API keys, without a browser'),
    ['data'],
  )
    .requiredOption('--store <name>', 'the shop’s name')
    .requiredOption('--email <address>', 'the owner’s e-mail address')
    .requiredOption('--password <text>', 'the owner’s password, at least 8 characters')
    .option('--city <name>', 'the shop’s city', 'Dar es Salaam')
    .addOption(
      new Option('--locale <language>', 'the language of the shop’s customers')
        .choices(locales)
        .default('en'),
    )
    .option('--json', 'print one JSON object as the last line')
    .action(options => commands.init({ data: options.data }, options))
  const owner = program.command('owner').description('help for an owner who cannot log in')
  withSettings(
    owner
      .command('reset')
      .description('give an owner a new password, and end their logins; the box must be stopped'),
    ['data'],
  )
    .option('--email <address>', 'whose, where the box has several owners')
    .option('--json', 'print one JSON object as the last line')
    .action(options => commands.resetOwner({ data: options.data }, options))
  withSettings(
    program
      .command('backup')
      .description('copy the data folder, also while the box runs, and check the copy'),
    ['data'],
  )
    .option('--to <folder>', 'where to put the copy (default: the data folder’s own folder backups)')
    .option('--json', 'print one JSON object as the last line')
    .action(options => commands.backup({ data: options.data }, options))
  withSettings(
    program
      .command('restore')
      .description('make a data folder of a back-up, and check it; for a new or empty folder')
      .argument('<backup>', 'the folder of the back-up'),
    ['data'],
  )
    .option('--json', 'print one JSON object as the last line')
    .action((backup, options) => commands.restore(backup, { data: options.data }, options))
  withBox(
    program
      .command('trigger')
      .description('send a signed example event to a receiver, and print what it says')
      .addArgument(new Argument('<event>', 'the type of the event').choices(eventTypes))
      .option('--to <address>', 'the receiver (default: the account’s own webhook address)'),
  )
    .addHelpText(
      'after',
      '\nThe key needs the scope collection:create. Ends with 0 when the receiver took it, with 2 when it did not.',
    )
    .action((event, options) => commands.trigger(event, options))
  withBox(
    program
      .command('listen')
      .description(
        'print the account’s events as they happen, and forward them to a receiver on this machine',
      )
      .option('--forward-to <address>', 'the receiver, such as http://localhost:3000/webhook'),
  )
    .addHelpText(
      'after',
      '\nThe key needs the scope collection:read. Needs no webhook address and no internet: each event is forwarded byte for byte and\nsigned as a webhook would be. Stop with Ctrl-C.',
    )
    .action(options => commands.listen(options))
  program
    .command('version')
    .description('print the version')
    .action(() => {
      process.stdout.write(`${commands.version}\n`)
    })
  return program
}
