// The checkout in the words of a story: the merchant opens a session; the customer pays on its page, tries
// again, gives up.
import type { Mode } from '../../src/domain/account.ts'
import { requestedByServer } from '../../src/domain/actor.ts'
import { badField } from '../../src/domain/fault.ts'
import { readPhone } from '../../src/domain/phone.ts'
import type { SessionMethod } from '../../src/domain/profile.ts'
import { cancelAttempt, paySession, phaseOf, progressOf } from '../../src/flow/checkout.ts'
import { defaultProfileOf } from '../../src/flow/profile.ts'
import { cancelSession, createSession, getSession, type SessionRequest } from '../../src/flow/session.ts'
import { findProfile } from '../../src/store/profile.ts'
import { attemptView } from '../../src/wire/checkout.ts'
import { displayDefaults, type SessionView, sessionView } from '../../src/wire/session.ts'
import type { SimulatedShop } from './simulated-shop.ts'

export interface Choice {
  readonly method?: SessionMethod
  readonly phone?: string
  readonly amount?: number
  readonly again?: boolean
}

const usual = (webhookUrl: string): SessionRequest => ({
  amount: 10_000,
  allowCustomAmount: false,
  amountMin: 0,
  amountMax: 0,
  customer: { name: '', phone: '', email: '' },
  description: null,
  metadata: { order: 'A-1' },
  lineItems: [],
  customFields: [],
  display: displayDefaults,
  apiVersion: '2026-01-25',
  staffId: null,
  tillId: null,
  keyId: 'key_test',
  allowedMethods: ['mobile_money', 'qr', 'card'],
  redirectUrl: undefined,
  webhookUrl,
  expiresInSeconds: 3_600,
})

/**
 * Creates the people at a checkout.
 * @param mode whose sessions: the live account uses the scripted network
 */
export function newCheckoutPeople(shop: SimulatedShop, mode: Mode) {
  const tokenOf = (session: SessionView) => session.checkout_url.split('/').at(-1) ?? ''
  return {
    opens: (ask: Partial<SessionRequest> = {}): Promise<SessionView> =>
      shop.callServer(mode, async (appliance, account) => {
        const profile = await defaultProfileOf(appliance, account)
        const session = await createSession(appliance, account, profile, {
          ...usual(shop.merchant.url),
          ...ask,
        })
        return sessionView(session, profile, appliance.publicUrl)
      }),
    pays: (session: SessionView, { method = 'mobile_money', phone, amount, again = false }: Choice = {}) =>
      shop.callServer(mode, async appliance => {
        const { payment, attempt } = await paySession(appliance, tokenOf(session), {
          method,
          amount,
          phone: phone === undefined ? undefined : readPhone(phone),
          customer: {},
          answers: {},
          urlMetadata: undefined,
          replaces: again,
        })
        if (!payment || !attempt) throw badField('payment', 'required')
        return attemptView(attempt, payment)
      }),
    givesUp: (session: SessionView, attempt: { readonly attempt_id: string }) =>
      shop.callServer(mode, appliance => cancelAttempt(appliance, tokenOf(session), attempt.attempt_id)),
    cancels: (session: SessionView) =>
      shop.callServer(mode, (appliance, account) =>
        cancelSession(appliance, account, session.reference, { ...requestedByServer, salesScope: {} }),
      ),
    sees: (session: SessionView): Promise<SessionView> =>
      shop.callServer(mode, async (appliance, account) => {
        const found = await getSession(appliance, account, session.reference)
        const profile = await findProfile(appliance.store.read, found.profileId)
        if (!profile) throw badField('profile', 'required')
        return sessionView(found, profile, appliance.publicUrl)
      }),
    page: (session: SessionView) =>
      shop.callServer(mode, async appliance => {
        const progress = await progressOf(appliance, tokenOf(session))
        return phaseOf(progress, appliance.world.clock.now())
      }),
  }
}
