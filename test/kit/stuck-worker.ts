// Plays a second place whose disk no longer answers: copies as the real worker does; its second place is
// a pipe that it waits at.
import { readFileSync } from 'node:fs'
import { type CopyAnswer, type CopyOrder, copyInto } from '../../src/store/backup.ts'

declare const self: {
  onmessage: (event: MessageEvent<CopyOrder>) => void
  postMessage(answer: CopyAnswer): void
}

self.onmessage = ({ data }) => {
  if (data.isSecond) readFileSync(data.place)
  else self.postMessage({ bytes: copyInto(data) })
}
