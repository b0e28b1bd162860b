// `kaunta serve` runs the server.
import type { Command } from 'commander'
import { settings } from '../config.ts'
import { type Executable, withSettings } from './command.ts'

/** Returns the environment variables of all settings, for the help. */
const environmentHelp = () =>
  [
    '',
    'Environment:',
    ...Object.values(settings).map(
      ({ environment, description, default: value }) =>
        `  ${environment.padEnd(24)} ${description}${value ? ` (default: ${value})` : ''}`,
    ),
  ].join('\n')

/** Adds `kaunta serve` to the command line. */
export function addServe(program: Command, { readConfig, serve }: Executable): void {
  const command = program.command('serve').description('run Kaunta: API, till, console and jobs')
  withSettings(command, ['data', 'host', 'port', 'httpsPort', 'httpsRedirect', 'mdns'])
    .addHelpText('after', environmentHelp)
    .action(flags => serve(readConfig(flags)))
}
