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

/** Draws the console once the data of its first page is loaded. `state` has the requests sent so far. */
export function boot(state: BootState): void {
  addErrorTexts(consoleErrors)
  storePrefetched(state.requests)
  openPage('admin', admin, <Console code={claimCodeOf(location.hash)} />, () => preloadFirstPage(state))
}

/**
 * Loads the login and, if someone has used the console in this browser before, also the code and data of the
 * first page, so that the page appears complete.
 * @param state `account`, the last account used in this browser; `home`, the account whose home page opens
 *   first, undefined if another page does
 */
async function preloadFirstPage({ account, home }: BootState): Promise<void> {
  if (account === undefined) {
    // The console was never used in this browser, so most likely no one is logged in.
    await prefetchMe(false)
    return
  }
  const homeReads = home === undefined ? [] : [prefetchRead(home, overviewRead())]
  await Promise.all([preloadPage(account), prefetchMe(true), ...homeReads])
}
