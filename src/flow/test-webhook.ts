// Sends a test webhook: one signed example event, to an address that may not be saved yet. Nothing is stored.

import type { Account } from '../domain/account.ts'
import type { DispatchResult } from '../domain/delivery.ts'
import type { EventType } from '../domain/event.ts'
import { assert } from '../domain/fault.ts'
import { idWithPrefix } from '../domain/id.ts'
import { findAccount } from '../store/account.ts'
import { exampleBody } from '../wire/event-example.ts'
import type { Appliance } from './appliance.ts'
import { dispatchResultOf, type SentDispatch, sendWebhook, type WebhookMessage } from './dispatch.ts'

/** A test webhook that was sent, and what the receiver answered. */
export interface TestWebhook {
  readonly url: string
  readonly message: WebhookMessage
  readonly tried: SentDispatch
  readonly result: DispatchResult
}

/**
 * Sends an example event under the same rules as a delivery, and returns what the receiver answered.
 * @param urlOf checks and returns the address to test
 * @throws what `urlOf` throws
 */
export async function sendTestWebhook(
  appliance: Appliance,
  accountId: string,
  urlOf: (account: Account) => string,
  type: EventType,
): Promise<TestWebhook> {
  const account = await findAccount(appliance.store.read, accountId)
  assert(account, 'the account exists')
  const url = urlOf(account)
  const { clock, ids } = appliance.world
  const now = clock.now()
  const id = idWithPrefix('evt', ids.uuid(now))
  const parts = { reference: ids.uuid(now), accountId, apiVersion: account.apiVersion }
  const message = { id, type, body: exampleBody({ id, type, now }, parts) }
  const tried = await sendWebhook(appliance, account, message, url)
  return { url, message, tried, result: dispatchResultOf(appliance, tried.answer) }
}
