// Makes certificates in a separate process of this executable, because the library would stay in the server's
// memory. Keys pass through pipes and are never arguments, which other programs can see.
import { assert } from '../domain/fault.ts'
import type { Pair } from './pair.ts'

/** What to create. It is sent as JSON, so the serial number is in hex. */
type CertificateOrder =
  | {
      readonly kind: 'authority'
      readonly names: readonly string[]
      readonly label: string
      readonly now: number
      readonly serial: string
    }
  | {
      readonly kind: 'leaf'
      readonly authority: Pair
      readonly names: readonly string[]
      readonly addresses: readonly string[]
      readonly now: number
      readonly serial: string
    }

/** Makes a certificate with a new key. */
export type Certify = (order: CertificateOrder) => Promise<Pair>

/** The argument that starts this executable as the process that makes certificates. */
export const certifyWord = 'make-certificate'

/** Makes a certificate in this process. */
export const certifyHere: Certify = async order => {
  const { newAuthority, newLeaf } = await import('./authority.ts')
  const serial = Buffer.from(order.serial, 'hex')
  return order.kind === 'authority' ? newAuthority({ ...order, serial }) : newLeaf({ ...order, serial })
}

/** Reads an order from standard input, and prints the certificate with its key as JSON. */
export async function answerOrder(): Promise<void> {
  const order = await Bun.stdin.json()
  const pair = await certifyHere(order)
  process.stdout.write(JSON.stringify(pair))
}

/**
 * Makes certificates in another process, or in this one if that process fails.
 * @param command starts this executable
 */
export const certifyAside =
  (command: readonly string[]): Certify =>
  async order => {
    try {
      const child = Bun.spawn([...command, certifyWord], {
        stdin: new Blob([JSON.stringify(order)]),
        stdout: 'pipe',
        stderr: 'ignore',
      })
      const output = await new Response(child.stdout).text()
      assert((await child.exited) === 0, 'the other process makes a certificate')
      return JSON.parse(output)
    } catch {
      return certifyHere(order)
    }
  }
