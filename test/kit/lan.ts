// Helpers for tests of the shop's network: the server on one machine, and requests from other machines.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cable, Machine } from './namespace.ts'

const root = join(import.meta.dir, '../..')

export async function until<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const answer = await ask()
    if (isWanted(answer)) return answer
    if (performance.now() > deadline) throw new Error(`not in time: ${JSON.stringify(answer)}`)
    await Bun.sleep(50)
  }
}

export const curl = (machine: Machine, ...words: string[]) =>
  machine.run(['curl', '-sS', '--max-time', '5', ...words])

/** Asks by mDNS from `machine`. Returns the records; none when no answer comes within `timeoutMs`. */
export async function lookUp(machine: Machine, name: string, type: string, timeoutMs = 2_000) {
  const script = join(root, 'test/kit/mdns-query.ts')
  const words = [process.execPath, script, name, type, machine.address, String(timeoutMs)]
  const { output } = await machine.run(words)
  return JSON.parse(output || '[]') as { name: string; type: string; ttl: number; data: unknown }[]
}

export const serve = (machine: Machine, data: string, ...args: string[]) =>
  machine.start([join(root, 'dist/kaunta'), 'serve', '--data', data, ...args])

export const isReady = (from: Machine, address: string) =>
  until(
    () => curl(from, `http://${address}:8080/ready`),
    ({ output }) => output.includes('"ready"'),
  )

/** Downloads the authority of the shop's server on the phone. @returns a PEM file */
export async function authorityFileOf({ shop, phone, folder }: Cable): Promise<string> {
  const url = `http://${shop.address}:8080/trust/ca.crt`
  const { output } = await until(
    () => curl(phone, url, '-H', 'accept: application/x-pem-file'),
    ({ output }) => output.includes('BEGIN CERTIFICATE'),
  )
  const file = join(folder, 'ca.pem')
  writeFileSync(file, output)
  return file
}
