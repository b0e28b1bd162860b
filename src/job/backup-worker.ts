// Copies a data folder in a worker, so that the server goes on meanwhile, and keeps and carries pieces of the log: an
// entry of its own in the binary, started by store/backup.ts and store/log-runner.ts.
import { type CopyAnswer, type CopyOrder, copyInto, giveWay } from '../store/backup.ts'
import { type CopyRest, readImage, wholeImage } from '../store/copy-image.ts'
import type { LogAnswer, LogOrder } from '../store/log-runner.ts'

type Message = CopyOrder | CopyRest | { readonly log: LogOrder }

declare const self: {
  onmessage: (event: MessageEvent<Message>) => void
  postMessage(answer: CopyAnswer | LogAnswer): void
}

/** A copy whose database is read, until the server says what changed meanwhile. */
let imaged: CopyOrder | undefined

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function copy(order: CopyOrder, rest?: CopyRest): Promise<CopyAnswer> {
  try {
    const { isSecond, sealing } = order
    if (order.image !== undefined && !rest) {
      readImage(order.from, order.image)
      imaged = order
      return { isImaged: true }
    }
    if (!isSecond) return { bytes: copyInto(order, rest && wholeImage(order.from, rest)) }
    const { carryPlain, carrySealed } = await import('../store/second-place.ts')
    if (!sealing) return { bytes: await carryPlain(order) }
    return { bytes: await carrySealed(order, sealing, sent => self.postMessage({ sent })) }
  } catch (error) {
    return { error: messageOf(error) }
  }
}

async function carryLog({ target, cut, isCarrying }: LogOrder): Promise<LogAnswer> {
  const { carryPieces, spoolPiece } = await import('../store/log-spool.ts')
  try {
    if (cut) self.postMessage({ kept: await spoolPiece(target, cut.piece, cut.wal) })
  } catch (error) {
    return { notKept: messageOf(error) }
  }
  try {
    if (isCarrying) await carryPieces(target, () => self.postMessage({ sentPiece: true }))
    return { ended: undefined }
  } catch (error) {
    return { ended: messageOf(error) }
  }
}

giveWay()
self.onmessage = async ({ data }) => {
  if ('log' in data) self.postMessage(await carryLog(data.log))
  else if (!('overlay' in data)) self.postMessage(await copy(data))
  else if (imaged) self.postMessage(await copy(imaged, data))
}
