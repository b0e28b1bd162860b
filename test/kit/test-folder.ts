// A folder for the files of one test file, which is removed after its last test.
import { afterAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function newTestFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), name))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
