// Draws the console, once what it shows first is there. Loaded by admin.tsx.
import { keepEarly } from '../kit/early.ts'
import { askMeSoon } from '../kit/me.ts'
import { openPage } from '../kit/page.tsx'
import { admin } from '../text/admin.ts'
import { askSoon } from './box.ts'
import { claimCodeOf } from './claim.model.ts'
import { Console } from './console.tsx'
import type { First } from './here.ts'
import { overviewRead } from './home.read.ts'
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
