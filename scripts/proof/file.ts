// Runs one test file in a process of its own, for the proof and the suites on PostgreSQL.

export interface FileRun {
  readonly passed: number
  readonly failed: number
  /** Seeds, kills, cuts and the like that the file reports; by default its tests. */
  readonly trials: number
  readonly seconds: number
  readonly output: string // its output without bun's closing figures, which the caller adds up
  readonly pid: number // its process id, after which its databases are named
}

/**
 * Runs a test file, with `env` in addition to this process's environment. A file that cannot be loaded counts
 * as one failure.
 */
export async function runTestFile(file: string, env: Readonly<Record<string, string>>): Promise<FileRun> {
  const started = performance.now()
  const limitMs = env.PROOF ? 600_000 : 300_000
  const child = Bun.spawn([process.execPath, 'test', '--timeout', String(limitMs), `./${file}`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const code = await child.exited
  const output = texts.join('')
  const passed = figure(output, 'pass')
  const failed = figure(output, 'fail')
  return {
    passed,
    // A file that cannot be loaded, or a process that died, has no failed test.
    failed: code === 0 ? failed : Math.max(failed, 1),
    trials: trialsIn(output) ?? passed + failed,
    seconds: (performance.now() - started) / 1_000,
    output: output.replace(/^ *\d+ (pass|fail)\n/gm, ''),
    pid: child.pid,
  }
}

/** Reads a figure of bun's closing lines, such as " 12 pass"; 0 without one. */
function figure(output: string, word: 'pass' | 'fail'): number {
  const match = Bun.stripANSI(output).match(new RegExp(`^ *(\\d+) ${word}$`, 'm'))
  return Number(match?.[1] ?? 0)
}

/**
 * Returns the sum of the lines that `reportTrials` of test/kit/proof.ts printed; undefined where there is
 * none.
 */
function trialsIn(output: string): number | undefined {
  const matches = [...output.matchAll(/^trials: (\d+)$/gm)]
  return matches.length > 0 ? matches.reduce((sum, [, count]) => sum + Number(count), 0) : undefined
}

/** Runs `work` on each item, at most `count` at a time. */
export async function inParallel<Item>(
  items: readonly Item[],
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}
