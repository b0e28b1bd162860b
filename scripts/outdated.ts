// Prints, with the date, the pinned and the newest version of each direct dependency: bun run outdated. bun
// asks the package registry. SECURITY.md explains when to run this.
import { dependencies, devDependencies } from '../package.json' with { type: 'json' }

/** Dependencies that stay behind, and why. */
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
/** The newest versions of what is behind: the cells of a line are name, pinned, within the pin, newest. */
const newest = new Map(
  stdout
    .toString()
    .split('\n')
    .filter(line => line.startsWith('| ') && !line.startsWith('| Package'))
    .map(line => line.split('|').map(cell => cell.trim()))
    .map(([, name = '', , , version = '']) => [
      name.replace(/ \(\w+\)$/, '').replace(/@npm:.*$/, ''),
      version,
    ]),
)
const pins = Object.entries({ ...dependencies, ...devDependencies })
const date = new Date().toISOString().slice(0, 10)
console.log(`${date}: ${pins.length - newest.size} of ${pins.length} direct dependencies are the newest`)
for (const [name, pin] of pins) {
  const version = newest.get(name)
  const why = version && held[name] ? ` (${held[name]})` : ''
  console.log(`${version ? 'behind' : 'newest'}  ${name}  ${pin}${version ? ` → ${version}` : ''}${why}`)
}
