// The page of the simulated phone. It is available while any account has the phone switched on.
import type { Appliance } from '../../flow/appliance.ts'
import { hasSimulatedPhone } from '../../store/account.ts'
import type { Pages } from '../server/page.ts'

/** Answers with the page, but with status 404 and uncached. The page itself tells that the phone is off. */
const switchedOffAnswer = ({ body, status, headers }: Response) => {
  const uncached = new Headers(headers)
  uncached.set('cache-control', 'no-store')
  uncached.delete('etag')
  return new Response(body, { status: status === 200 ? 404 : status, headers: uncached })
}

/** Wraps `pages`: `/phone` and all paths below it have status 404 unless an account has the phone on. */
export const withPhoneSwitch =
  ({ store }: Appliance, pages: Pages): Pages =>
  (request, path) => {
    const answer = pages(request, path)
    if (!answer || (path !== '/phone' && !path.startsWith('/phone/'))) return answer
    return hasSimulatedPhone(store.read).then(async isOn => (isOn ? answer : switchedOffAnswer(await answer)))
  }
