// The page of the simulated phone. It is available while any account has the phone switched on.
import type { Appliance } from '../../flow/appliance.ts'
import { hasSimulatedPhone } from '../../store/account.ts'
import type { Pages } from '../server/page.ts'

/** The page shows the API's answer in its own language. */
const switchedOffAnswer = ({ body, status, headers }: Response) => {
  const kept = new Headers(headers)
  kept.set('cache-control', 'no-store')
  kept.delete('etag')
  return new Response(body, { status: status === 200 ? 404 : status, headers: kept })
}

/** The pages; `/phone` is answered with 404 while every account has the phone switched off. */
export const withPhoneSwitch =
  ({ store }: Appliance, pages: Pages): Pages =>
  (request, path) => {
    const answer = pages(request, path)
    if (!answer || (path !== '/phone' && !path.startsWith('/phone/'))) return answer
    return hasSimulatedPhone(store.read).then(async isOn => (isOn ? answer : switchedOffAnswer(await answer)))
  }
