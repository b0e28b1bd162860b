// Draws the console, once what it shows first is there. Loaded by admin.tsx.

import { askMeSoon } from '../../kit/me.ts'
import { openPage } from '../../kit/page.tsx'
import { keepEarly } from '../../kit/prefetch.ts'
import { overviewRead } from '../home/home.queries.ts'
import { askSoon } from '../parts/queries.ts'
import { claimCodeOf } from '../setup/claim.model.ts'
import { admin } from './admin.text.ts'
import { Console } from './console.tsx'
import type { First } from './last-account.ts'
import { loadPageSoon } from './router.tsx'

export function start(first: First): void {
  keepEarly(first.early)
  openPage('admin', admin, <Console code={claimCodeOf(location.hash)} />, () => comeSoon(first))
}

/** Whoever worked here before most likely does again: the page, who they are and what the first page shows come before anything is drawn. */
async function comeSoon({ account, home }: First): Promise<void> {
  if (account === undefined) return void (await askMeSoon(false))
  const reads = home === undefined ? [] : [askSoon(home, overviewRead())]
  await Promise.all([loadPageSoon(account), askMeSoon(true), ...reads])
}
