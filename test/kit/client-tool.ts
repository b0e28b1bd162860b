// The tools of test/clients, as scripts/clients.sh installs them. A test of an absent tool is skipped, but in
// continuous integration it fails.
import { test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const tools = join(import.meta.dir, '../../dist/clients')
export const clientFiles = join(import.meta.dir, '../clients')
export const python = join(tools, 'python/bin/python')
export const rustCalls = join(tools, 'rust/debug/snippe-calls')
export const openapiGenerator = join(tools, 'openapi-generator/openapi-generator-cli-7.17.0.jar')
export const goGenerator = join(tools, 'go/oapi-codegen')

/** Defines a test that needs these files. */
export const testWith = (...files: readonly string[]) =>
  Bun.env.CI || files.every(file => existsSync(file)) ? test : test.skip

/** Runs a tool until it ends. */
export async function runTool(
  words: readonly string[],
  { cwd = '.', env = {}, input = '' }: { cwd?: string; env?: Record<string, string>; input?: string } = {},
) {
  const child = Bun.spawn([...words], {
    cwd,
    env: { PATH: Bun.env.PATH ?? '', HOME: Bun.env.HOME ?? '', PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdin: new TextEncoder().encode(input),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, log, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, output, log }
}
