// Builds the archive for support: facts that help to find a fault, without names, numbers or secrets. The
// owner can read the files before saving the archive.
import type { HealthCheck } from '../domain/health.ts'
import { openCheckOf, openLogLineOf, openSettingsOf } from '../domain/support.ts'
import { archiveOf } from '../store/backup/tar.ts'
import type { DatabaseFacts } from '../store/folder/table-fact.ts'

/** A file in the archive for support. */
export interface SupportFile {
  readonly name: string
  readonly text: string
}

/** The running build, and how long it has run. */
export interface AboutServer {
  readonly version: string
  readonly commit: string
  readonly builtAt: number
  readonly target: string
  readonly ranMs: number // milliseconds since the process began
}

/** The facts for support, before names, numbers and secrets are removed. */
export interface SupportParts {
  readonly now: number
  readonly about: AboutServer
  readonly settings: Readonly<Record<string, unknown>>
  readonly settingNames: readonly string[] // the names of all settings
  readonly checks: readonly HealthCheck[]
  readonly logLines: readonly string[]
  readonly databases: readonly DatabaseFacts[]
}

const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Returns the files of the archive for support, in reading order, without names, numbers and secrets. */
export function supportFiles(parts: SupportParts): SupportFile[] {
  const { now, about, settings, settingNames, checks, logLines, databases } = parts
  const { version, commit, builtAt, target, ranMs } = about
  const openLines = logLines.flatMap(line => openLogLineOf(line) ?? [])
  return [
    {
      name: 'about.json',
      text: jsonText({
        version,
        commit,
        target,
        builtAt: new Date(builtAt).toISOString(),
        madeAt: new Date(now).toISOString(),
        ranMinutes: Math.floor(ranMs / 60_000),
        platform: process.platform,
        architecture: process.arch,
        bun: Bun.version,
        memoryMegabytes: Math.ceil(process.memoryUsage.rss() / 1_000_000),
      }),
    },
    { name: 'health.json', text: jsonText(checks.map(openCheckOf)) },
    { name: 'settings.json', text: jsonText(openSettingsOf(settings, settingNames)) },
    {
      name: 'counts.json',
      text: jsonText(
        databases.map(({ name, bytes, version, rows, problem }) => ({ name, bytes, version, rows, problem })),
      ),
    },
    { name: 'log.jsonl', text: openLines.map(line => `${JSON.stringify(line)}\n`).join('') },
    ...databases.map(({ name, schema }) => ({
      name: `${name}.sql`,
      text: schema.map(statement => `${statement};\n`).join('\n'),
    })),
  ]
}

/** Returns the name of the archive, such as `kaunta-support-20261121T090000Z.tar.gz`. */
export function supportName(now: number): string {
  // Without dashes, colons and milliseconds.
  const timestamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
  return `kaunta-support-${timestamp}.tar.gz`
}

/** Returns the files as a compressed archive. */
export const supportArchive = (files: readonly SupportFile[], now: number): Uint8Array =>
  Bun.gzipSync(archiveOf(files, now))
