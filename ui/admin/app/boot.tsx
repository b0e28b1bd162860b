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

/** Draws the console as soon as the data that its first page needs is loaded. */
export function boot(state: BootState): void {
  addErrorTexts(consoleErrors)
  storePrefetched(state.requests)
  openPage('admin', admin, <Console code={claimCodeOf(location.hash)} />, () => preloadFirstPage(state))
}

/**
 * Loads the login and, for a person who worked in this browser before, the code and data of the first page,
 * so that the page appears complete. In a new browser it loads only the login.
 */
async function preloadFirstPage({ account, home }: BootState): Promise<void> {
  if (account === undefined) {
    // This browser is new to the shop, so most likely it has no login.
    await prefetchMe(false)
    return
  }
  const reads = home === undefined ? [] : [prefetchRead(home, overviewRead())]
  await Promise.all([preloadPage(account), prefetchMe(true), ...reads])
}
