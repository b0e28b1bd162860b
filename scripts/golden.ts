// Makes the newest folder of test/golden again: after a change of a migration that was not released yet, and for
// each new one before its release. Older folders are never made again.
import { join } from 'node:path'

const root = join(import.meta.dir, '..')
const made = Bun.spawnSync([process.execPath, 'test', './test/golden/make.ts'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
})
process.exit(made.exitCode)
