// Tries every promise with all its seeds, sizes and looks, on SQLite and on PostgreSQL, and ends with a
// table. It continues where a run of these sources stopped, and repeats a test file that has changed since;
// `--fresh` starts again.
//
//   bun scripts/proof.ts [--parallel=2] [--fresh] [--write] [BEGINNING …]
//   bun scripts/proof.ts --touched-since=COMMIT     only promises that the changes since then touch
//
// BEGINNING selects test files by the beginning of their paths; --write stores the table as docs/proof.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { programFolder } from './postgres/cluster.ts'
import { openTestServer, type TestServer, wholeFiles } from './postgres/suite.ts'
import { inParallel, runTestFile } from './proof/file.ts'
import { type Promised, promiseOf, promises, promisesTouchedBy } from './proof/promise.ts'
import { proofTable, type Trial } from './proof/table.ts'

const keptAt = 'dist/proof.json'
const options = process.argv.slice(2)
const beginnings = options.filter(option => !option.startsWith('--'))
/** The value of `--name=value`. */
const optionOf = (name: string) => options.find(option => option.startsWith(`--${name}=`))?.split('=')[1]
const count = Number(optionOf('parallel') ?? 2)

/** One test file on one store. */
interface Task {
  readonly promise: Promised
  readonly file: string
}

/** The output of git. */
const git = (...words: string[]) => Bun.spawnSync(['git', ...words]).stdout.toString()
/** Leaves out the table that `--write` stores, and the test files, because no file depends on another. */
const sharedSources = [
  '--',
  '.',
  ':!docs/proof.md',
  ':(exclude,glob)test/**/*.test.ts',
  ':(exclude,glob)test/**/*.proof.ts',
]
/** Identifies the sources that all test files share: results of others are not continued. */
const sources = Bun.hash(
  git('ls-files', '--stage', ...sharedSources) +
    git('diff', ...sharedSources) +
    git('status', '--porcelain', ...sharedSources),
).toString(36)
/** Identifies the content of a test file; undefined if it is gone. */
const contentOf = (file: string) => (existsSync(file) ? Bun.hash(readFileSync(file)).toString(36) : undefined)

/** A trial, and which content of its test file it tried. */
type KeptTrial = Trial & { readonly content: string | undefined }

/** Returns the passed trials of an earlier run on the same sources, of test files that are as they were. */
function keptTrials(): KeptTrial[] {
  if (options.includes('--fresh') || !existsSync(keptAt)) return []
  const kept: { sources: string; trials: KeptTrial[] } = JSON.parse(readFileSync(keptAt, 'utf8'))
  if (kept.sources !== sources) return []
  return kept.trials.filter(({ failed, file, content }) => failed === 0 && content === contentOf(file))
}

/** Returns every test file with its promise, and those for PostgreSQL a second time. */
function allTasks(): Task[] {
  const files = [...new Bun.Glob('test/**/*.{test,proof}.ts').scanSync()].sort()
  const onSqlite = files.flatMap(file => {
    const promise = promiseOf(file)
    return promise ? [{ promise, file }] : []
  })
  const onPostgres = promises.find(promise => promise.onPostgres)
  return [...onSqlite, ...(onPostgres ? wholeFiles().map(file => ({ promise: onPostgres, file })) : [])]
}

/** Returns the paths that changed since a commit. @throws Error if there is no such commit here */
function changedSince(commit: string): string[] {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['git', 'diff', '--name-only', commit, 'HEAD'])
  if (exitCode !== 0) throw new Error(`no changes since '${commit}' are known: ${stderr.toString().trim()}`)
  return stdout.toString().split('\n')
}

/** Returns the tasks that the options select. */
function chosenTasks(): Task[] {
  const since = optionOf('touched-since')
  const touched = since === undefined ? promises : promisesTouchedBy(changedSince(since))
  for (const promise of promises.filter(skipped => !touched.includes(skipped)))
    console.log(`left out, as the change does not touch it: ${promise.promise}`)
  return allTasks().filter(
    ({ promise, file }) =>
      touched.includes(promise) &&
      (beginnings.length === 0 || beginnings.some(beginning => file.startsWith(beginning))),
  )
}

const programs = programFolder()
let server: TestServer | undefined
let trials = keptTrials()
const tasks = chosenTasks()
/** Whether an earlier run passed this task. */
const isDone = ({ promise, file }: Task) =>
  trials.some(trial => trial.promise === promise.promise && trial.file === file)
const open = tasks.filter(task => !isDone(task))
if (open.length < tasks.length)
  console.log(`${tasks.length - open.length} of ${tasks.length} files passed before`)
let passed = 0

/** Runs one test file, prints its result, and stores all results so far. */
async function tryTask({ promise, file }: Task): Promise<void> {
  const content = contentOf(file)
  const run = promise.onPostgres
    ? await server?.run(file, { PROOF: '1' })
    : await runTestFile(file, { PROOF: '1' })
  if (!run) return
  const { failed, seconds } = run
  const trial = { promise: promise.promise, file, trials: run.trials, failed, seconds, content }
  const where = promise.onPostgres ? `${file} on PostgreSQL` : file
  if (failed > 0) console.log(`${run.output}FAILED: ${where}, ${seconds.toFixed(1)} s`)
  else console.log(`passed: ${where}, ${run.passed} tests, ${run.trials} trials, ${seconds.toFixed(1)} s`)
  passed += run.passed
  trials = [...trials, trial]
  mkdirSync('dist', { recursive: true })
  writeFileSync(keptAt, JSON.stringify({ sources, trials }))
}

if (open.some(({ promise }) => promise.onPostgres)) {
  if (programs) server = await openTestServer(programs)
  else console.log('PostgreSQL is not on this computer (Debian: apt-get install postgresql): left out')
}
try {
  await inParallel(open, count, tryTask)
} finally {
  await server?.close()
}

const own = trials.filter(({ promise, file }) =>
  tasks.some(task => task.promise.promise === promise && task.file === file),
)
const table = proofTable(
  promises.map(({ promise }) => promise),
  own,
)
const failed = own.reduce((sum, trial) => sum + trial.failed, 0)
console.log(`\n${table}\n\nproof: ${passed} passed, ${failed} failed`)
if (options.includes('--write')) writeFileSync('docs/proof.md', page(table))
process.exit(failed > 0 || (!programs && process.env.CI) ? 1 : 0)

/** The content of docs/proof.md. */
function page(table: string): string {
  const commit = git('rev-parse', '--short=8', 'HEAD').trim()
  return `# Proof

What \`bun run proof\` found on commit ${commit}, on ${new Date().toISOString().slice(0, 10)}. A trial is a seed, a
kill, a cut, a client or a look; where a test reports none, it is the test.

${table}
`
}
