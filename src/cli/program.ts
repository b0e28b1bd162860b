// The command line: what can be asked of the executable, and the help that lists every setting.
import { Command } from 'commander'
import { settings } from '../config.ts'

export interface InitOptions {
  readonly store: string
  readonly email: string
  readonly password: string
  readonly city?: string
  readonly json?: boolean
}

export interface ResetOptions {
  readonly email?: string
  readonly json?: boolean
}

/** What each command does; main.ts gives them the real world. */
export interface Commands {
  serve(flags: Record<string, unknown>): Promise<void>
  init(flags: Record<string, unknown>, options: InitOptions): Promise<void>
  resetOwner(flags: Record<string, unknown>, options: ResetOptions): Promise<void>
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
  withSettings(program.command('serve').description('run the box: API, till, console and jobs'), ['data', 'host', 'port'])
    .addHelpText('after', environmentHelp)
    .action(flags => commands.serve(flags))
  withSettings(program.command('init').description('make the shop’s accounts, its owner and first API keys, without a browser'), [
    'data',
  ])
    .requiredOption('--store <name>', 'the shop’s name')
    .requiredOption('--email <address>', 'the owner’s e-mail address')
    .requiredOption('--password <text>', 'the owner’s password, at least 8 characters')
    .option('--city <name>', 'the shop’s city', 'Dar es Salaam')
    .option('--json', 'print one JSON object as the last line')
    .action(options => commands.init({ data: options.data }, options))
  const owner = program.command('owner').description('help for an owner who cannot log in')
  withSettings(
    owner.command('reset').description('give an owner a new password, and end their logins; the box must be stopped'),
    ['data'],
  )
    .option('--email <address>', 'whose, where the box has several owners')
    .option('--json', 'print one JSON object as the last line')
    .action(options => commands.resetOwner({ data: options.data }, options))
  program
    .command('version')
    .description('print the version')
    .action(() => {
      process.stdout.write(`${commands.version}\n`)
    })
  return program
}
