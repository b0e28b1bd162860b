// The packages inside the executable, from its dependencies: names, versions, licences and their texts.
// `kaunta licenses` prints the texts, the bill of materials lists the rest. Packages that the bundler drops
// are included: rather one licence too many.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Content {
  readonly name: string
  readonly version: string
  readonly license: string // from its package.json: an SPDX id or expression
  readonly text: string // the text of its licence; empty when it ships none
  readonly needs: readonly string[] // names with versions of what it depends on
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string | { readonly type: string }
  readonly dependencies?: Readonly<Record<string, string>>
}

const root = join(import.meta.dir, '../..')
/** Development dependencies that the binary contains in part: the API reference, and the runtime. */
const alsoInside = ['@scalar/api-reference', 'bun']
const runtimeLicense =
  'The Bun runtime is under the MIT licence. It statically links JavaScriptCore and WebKit (LGPL-2.1), BoringSSL,\n' +
  'SQLite, zlib, zstd, brotli, libarchive, lol-html, mimalloc, c-ares, libuv, uWebSockets and others, under their own\n' +
  'licences: the list and the way to relink it are at https://bun.com/docs/project/license\n'

/** The package.json in a folder. */
const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Returns the folder of a package as code in `from` would find it; undefined when it is not installed. */
function folderOf(name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  return from === root ? undefined : folderOf(name, dirname(from))
}

/** The texts of a package's licence files; empty when it ships none. */
function licenseText(folder: string, name: string): string {
  if (name === 'bun') return runtimeLicense
  const files = readdirSync(folder)
    .filter(file => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort()
  return files.map(file => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
}

/** Returns the packages inside the executable with all that they depend on, sorted by name and version. */
export function listContents(): Content[] {
  const contents = new Map<string, Content>()
  /** Adds a package and its dependencies. @returns its id in a list, which is empty if it is not installed */
  const add = (name: string, from: string): string[] => {
    const folder = folderOf(name, from)
    if (!folder) return []
    const { version, license, dependencies = {} } = manifestIn(folder)
    const id = `${name}@${version}`
    if (contents.has(id)) return [id]
    const content = {
      name,
      version,
      license: (typeof license === 'object' ? license.type : license) ?? 'NOASSERTION',
      text: licenseText(folder, name),
      needs: [] as string[],
    }
    contents.set(id, content)
    content.needs.push(...Object.keys(dependencies).flatMap(needed => add(needed, folder)))
    return [id]
  }
  for (const name of [...Object.keys(manifestIn(root).dependencies ?? {}), ...alsoInside]) add(name, root)
  return [...contents.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
}

const line = '-'.repeat(80)

/**
 * Returns all licences as one text. It is a macro: it runs while the code is bundled, so the executable
 * contains the text.
 */
export function licensesText(): string {
  const own = readFileSync(join(root, 'LICENSE'), 'utf8').trim()
  const parts = listContents().map(({ name, version, license, text }) =>
    [line, `${name} ${version}: ${license}`, '', text || 'This package ships no text of its licence.'].join(
      '\n',
    ),
  )
  return `Kaunta\n\n${own}\n\nKaunta contains:\n\n${parts.join('\n\n')}\n`
}
