// `kaunta licenses` prints the licences of everything inside the executable.
import type { Command } from 'commander'
import type { Executable } from './command.ts'

/** Adds `kaunta licenses` to the command line. */
export function addLicenses(program: Command, { write }: Executable): void {
  program
    .command('licenses')
    .description('print the licences of everything inside')
    .action(async () => write((await import('./license-text.ts')).licenses))
}
