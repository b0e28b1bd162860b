// The target computers of releases and their runtimes: npm packages of exactly the building version, whose
// hashes bun.lock has.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import lock from '../../bun.lock'

export interface Target {
  readonly name: string
  readonly bun: string // the name that `bun build --target` takes
  readonly runtime: string // the npm package of its runtime
  /** For runtimes that bun.lock does not have, because the `bun` package does not name them. */
  readonly integrity?: string
}

export const targets: readonly Target[] = [
  { name: 'linux-x64', bun: 'bun-linux-x64', runtime: '@oven/bun-linux-x64' },
  {
    name: 'linux-x64-baseline',
    bun: 'bun-linux-x64-baseline',
    runtime: '@oven/bun-linux-x64-baseline',
    integrity:
      'sha512-s8yMwYcFnnrA178gji0gZbkE2WVDej/Ti1x770oPfihxyRxSMNhGhiAQNXV53aDeraZxksdvKV/RAdQBCd0qPA==',
  },
  { name: 'linux-arm64', bun: 'bun-linux-arm64', runtime: '@oven/bun-linux-aarch64' },
  { name: 'linux-x64-musl', bun: 'bun-linux-x64-musl', runtime: '@oven/bun-linux-x64-musl' },
  { name: 'linux-arm64-musl', bun: 'bun-linux-arm64-musl', runtime: '@oven/bun-linux-aarch64-musl' },
  { name: 'windows-x64', bun: 'bun-windows-x64', runtime: '@oven/bun-windows-x64' },
  { name: 'macos-arm64', bun: 'bun-darwin-arm64', runtime: '@oven/bun-darwin-aarch64' },
  { name: 'macos-x64', bun: 'bun-darwin-x64', runtime: '@oven/bun-darwin-x64' },
]

const isWindows = ({ name }: Target) => name.startsWith('windows')

/** Returns the name of a target's executable in a release. */
export const fileNameOf = (target: Target, version: string): string =>
  `kaunta-${version}-${target.name}${isWindows(target) ? '.exe' : ''}`

const packages: Readonly<Record<string, readonly unknown[]>> = lock.packages

/**
 * Returns the path of a target's runtime, which it fetches by npm unless `cache` has it. Throws for a wrong
 * hash.
 */
export async function runtimeOf(target: Target, cache: string): Promise<string> {
  const folder = join(cache, `${target.name}-${Bun.version}`)
  const path = join(folder, 'package/bin', isWindows(target) ? 'bun.exe' : 'bun')
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const wanted = `${target.runtime}@${Bun.version}`
  const archive = await outputOf(['npm', 'pack', '--silent', '--pack-destination', folder, wanted])
  const file = join(folder, archive.split('\n').at(-1) ?? '')
  const hash = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
  const expected = target.integrity ?? packages[target.runtime]?.at(-1)
  if (hash !== expected) throw new Error(`${wanted} has the hash ${hash}, and ${expected} was expected`)
  await outputOf(['tar', '-xzf', file, '-C', folder])
  rmSync(file)
  return path
}

/** Returns what a program prints, trimmed. Throws when it fails. */
async function outputOf(words: readonly string[]): Promise<string> {
  const child = Bun.spawn([...words], { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${words[0]} failed: ${words.join(' ')}`)
  return text.trim()
}
