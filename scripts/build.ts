// Builds dist/kaunta, the file that a shop installs, with the bun that runs this script. It does nothing when
// the last build is newer than all its sources; --force builds anyway. release.ts makes releases.
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { compile, gitCommit } from './compile.ts'
import { releaseKeyOf } from './release/sign.ts'

const target = 'dist/kaunta'
const madeFrom = [
  'src',
  'ui',
  'docs/verify',
  'migrations',
  'package.json',
  'bun.lock',
  'tsconfig.json',
  'scripts/build.ts',
  'scripts/compile.ts',
  'scripts/release',
]

process.chdir(join(import.meta.dir, '..'))
if (!process.argv.includes('--force') && isCurrent()) console.log(`${target} is up to date, ${megabytes()}`)
else await build()

/**
 * Whether the last build is newer than its sources. Folders count, too, because a removed file shows in the
 * time of its folder.
 */
function isCurrent(): boolean {
  if (!existsSync(target)) return false
  const builtMs = statSync(target).mtimeMs
  return madeFrom.every(path => newestMs(path) < builtMs)
}

/** Returns when the newest file in a folder, or the file itself, was changed; 0 if it is missing. */
function newestMs(path: string): number {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  const below = stat.isDirectory() ? readdirSync(path).map(name => newestMs(join(path, name))) : []
  return Math.max(stat.mtimeMs, ...below)
}

/** Compiles the executable. On failure it prints the compiler's output and sets the exit code. */
async function build() {
  const startedMs = Date.now()
  mkdirSync('dist', { recursive: true })
  const commit = await gitCommit()
  const releaseKey = releaseKeyOf(process.env)?.publicKey ?? ''
  try {
    await compile({ outfile: target, stamp: { commit, builtAt: startedMs, releaseKey, target: '' } })
  } catch (error) {
    process.stderr.write(error instanceof Error ? `${error.message}\n` : String(error))
    process.exitCode = 1
    return
  }
  // Dated with its beginning, so that changes during the build are built next time.
  utimesSync(target, startedMs / 1000, startedMs / 1000)
  console.log(
    `${target} ${megabytes()} in ${((Date.now() - startedMs) / 1000).toFixed(1)} s${commit && `, commit ${commit}`}`,
  )
}

/** The size of the executable as a text. */
function megabytes(): string {
  return `${(statSync(target).size / 1e6).toFixed(0)} MB`
}
