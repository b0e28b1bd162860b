// Simulates a disk that no longer answers: copies as the real worker does, but first waits at a pipe, which
// is the second place, or `hold` in the data folder.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyInto } from '../../src/store/backup/backup.ts'
import type { CopyAnswer, CopyMessage } from '../../src/store/backup/copy-worker.ts'

declare const self: {
  onmessage: (event: MessageEvent<CopyMessage>) => void
  postMessage(answer: CopyAnswer): void
}

self.onmessage = ({ data }) => {
  if (data.kind !== 'copy') return
  const { order } = data
  const hold = join(order.from, 'hold')
  if (order.isSecond) readFileSync(order.place)
  else {
    if (existsSync(hold)) {
      mkdirSync(join(order.place, `${order.name}.part`), { recursive: true })
      readFileSync(hold)
    }
    self.postMessage({ kind: 'copied', bytes: copyInto(order) })
  }
}
