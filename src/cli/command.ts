// The dependencies of every command: its options, a folder to work on, and output.
import { type Command, Option } from 'commander'
import { type Config, settings } from '../config.ts'
import type { Appliance } from '../flow/appliance.ts'
import type { Login } from '../login/login.ts'
import { FolderError } from '../store/folder/folder.ts'
import type { World } from '../world.ts'
import type { Terminal } from './client.ts'
import type { ProgressLine } from './progress.ts'
import type { Current } from './release-file.ts'
import type { Computer } from './system-service-file.ts'

/** Settings from the command line. */
export type Flags = Readonly<Record<string, unknown>>

/** The executable as commands see it; main.ts passes the real one. */
export interface Executable extends Terminal, Current {
  readonly commit: string // the commit of the build
  readonly path: string // the path of the executable
  readonly computer: Computer
  readonly world: World // for commands that work without a server; it logs nothing
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Milliseconds since 1970. */
  readonly now: () => number
  write(text: string): void
  /** Writes bytes; waits until the reader has taken them. */
  writeBytes(bytes: Uint8Array): Promise<void>
  readonly isTerminal: boolean // whether a person reads the output
  readonly showProgress: ProgressLine
  /** Asks the person at the terminal, and waits for a line; undefined without a terminal. */
  readonly ask: ((question: string) => string) | undefined
  /** The text of a file, or of standard input for `-`. Rejects text that is not UTF-8. */
  readText(file: string): Promise<string>
  /**
   * Runs another program to its end. Returns its output and errors as one text.
   * @param moreEnvironment variables in addition to those of this process
   */
  run(
    command: readonly string[],
    moreEnvironment?: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly output: string }>
  /** Runs another program with its output in pieces. An error of `take` ends the program. */
  pipe(
    command: readonly string[],
    take: (piece: Uint8Array) => void,
  ): Promise<{ readonly status: number; readonly output: string }>
  readonly args: readonly string[] // the command line after the program's name
  readonly isManaged: boolean // whether a service manager restarts it when it ends with an error
  /** Whether the previous version runs this version on trial, so that both end together. */
  readonly isTried: boolean
  /** Starts another process. @param isTried whether it is on trial, and ends when this process ends */
  start(command: readonly string[], options?: { readonly isTried: boolean }): Child
  /** The settings, from flags and environment. @throws Fault that names the setting */
  readConfig(flags: Flags): Config
  /** Base address of the server with these settings. */
  publicUrl(config: Config): string
  /** Opens a data folder without a running server, and closes it after the work. */
  onStopped(flags: Flags, work: (server: Stopped) => Promise<void>): Promise<void>
  /** Opens a database next to the nodes that serve it, and closes it after the work. */
  besideNodes(flags: Flags, work: (server: Stopped) => Promise<void>): Promise<void>
  /** Runs the server until it gets a signal to stop. */
  serve(config: Config): Promise<void>
  setExitStatus(status: number): void
  /** Calls back instead of ending the process at SIGINT or SIGTERM. */
  onSignal(call: () => void): void
  exit(status: number): never
}

/** Another process that this one has started. */
export interface Child {
  readonly ended: Promise<number>
  /** Sends a signal to end. */
  stop(): void
  kill(): void
}

/** An open data folder, or database, without a server. */
interface Stopped {
  readonly appliance: Appliance
  readonly login: Login
}

/**
 * Checks that payments are in a data folder.
 * @param instead what to do with a database instead, for the message
 * @throws FolderError when they are in a database
 */
export function assertInFolder({ databaseUrl }: Config, instead: string): void {
  if (databaseUrl !== undefined)
    throw new FolderError(`payments and logins are in the database of KAUNTA_DATABASE_URL: ${instead}`, 1)
}

/** Adds the flags of these settings to a command. */
export function withSettings(command: Command, names: readonly (keyof typeof settings)[]): Command {
  for (const name of names) {
    const { flag, description, default: value } = settings[name]
    if (flag) command.option(`${flag} <value>`, value ? `${description} (default: ${value})` : description)
  }
  return command
}

/** Adds the option that prints the result as JSON. */
export const withJson = (command: Command): Command =>
  command.option('--json', 'print one JSON object as the last line')

/** Adds the options of commands that send requests to a running server. */
export const withServer = (command: Command): Command =>
  command
    .addOption(
      new Option('--url <address>', 'the address of Kaunta')
        .env('KAUNTA_URL')
        .default('http://127.0.0.1:8080'),
    )
    .addOption(new Option('--key <key>', 'an API key of the account').env('KAUNTA_KEY').default('', 'none'))

/** Prints a result as JSON, or as the text for a person. */
export function printResult<R>(
  { write }: Executable,
  { json }: { readonly json?: boolean | undefined },
  result: R,
  textOf: (result: R) => string,
): void {
  write(json ? `${JSON.stringify(result)}\n` : textOf(result))
}
