// Brings a copy to the disk while it is made. All of it at once would keep the disk busy for a tenth of a second, and
// with it each sale that waits for its commit.
import { open } from 'node:fs/promises'
import type { Clock } from '../world.ts'

const pauseMs = 10

/** Syncs a file that another thread writes, again and again. @returns the way to end it */
export function syncAsItGrows(file: string, after: Clock['after']): () => void {
  // There an open file cannot be renamed with its folder.
  if (process.platform === 'win32') return () => {}
  let isOver = false
  let cancel = () => {}
  async function sync(): Promise<void> {
    try {
      const opened = await open(file, 'r+')
      await opened.datasync().finally(() => opened.close())
    } catch {} // it is not there yet, or not any more; the copy itself is synced at its end
    if (!isOver) cancel = after(pauseMs, () => void sync())
  }
  void sync()
  return () => {
    isOver = true
    cancel()
  }
}
