// Serves https, and opens the socket again when the source returns a new certificate. A failure is logged
// once and tried again. http never waits for it.
import { errorText } from '../domain/error-text.ts'
import type { World } from '../world.ts'
import type { CertificateSource } from './local-certificate.ts'
import type { Pair } from './pair.ts'

/** Nothing reports changed addresses and files, so they are checked this often. */
export const renewalCheckMs = 10_000

export interface Renewal {
  /** Checks now, and then every ten seconds. Never throws. */
  check(): Promise<void>
  stop(): void
}

/**
 * Serves https with the certificate of a source, and with each new one that the source returns later.
 * @param open serves with this certificate from now on; throws when the port is taken
 */
export function keepCertificate(
  world: World,
  source: CertificateSource,
  open: (pair: Pair) => void,
): Renewal {
  let served: Pair | undefined
  let problem = ''
  let hasStopped = false
  let cancelNext = () => {}

  /**
   * Serves the current certificate if it is new. A failure is logged, unless the previous one was the same.
   */
  async function serveCurrent() {
    try {
      const pair = await source.current()
      if (pair === served || hasStopped) return
      open(pair)
      if (served) world.log('info', 'https has a new certificate')
      served = pair
      problem = ''
    } catch (error) {
      const newProblem = errorText(error)
      if (newProblem === problem) return
      problem = newProblem
      const message = served ? 'https keeps its last certificate' : 'https is not served; http is'
      world.log('warn', message, { error: newProblem })
    }
  }

  const check = async () => {
    cancelNext()
    await serveCurrent()
    if (!hasStopped) cancelNext = world.clock.after(renewalCheckMs, () => void check())
  }
  return {
    check,
    stop() {
      hasStopped = true
      cancelNext()
    },
  }
}
