// Compiles the executable onto a runtime. scripts/build.ts makes the one of this computer, scripts/release.ts
// one for each target. It uses the command line because Bun.build has no option like --production, which
// makes the code (React, better-auth) a production build.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dir, '..')
// Bundled code finds a worker only when it is an entry point itself.
const entries = ['src/main.ts', ...[...new Bun.Glob('src/*/*-worker.ts').scanSync(root)].sort()]
const flags = [
  '--compile',
  '--minify',
  '--bytecode',
  '--format=esm', // --bytecode alone means cjs, which has no top-level await
  '--splitting', // pages load their parts when they are needed, and share what they have in common
  '--compile-jit-policy=100', // a start runs its code once; main.ts sets it back
  '--production', // without it NODE_ENV is inlined as "development"
  '--no-compile-autoload-dotenv',
  '--no-compile-autoload-bunfig',
]

/**
 * The runtime reads these before our code runs: BUN_OPTIONS preloads a file, BUN_BE_BUN makes the executable
 * a bun, BUN_INSPECT opens a debugger. No build flag stops that, so their names in the runtime begin with a
 * zero byte, which no variable can have.
 */
const refusedVariables = ['BUN_OPTIONS', 'BUN_BE_BUN', 'BUN_INSPECT']

/** Facts stamped into the executable. */
export interface Stamp {
  readonly commit: string
  readonly builtAt: number // milliseconds since 1970
  /** The public key of releases as base64 of its DER form; empty when releases are unsigned. */
  readonly releaseKey: string
  /** The target computers, as release/target.ts names them; empty when it is not a release. */
  readonly target: string
}

export interface Compilation {
  readonly outfile: string
  readonly stamp: Stamp
  readonly runtime?: string // the runtime to compile onto; by default the bun that runs this
  readonly target?: string // in the words of `bun build --target`
}

/**
 * Compiles in a folder of its own and moves the file into place, so that a running appliance keeps its file
 * and a failed build leaves the last one. Throws an Error with the compiler's output.
 */
export async function compile({ outfile, stamp, runtime = process.execPath, target }: Compilation) {
  const aside = join(dirname(outfile), `build-${process.pid}`)
  mkdirSync(aside, { recursive: true })
  try {
    const isMac = target === undefined ? process.platform === 'darwin' : target.includes('darwin')
    const base = isMac ? runtime : deafRuntime(runtime, join(aside, 'bun'))
    // The file's name goes into its bytes, so all targets use one name.
    const made = join(aside, target?.includes('windows') ? 'kaunta.exe' : 'kaunta')
    const constants = {
      KAUNTA_COMMIT: `"${stamp.commit}"`,
      KAUNTA_BUILT_AT: stamp.builtAt,
      KAUNTA_RELEASE_KEY: `"${stamp.releaseKey}"`,
      KAUNTA_TARGET: `"${stamp.target}"`,
    }
    const bun = Bun.spawn(
      [
        process.execPath,
        'build',
        ...flags,
        '--compile-executable-path',
        base,
        ...(target === undefined ? [] : ['--target', target]),
        ...Object.entries(constants).flatMap(([name, value]) => ['--define', `${name}=${value}`]),
        ...entries,
        '--outfile',
        made,
      ],
      {
        cwd: root,
        env: {
          ...process.env,
          NODE_ENV: 'production', // a NODE_ENV in the environment is stronger than --production
          // Macros see the platform of the target, and esbuild is of this computer.
          ESBUILD_BINARY_PATH: join(
            root,
            'node_modules/@esbuild',
            `${process.platform}-${process.arch}`,
            'bin/esbuild',
          ),
        },
        stdout: 'pipe',
        stderr: 'pipe',
      },
    )
    const output = await Promise.all([new Response(bun.stdout).text(), new Response(bun.stderr).text()])
    if ((await bun.exited) !== 0) throw new Error(output.join(''))
    renameSync(made, outfile)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/**
 * Writes a copy of the runtime `from` to `to` that ignores the variables above, and returns its path. Not for
 * macOS, which runs no executable whose signature became wrong.
 */
function deafRuntime(from: string, to: string): string {
  const runtime = readFileSync(from)
  for (const name of refusedVariables) {
    let count = 0
    for (let offset = runtime.indexOf(name); offset >= 0; offset = runtime.indexOf(name, offset + 1)) {
      // The name is part of a script or a sentence, not the name that the runtime looks up.
      if (/[. ]/.test(String.fromCharCode(runtime.readUInt8(offset - 1)))) continue
      runtime.writeUInt8(0, offset)
      count++
    }
    if (count === 0) throw new Error(`${from} has no ${name}: look how it is read now`)
  }
  writeFileSync(to, runtime, { mode: 0o755 })
  return to
}

/** Returns the commit that is built, marked when files differ from it; empty without git. */
export const gitCommit = (): Promise<string> => gitSays('describe', '--always', '--dirty', '--exclude=*')

/** Returns the output of git without its last line end; empty without git. */
export async function gitSays(...words: readonly string[]): Promise<string> {
  if (!Bun.which('git')) return ''
  const git = Bun.spawn(['git', ...words], { cwd: root, stdout: 'pipe', stderr: 'ignore' })
  return (await new Response(git.stdout).text()).trim()
}
