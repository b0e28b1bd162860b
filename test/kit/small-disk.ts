// A small disk in memory that a test may fill. Where the system forbids mounting, as in some containers, its
// tests are skipped, even in continuous integration. Without the program `mount` they are skipped as well,
// but fail in continuous integration.
import { mkdirSync, rmSync } from 'node:fs'
import { needed } from './needed.ts'

export interface SmallDisk {
  readonly folder: string
  remove(): void
}

/** Runs a program that is for root, by sudo where this user may. */
const asRoot = (...words: string[]) =>
  Bun.spawnSync(process.getuid?.() === 0 ? words : ['sudo', '-n', ...words], { stderr: 'pipe' })

/** @param size as mount wants it, such as 160m @returns undefined when none can be mounted */
export function newSmallDisk(name: string, size: string): SmallDisk | undefined {
  if (process.platform !== 'linux') return undefined
  if (!needed(Bun.which('mount') !== null, 'mount is missing: apt-get install mount')) return undefined
  const folder = `/var/tmp/kaunta-${name}-${process.pid}`
  mkdirSync(folder)
  const owner = `uid=${process.getuid?.()},gid=${process.getgid?.()}`
  const options = `size=${size},mode=0755,${owner}`
  const { exitCode, stderr } = asRoot('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', folder)
  if (exitCode === 0)
    return {
      folder,
      remove() {
        asRoot('umount', '--lazy', folder)
        rmSync(folder, { recursive: true, force: true })
      },
    }
  rmSync(folder, { recursive: true })
  console.warn(`Tests of a full disk are skipped: none can be mounted here. ${stderr.toString().trim()}`)
  return undefined
}
