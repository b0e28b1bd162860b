// The command line: all commands of the executable. Each is declared in its own file of this folder.
import { Command } from 'commander'
import { addBackup } from './backup.ts'
import type { Executable } from './command.ts'
import { addDoctor } from './doctor.ts'
import { addInit } from './init.ts'
import { addLicenses } from './licenses.ts'
import { addListen } from './listen.ts'
import { addMove } from './move.ts'
import { addNetwork } from './network.ts'
import { addOpen } from './open.ts'
import { addOwner } from './owner.ts'
import { addRestore } from './restore.ts'
import { addServe } from './serve.ts'
import { addSupport } from './support.ts'
import { addService } from './system-service.ts'
import { addTrigger } from './trigger.ts'
import { addUpgrade } from './upgrade.ts'
import { addUpgradeData } from './upgrade-data.ts'

const commands = [
  ...[addServe, addInit, addOwner, addBackup, addRestore, addDoctor, addSupport],
  ...[addMove, addNetwork, addOpen, addTrigger, addListen],
  ...[addService, addUpgrade, addUpgradeData, addLicenses],
]

/** The whole command line. */
export function newProgram(executable: Executable): Command {
  const program = new Command('kaunta')
    .description('Payment collection for shops, in one file')
    .version(executable.version, '--version')
    .showHelpAfterError('(see kaunta --help)')
  for (const add of commands) add(program, executable)
  program
    .command('version')
    .description('print the version')
    .action(() => executable.write(`${executable.version}\n`))
  return program
}
