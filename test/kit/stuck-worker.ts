// Plays a disk that no longer answers: copies as the real worker does, but first waits at a pipe. That is the second
// place, or `hold` in the data folder.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CopyAnswer, type CopyOrder, copyInto } from '../../src/store/backup.ts'

declare const self: {
  onmessage: (event: MessageEvent<CopyOrder>) => void
  postMessage(answer: CopyAnswer): void
}

self.onmessage = ({ data }) => {
  const hold = join(data.from, 'hold')
  if (data.isSecond) readFileSync(data.place)
  else {
    if (existsSync(hold)) {
      mkdirSync(join(data.place, `${data.name}.part`), { recursive: true })
      readFileSync(hold)
    }
    self.postMessage({ bytes: copyInto(data) })
  }
}
