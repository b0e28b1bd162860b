// Works as the real worker does, but does not answer about the log while the data folder has a file `hold`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import '../../src/job/backup-worker.ts'
import type { CopyMessage } from '../../src/store/backup/copy-worker.ts'
import type { LogMessage } from '../../src/store/backup/log-worker.ts'

declare const self: { onmessage: (event: MessageEvent<CopyMessage | LogMessage>) => void }

const answer = self.onmessage
self.onmessage = event => {
  const { data } = event
  if (data.kind !== 'log' || !existsSync(join(data.order.target.folder, 'hold'))) answer(event)
}
