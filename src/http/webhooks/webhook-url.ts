// Checks the webhook_url and the redirect addresses of a request.
import type { Account } from '../../domain/account.ts'
import { readRedirectUrl, readWebhookUrl } from '../../domain/address.ts'
import { badField, fault } from '../../domain/fault.ts'
import type { Caller } from '../access/caller.ts'

/**
 * Returns a webhook address in its stored form.
 * @throws Fault naming the field when Kaunta may not call it
 */
export function checkWebhookUrl(field: string, text: string, account: Account): string {
  const urlOrReason = readWebhookUrl(text, { mode: account.mode, allowed: account.webhookHosts })
  if (typeof urlOrReason === 'string') throw badField(field, urlOrReason)
  return urlOrReason.href
}

/**
 * Returns the `webhook_url` of a payment or session; undefined without one. Only a caller who may send events
 * may set one: not a till, a cashier, or the trial key, which could make this server call addresses in the
 * shop's network.
 * @throws Fault `webhook_url_not_allowed`, or naming `webhook_url`
 */
export function ownWebhookUrlOf(text: string | undefined, { account, may }: Caller): string | undefined {
  if (text !== undefined && !may('send_events')) throw fault('webhook_url_not_allowed')
  return webhookUrlOf(text, account)
}

/** Returns a request's `webhook_url`; undefined without one. @throws Fault naming `webhook_url` */
export const webhookUrlOf = (text: string | undefined, account: Account): string | undefined =>
  text === undefined ? undefined : checkWebhookUrl('webhook_url', text, account)

/**
 * Returns the address to which a customer's browser is redirected.
 * @throws Fault naming the field when it is missing or not allowed
 */
export function redirectUrlOf(field: string, text: string | undefined, account: Account): string {
  if (text === undefined) throw badField(field, 'required')
  const urlOrReason = readRedirectUrl(text, { mode: account.mode, allowed: account.webhookHosts })
  if (typeof urlOrReason === 'string') throw badField(field, urlOrReason)
  return urlOrReason.href
}
