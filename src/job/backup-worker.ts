// Copies a data folder in a worker, so that the server goes on meanwhile, and keeps and carries pieces of the log: an
// entry of its own in the binary, started by store/backup.ts and store/log-runner.ts.
import { type CopyAnswer, type CopyOrder, copyInto, giveWay, makeRoom } from '../store/backup.ts'
import type { ExactCopy } from '../store/copy.ts'
import {
  bringToState,
  type CopyRest,
  clearImage,
  imageOfState,
  readImage,
  wholeImage,
} from '../store/copy-image.ts'
import type { KeptState } from '../store/copy-state.ts'
import type { LogAnswer, LogOrder } from '../store/log-runner.ts'

type Rest = CopyRest | KeptState
type Message = CopyOrder | Rest | { readonly log: LogOrder }

declare const self: {
  onmessage: (event: MessageEvent<Message>) => void
  postMessage(answer: CopyAnswer | LogAnswer): void
}

/** A copy whose database is read, until the server says what changed meanwhile. */
let imaged: CopyOrder | undefined

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Makes what was read whole. */
function completed(from: string, file: number, rest: Rest): ExactCopy {
  if ('overlay' in rest) return wholeImage(from, rest)
  bringToState(from, file, rest)
  self.postMessage({ isOfState: true })
  return imageOfState(from, rest)
}

async function copy(order: CopyOrder, rest?: Rest): Promise<CopyAnswer> {
  try {
    const { isSecond, sealing, from, image } = order
    if (image !== undefined && !rest) {
      makeRoom(from)
      readImage(from, image)
      imaged = order
      return { isImaged: true }
    }
    if (!isSecond)
      return {
        bytes: copyInto(order, image !== undefined && rest ? completed(from, image, rest) : undefined),
      }
    const { carryPlain, carrySealed } = await import('../store/second-place.ts')
    if (!sealing) return { bytes: await carryPlain(order) }
    return { bytes: await carrySealed(order, sealing, sent => self.postMessage({ sent })) }
  } catch (error) {
    if (!order.isSecond) clearImage(order.from)
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
  else if (!('head' in data)) self.postMessage(await copy(data))
  else if (imaged) self.postMessage(await copy(imaged, data))
}
