// The console's page. The code of a set-up link is taken out of the address bar at once: it opens the box.
import { askMeSoon } from '../kit/me.ts'
import { openPage } from '../kit/page.tsx'
import { admin } from '../text/admin.ts'
import './mantine.ts'
import './admin.css'
import './frame.css'
import './list.css'
import './home.css'
import './payment.css'
import './staff.css'
import './login.css'
import './setting.css'
import './session.css'
import './profile.css'
import './key.css'
import './payout.css'
import './till.css'
import './webhook.css'
import { askSoon } from './box.ts'
import { claimCodeOf } from './claim.model.ts'
import { Console } from './console.tsx'
import { homeAccount, lastRead, overviewRead } from './home.read.ts'
import { loadPageSoon } from './router.tsx'
import { accountHere } from './seat.tsx'

/** Whoever worked here before most likely does again: the page, who they are and what the first page shows come before anything is drawn. */
const comeSoon = (account: string): Promise<unknown> => {
  const home = homeAccount()
  const first = home === undefined ? [] : [askSoon(home, overviewRead()), askSoon(home, lastRead)]
  return Promise.all([loadPageSoon(account), askMeSoon(true), ...first])
}

const account = accountHere()
if (account === undefined) void askMeSoon(false)
openPage(
  'admin',
  admin,
  <Console code={claimCodeOf(location.hash)} />,
  account === undefined ? undefined : () => comeSoon(account),
)
