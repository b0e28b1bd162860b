// The page of the simulated phone. It is available while any account has the phone switched on.
import type { Appliance } from '../../flow/appliance.ts'
import { hasSimulatedPhone } from '../../store/account.ts'
import type { Pages } from '../server/page.ts'

/**
 * Returns the answer with the page, but with status 404 and uncached. The page itself explains that the phone
 * is switched off.
 */
const switchedOffAnswer = ({ body, status, headers }: Response) => {
  const uncached = new Headers(headers)
  uncached.set('cache-control', 'no-store')
  uncached.delete('etag')
  return new Response(body, { status: status === 200 ? 404 : status, headers: uncached })
}

/**
 * Wraps `pages`, so that `/phone` and all paths below it have status 404 unless an account has the phone
 * switched on.
 */
export const withPhoneSwitch =
  ({ store }: Appliance, pages: Pages): Pages =>
  (request, path) => {
    const answer = pages(request, path)
    const isPhonePath = path === '/phone' || path.startsWith('/phone/')
    if (!answer || !isPhonePath) return answer
    return hasSimulatedPhone(store.read).then(async isOn => (isOn ? answer : switchedOffAnswer(await answer)))
  }
