// The bill of materials of a release, as CycloneDX 1.6, with the hashes of bun.lock.
import { createHash } from 'node:crypto'
import lock from '../../bun.lock'
import type { Content } from './contents.ts'

const packages: Readonly<Record<string, readonly unknown[]>> = lock.packages

/** The hash of each package's archive, by name@version. */
const hashes = new Map(
  Object.values(packages).map(entry => [String(entry[0]), String(entry.at(-1)).replace('sha512-', '')]),
)

/** The package URL of a package of npm. */
const purlOf = ({ name, version }: Content) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** CycloneDX takes one SPDX id as `id`, and a combination such as `MIT OR Apache-2.0` as `expression`. */
function licensesOf({ license }: Content) {
  if (license === 'NOASSERTION') return undefined
  const isSingleId = /^[A-Za-z0-9.-]+$/.test(license)
  return [isSingleId ? { license: { id: license } } : { expression: license }]
}

/** Returns the document. It depends on its arguments alone; `builtAt` is in ms since 1970. */
export function billOfMaterials(
  contents: readonly Content[],
  {
    version,
    commit,
    builtAt,
  }: { readonly version: string; readonly commit: string; readonly builtAt: number },
): string {
  const references = new Map(contents.map(content => [`${content.name}@${content.version}`, purlOf(content)]))
  const own = `pkg:generic/kaunta@${version}`
  return `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: `urn:uuid:${uuidOf(`${version} ${commit}`)}`,
      version: 1,
      metadata: {
        timestamp: new Date(builtAt).toISOString(),
        component: {
          type: 'application',
          'bom-ref': own,
          name: 'kaunta',
          version,
          purl: own,
          licenses: [{ license: { id: 'MIT' } }],
        },
        properties: [{ name: 'kaunta:commit', value: commit }],
      },
      components: contents.map(content => {
        const hash = hashes.get(`${content.name}@${content.version}`)
        return {
          type: content.name === 'bun' ? 'platform' : 'library',
          'bom-ref': purlOf(content),
          name: content.name,
          version: content.version,
          purl: purlOf(content),
          licenses: licensesOf(content),
          hashes: hash && [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
        }
      }),
      dependencies: [
        { ref: own, dependsOn: contents.map(purlOf) },
        ...contents.map(content => ({
          ref: purlOf(content),
          dependsOn: [...new Set(content.needs)].flatMap(need => references.get(need) ?? []),
        })),
      ],
    },
    undefined,
    2,
  )}\n`
}

/** A UUID (version 5 in form) that depends on the text alone. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
