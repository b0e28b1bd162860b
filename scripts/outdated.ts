// Prints, with the date, which direct dependencies have a newer version than the pinned one: bun run outdated.
// bun asks the package registry. SECURITY.md says how often this is run, and what follows.
import { dependencies, devDependencies } from '../package.json' with { type: 'json' }

/** What stays behind, and why. */
const held: Readonly<Record<string, string>> = {
  '@scalar/api-reference':
    'newer ones are larger and load from outside: docs/decisions/0006-api-reference.md',
  'typescript-5': 'the tests use the interface of the compiler, which version 7 does not have',
}

const { stdout, stderr, exitCode } = Bun.spawnSync(['bun', 'outdated'], {
  env: { ...Bun.env, NO_COLOR: '1' },
})
if (exitCode !== 0) {
  console.error(stderr.toString())
  process.exit(exitCode)
}
/** Name, pinned, within the pin, newest. */
const behind = stdout
  .toString()
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.startsWith('| Package'))
  .map(line => line.split('|').map(cell => cell.trim()))
  .map(([, name = '', pinned = '', , newest = '']) => ({
    name: name.replace(/ \(\w+\)$/, '').replace(/@npm:.*$/, ''),
    pinned,
    newest,
  }))
const count = Object.keys({ ...dependencies, ...devDependencies }).length
console.log(`${new Date().toISOString().slice(0, 10)}: ${count - behind.length} of ${count} are the newest`)
for (const { name, pinned, newest } of behind)
  console.log(`${name}: ${pinned}, newest ${newest}${held[name] ? ` (${held[name]})` : ''}`)
