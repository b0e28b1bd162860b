// A data folder with a past, as scripts/seed.ts makes it: for tests over many payments.
import { assert } from '../../src/domain/fault.ts'
import type { Initial } from './binary.ts'

/** Fills `data` with payments of the last days on the sandbox account of Asha's shop. */
export async function seedFolder(data: string, payments: number, days = 40): Promise<Initial> {
  const words = [
    'scripts/seed.ts',
    '--data',
    data,
    '--payments',
    String(payments),
    '--days',
    String(days),
    '--json',
  ]
  const child = Bun.spawn([process.execPath, ...words], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [output, log, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  assert(code === 0, `the seeder ended with ${code}: ${log}`)
  return JSON.parse(output.trim().split('\n').at(-1) ?? '')
}
