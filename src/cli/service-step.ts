// The facts of Kaunta's service, and the steps that install it, on every system.

export interface ServiceFacts {
  readonly executable: string
  readonly data: string
  readonly environment: Readonly<Record<string, string>> // given settings: KAUNTA_PORT and the like
  readonly alsoWrites: readonly string[] // folders outside the data folder that it writes to
  readonly hasLowPort: boolean // whether it listens on a port below 1024
  readonly upgradesFromConsole: boolean // whether root installs what is uploaded in the console
}

/** One step of an installation: a file, or a command. */
export type ServiceStep =
  | {
      readonly file: string
      readonly text: string
      readonly encoding: 'utf8' | 'utf16le'
      /** Whether other users may read it; a unit with settings may hold secrets. */
      readonly isPublic?: boolean
    }
  | { readonly run: readonly string[]; readonly mayFail?: boolean }
