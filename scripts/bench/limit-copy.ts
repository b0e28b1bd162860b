// Copies a money file in pieces as a back-up does, and checks the copy. A worker of limit-work.ts.
import { Database } from 'bun:sqlite'
import { closeSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs'
import { setPriority } from 'node:os'

declare const self: {
  onmessage: (event: MessageEvent<{ readonly from: string; readonly to: string }>) => void
}

const pieceBytes = 1024 * 1024
const leastPauseMs = 2
const lowest = 19

function copy(from: string, to: string): void {
  const [source, target] = [openSync(from, 'r'), openSync(to, 'w')]
  const piece = Buffer.alloc(pieceBytes)
  for (let at = 0, got = 1; got > 0; at += got) {
    got = readSync(source, piece, 0, piece.length, at)
    writeSync(target, piece, 0, got, at)
    const begun = performance.now()
    fdatasyncSync(target)
    Bun.sleepSync(Math.max(leastPauseMs, performance.now() - begun))
  }
  closeSync(source)
  closeSync(target)
}

setPriority(lowest)
self.onmessage = ({ data: { from, to } }) => {
  copy(from, to)
  const db = new Database(to)
  db.query('pragma quick_check').values()
  db.close()
}
