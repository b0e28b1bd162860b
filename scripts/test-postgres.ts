// Runs test files on PostgreSQL, each in a process of its own: those for each change, or the named ones.
// `--parallel=2` runs two files in parallel. Without PostgreSQL on this computer it runs nothing; in
// continuous integration that is a failure. `bun run proof` runs the whole suite.
import { programFolder } from './postgres/cluster.ts'
import { coreFiles, filesNamed, openTestServer } from './postgres/suite.ts'
import { inParallel } from './proof/file.ts'

const options = process.argv.slice(2)
const named = options.filter(option => !option.startsWith('--'))
const count = Number(options.find(option => option.startsWith('--parallel='))?.split('=')[1] ?? 1)
const programs = programFolder()
if (!programs) {
  console.log('PostgreSQL is not on this computer (Debian: apt-get install postgresql): nothing was run')
  process.exit(process.env.CI ? 1 : 0)
}

const server = await openTestServer(programs)
let passed = 0
let failed = 0
try {
  await inParallel(named.length > 0 ? filesNamed(named) : coreFiles(), count, async file => {
    const run = await server.run(file)
    passed += run.passed
    failed += run.failed
    const seconds = run.seconds.toFixed(1)
    if (run.failed > 0) console.log(`${run.output}FAILED on PostgreSQL: ${file}, ${seconds} s`)
    else console.log(`passed on PostgreSQL: ${file}, ${run.passed} tests, ${seconds} s`)
  })
} finally {
  await server.close()
}
console.log(`on PostgreSQL: ${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
