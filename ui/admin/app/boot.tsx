// Draws the console once the requests of prefetch.ts are answered. Loaded by admin.tsx.

import { addErrorTexts } from '../../kit/api-error.ts'
import { consoleErrors } from '../../kit/error-console.text.ts'
import { prefetchMe } from '../../kit/me.ts'
import { openPage } from '../../kit/page.tsx'
import { storePrefetched } from '../../kit/prefetch.ts'
import { overviewRead } from '../home/home.queries.ts'
import { prefetchRead } from '../parts/queries.ts'
import { claimCodeOf } from '../setup/claim.model.ts'
import { admin } from './admin.text.ts'
import { Console } from './console.tsx'
import type { BootState } from './prefetch.ts'
import { preloadPage } from './router.tsx'

export function boot(first: BootState): void {
  addErrorTexts(consoleErrors)
  storePrefetched(first.early)
  openPage('admin', admin, <Console code={claimCodeOf(location.hash)} />, () => comeSoon(first))
}

/**
 * The last person of this browser most likely comes back, so the page, the person and the data of the first
 * page are loaded before anything is drawn.
 */
async function comeSoon({ account, home }: BootState): Promise<void> {
  if (account === undefined) return void (await prefetchMe(false))
  const reads = home === undefined ? [] : [prefetchRead(home, overviewRead())]
  await Promise.all([preloadPage(account), prefetchMe(true), ...reads])
}
