// Builds dist/kaunta, the file that a shop installs, with the bun that runs this script. It does nothing when
// the last build is newer than all its sources; --force builds anyway. The command line is used rather
// than Bun.build because only its --production makes the code (React, better-auth) a production build:
// Bun.build has no such option.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')
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
]
// Bundled code finds a worker only when it is an entry point itself.
const entries = ['src/main.ts', ...new Bun.Glob('src/*/*-worker.ts').scanSync(root)]
const flags = [
  '--compile',
  '--minify',
  '--bytecode',
  '--format=esm', // --bytecode alone means cjs, which has no top-level await
  '--splitting', // pages load their parts when they are needed, and share what they have in common
  '--production', // without it NODE_ENV is inlined as "development"
  '--no-compile-autoload-dotenv',
  '--no-compile-autoload-bunfig',
]

/**
 * The runtime reads these before our code runs: BUN_OPTIONS preloads a file, BUN_BE_BUN makes the executable a
 * bun, BUN_INSPECT opens a debugger. No build flag stops that, so their names in the runtime begin with a zero
 * byte, which no variable can have.
 */
const refusedVariables = ['BUN_OPTIONS', 'BUN_BE_BUN', 'BUN_INSPECT']

process.chdir(root)
if (!process.argv.includes('--force') && isCurrent()) console.log(`${target} is up to date, ${megabytes()}`)
else await build()

/** Folders count too: a file that was removed shows in the time of its folder. */
function isCurrent(): boolean {
  if (!existsSync(target)) return false
  const builtMs = statSync(target).mtimeMs
  return madeFrom.every(path => newestMs(path) < builtMs)
}

function newestMs(path: string): number {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  const below = stat.isDirectory() ? readdirSync(path).map(name => newestMs(join(path, name))) : []
  return Math.max(stat.mtimeMs, ...below)
}

/**
 * Built aside and moved into place, so that a running appliance keeps its file and a failed build leaves the
 * last one.
 */
async function build() {
  const startedMs = Date.now()
  const aside = `dist/build-${process.pid}`
  mkdirSync(aside, { recursive: true })
  try {
    const commit = await gitCommit()
    const defines = ['--define', `KAUNTA_COMMIT="${commit}"`, '--define', `KAUNTA_BUILT_AT=${startedMs}`]
    const bun = Bun.spawn(
      [
        process.execPath,
        ...['build', ...flags, '--compile-executable-path', deafRuntime(aside)],
        ...[...defines, ...entries, '--outfile', `${aside}/kaunta`],
      ],
      {
        env: { ...process.env, NODE_ENV: 'production' }, // a NODE_ENV in the environment is stronger than --production
        stdout: 'pipe',
        stderr: 'pipe',
      },
    )
    const said = await Promise.all([new Response(bun.stdout).text(), new Response(bun.stderr).text()])
    if ((await bun.exited) !== 0) {
      process.stderr.write(said.join(''))
      process.exitCode = 1
      return
    }
    // As old as its beginning: what is saved while the build runs is built next time.
    utimesSync(`${aside}/kaunta`, startedMs / 1000, startedMs / 1000)
    renameSync(`${aside}/kaunta`, target)
    console.log(
      `${target} ${megabytes()} in ${((Date.now() - startedMs) / 1000).toFixed(1)} s${commit && `, commit ${commit}`}`,
    )
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/**
 * A copy of the bun that runs this script, deaf to the variables above. macOS runs no executable whose signature
 * does not fit, so there it is the bun as it is.
 * @returns its path
 */
function deafRuntime(folder: string): string {
  if (process.platform === 'darwin') return process.execPath
  const runtime = readFileSync(process.execPath)
  for (const name of refusedVariables) {
    let found = 0
    for (let at = runtime.indexOf(name); at >= 0; at = runtime.indexOf(name, at + 1)) {
      if (/[. ]/.test(String.fromCharCode(runtime.readUInt8(at - 1)))) continue // in a script or a sentence
      runtime.writeUInt8(0, at)
      found++
    }
    if (found === 0) throw new Error(`this bun has no ${name}: look how it is read now`)
  }
  const path = `${folder}/bun`
  writeFileSync(path, runtime, { mode: 0o755 })
  return path
}

/** The commit built from, marked when files differ from it; empty without git. */
async function gitCommit(): Promise<string> {
  if (!Bun.which('git')) return ''
  const git = Bun.spawn(['git', 'describe', '--always', '--dirty', '--exclude=*'], {
    stdout: 'pipe',
    stderr: 'ignore',
  })
  return (await new Response(git.stdout).text()).trim()
}

function megabytes(): string {
  return `${(statSync(target).size / 1e6).toFixed(0)} MB`
}
