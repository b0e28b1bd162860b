// Copies a data folder in a worker, so that the server goes on meanwhile: an entry of its own in the binary,
// started by store/backup.ts for each copy.
import { type CopyAnswer, type CopyOrder, copyInto } from '../store/backup.ts'

declare const self: {
  onmessage: (event: MessageEvent<CopyOrder>) => void
  postMessage(answer: CopyAnswer): void
}

function copy(order: CopyOrder): CopyAnswer {
  try {
    return { bytes: copyInto(order) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

self.onmessage = ({ data }) => self.postMessage(copy(data))
