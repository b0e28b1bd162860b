// Makes certificates in a separate process of this executable, because the library would stay in the server's
// memory. Keys pass through pipes and are never arguments, which other programs can see.
import { assert } from '../domain/fault.ts'
import type { Pair } from './pair.ts'

/** Serial numbers in hex, for JSON. */
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

export type Certify = (order: CertificateOrder) => Promise<Pair>

/** The word that makes this executable the other process. */
export const certifyWord = 'make-certificate'

/** In this process. */
export const certifyHere: Certify = async order => {
  const { newAuthority, newLeaf } = await import('./authority.ts')
  const serial = Buffer.from(order.serial, 'hex')
  return order.kind === 'authority' ? newAuthority({ ...order, serial }) : newLeaf({ ...order, serial })
}

/** Creates what is ordered on standard input. */
export async function answerOrder(): Promise<void> {
  process.stdout.write(JSON.stringify(await certifyHere(await Bun.stdin.json())))
}

/** @param command starts this executable; if it cannot be started, the work is done here */
export const certifyAside =
  (command: readonly string[]): Certify =>
  async order => {
    try {
      const child = Bun.spawn([...command, certifyWord], {
        stdin: new Blob([JSON.stringify(order)]),
        stdout: 'pipe',
        stderr: 'ignore',
      })
      const said = await new Response(child.stdout).text()
      assert((await child.exited) === 0, 'the other process makes a certificate')
      return JSON.parse(said)
    } catch {
      return certifyHere(order)
    }
  }
