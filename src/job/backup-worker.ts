// Copies a data folder in a worker, so that the server goes on meanwhile: an entry of its own in the binary,
// started by store/backup.ts for each copy.
import { type CopyAnswer, type CopyOrder, copyInto } from '../store/backup.ts'

declare const self: {
  onmessage: (event: MessageEvent<CopyOrder>) => void
  postMessage(answer: CopyAnswer): void
}

async function copy(order: CopyOrder): Promise<CopyAnswer> {
  try {
    const { isSecond, sealing } = order
    if (!isSecond || !sealing) return { bytes: copyInto(order) }
    const { carrySealed } = await import('../store/second-place.ts')
    return { bytes: await carrySealed(order, sealing, sent => self.postMessage({ sent })) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

self.onmessage = async ({ data }) => self.postMessage(await copy(data))
