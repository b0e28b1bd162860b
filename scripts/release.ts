// Makes a release in dist/release: the executable of each target, Debian packages, the container file, the
// bill of materials, licences, sums and signatures. Targets can be named: `bun scripts/release.ts
// linux-arm64`. KAUNTA_RELEASE_KEY names the file of the signing key (docs/releases.md); without it the
// release is unsigned.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../package.json' with { type: 'json' }
import { compile, gitCommit, gitSays } from './compile.ts'
import { licensesText, listContents } from './release/contents.ts'
import { debianPackage } from './release/debian.ts'
import { billOfMaterials } from './release/sbom.ts'
import { releaseKeyOf, signatureFile, signBytes } from './release/sign.ts'
import { fileNameOf, runtimeOf, type Target, targets } from './release/target.ts'

const root = join(import.meta.dir, '..')
const folder = join(root, 'dist/release')
/** Old shop computers install from Debian packages, too. */
const debianOf: Readonly<Record<string, string>> = { 'linux-x64-baseline': 'amd64', 'linux-arm64': 'arm64' }

const namedTargets = process.argv.slice(2)
const unknownTargets = namedTargets.filter(name => !targets.some(target => target.name === name))
if (unknownTargets.length > 0)
  throw new Error(
    `no target ${unknownTargets.join(', ')}: there are ${targets.map(({ name }) => name).join(', ')}`,
  )
const chosenTargets = targets.filter(({ name }) => namedTargets.length === 0 || namedTargets.includes(name))

const key = releaseKeyOf(process.env)
const commit = await gitCommit()
// The time of the commit, so that a commit makes one release.
const builtAt = Number(await gitSays('log', '-1', '--format=%ct')) * 1_000
const stamp = { commit, builtAt, releaseKey: key?.publicKey ?? '' }
const sums: string[] = []

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const target of chosenTargets) await makeTarget(target)
const contents = listContents()
keep('licenses.txt', licensesText())
keep(`kaunta-${version}.cdx.json`, billOfMaterials(contents, { version, commit, builtAt }))
keep('Containerfile', readFileSync(join(import.meta.dir, 'release/Containerfile')))
const list = Buffer.from(sums.sort().join(''))
writeFileSync(join(folder, 'SHA256SUMS'), list)
if (key) {
  writeFileSync(join(folder, 'SHA256SUMS.sig'), signBytes(key, list))
  writeFileSync(join(folder, 'release-key.pem'), key.publicPem)
}
process.stdout.write(list)
console.log(
  `${version} of commit ${commit}: ${key ? 'signed' : 'UNSIGNED, because KAUNTA_RELEASE_KEY names no key'}`,
)

/** Writes a file of the release, adds its checksum to the list, and returns the checksum. */
function keep(name: string, bytes: string | Uint8Array): string {
  writeFileSync(join(folder, name), bytes)
  const sum = createHash('sha256').update(bytes).digest('hex')
  sums.push(`${sum}  ${name}\n`)
  return sum
}

/** Makes the executable of a target, its signature and, where there is one, its Debian package. */
async function makeTarget(target: Target): Promise<void> {
  const name = fileNameOf(target, version)
  const outfile = join(folder, name)
  const runtime = await runtimeOf(target, join(root, 'dist/runtime'))
  await compile({ outfile, stamp: { ...stamp, target: target.name }, runtime, target: target.bun })
  const executable = readFileSync(outfile)
  const sha256 = keep(name, executable)
  if (key)
    writeFileSync(
      `${outfile}.sig`,
      signatureFile(key, { version, commit, built_at: builtAt, target: target.name, sha256 }),
    )
  const architecture = debianOf[target.name]
  if (architecture)
    keep(
      `kaunta_${version}_${architecture}.deb`,
      debianPackage({ version, architecture, executable, licenses: licensesText(), builtAt }),
    )
  console.log(`${name}  ${(executable.length / 1e6).toFixed(0)} MB`)
}
