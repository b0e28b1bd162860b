// The page of the simulated phone, which is there while an account has it on.
import type { Appliance } from '../../appliance.ts'
import { hasSimulatedPhone } from '../../store/account.ts'
import type { Pages } from '../server/page.ts'

const offText = 'The simulated phone is switched off: an owner can switch it on in Settings.'

/** The same pages, with `/phone` answered 404 while every account has it off. */
export const withPhoneSwitch =
  ({ store }: Appliance, pages: Pages): Pages =>
  (request, path) => {
    const answer = pages(request, path)
    if (!answer || (path !== '/phone' && !path.startsWith('/phone/'))) return answer
    return hasSimulatedPhone(store.read).then(isOn =>
      isOn ? answer : new Response(offText, { status: 404 }),
    )
  }
