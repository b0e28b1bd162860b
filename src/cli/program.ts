// The command line: all commands of the executable, each declared in a file of this folder.
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
import { addStaff } from './staff.ts'
import { addSupport } from './support.ts'
import { addService } from './system-service.ts'
import { addTrigger } from './trigger.ts'
import { addUpgrade } from './upgrade.ts'
import { addUpgradeData } from './upgrade-data.ts'

/** The commands by name, in the order of the help. */
const commands: Readonly<Record<string, (program: Command, executable: Executable) => void>> = {
  serve: addServe,
  init: addInit,
  owner: addOwner,
  staff: addStaff,
  backup: addBackup,
  restore: addRestore,
  doctor: addDoctor,
  support: addSupport,
  move: addMove,
  network: addNetwork,
  open: addOpen,
  trigger: addTrigger,
  listen: addListen,
  service: addService,
  upgrade: addUpgrade,
  'upgrade-data': addUpgradeData,
  licenses: addLicenses,
  version: addVersion,
}

/** Adds `kaunta version` to the command line. */
function addVersion(program: Command, { version, write }: Executable): void {
  program
    .command('version')
    .description('print the version')
    .action(() => write(`${version}\n`))
}

/** Returns the command line with the called command only, because to add all commands takes 3 ms. */
export function newProgram(executable: Executable): Command {
  const program = new Command('kaunta')
    .description('Payment collection for shops, in one file')
    .version(executable.version, '--version')
    .showHelpAfterError('(see kaunta --help)')
  const allCommands = Object.entries(commands)
  const called = allCommands.find(([name]) => name === executable.args[0])
  for (const [, add] of called ? [called] : allCommands) add(program, executable)
  return program
}
