// Makes the newest folder and the newest dump of test/golden again: after a change of an unreleased
// migration, and for each new one before its release. Older ones are never made again. The dump needs
// PostgreSQL here.
import { join } from 'node:path'

const root = join(import.meta.dir, '..')
const maker = 'test/golden/make.ts'
for (const words of [
  ['test', `./${maker}`],
  ['scripts/test-postgres.ts', maker],
]) {
  const result = Bun.spawnSync([process.execPath, ...words], {
    cwd: root,
    // Fails without PostgreSQL, which the dump needs.
    env: { ...process.env, CI: 'true' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (result.exitCode !== 0) process.exit(result.exitCode)
}
