// Checks the webhook_url and the redirect addresses of a request.
import type { Account } from '../../domain/account.ts'
import { readRedirectUrl, readWebhookUrl } from '../../domain/address.ts'
import { badField, fault } from '../../domain/fault.ts'
import type { Caller } from '../access/caller.ts'

/**
 * Checks a webhook address, and returns it in its stored form.
 * @throws Fault naming the field when the address is invalid, or Kaunta may not call it
 */
export function checkWebhookUrl(field: string, text: string, account: Account): string {
  const urlOrReason = readWebhookUrl(text, { mode: account.mode, allowed: account.webhookHosts })
  if (typeof urlOrReason === 'string') throw badField(field, urlOrReason)
  return urlOrReason.href
}

/**
 * Returns the `webhook_url` of a payment or session; undefined if absent. Only callers with the right
 * `send_events` may set it. Tills, cashiers and the trial key may not, because with it they could make this
 * server call addresses in the shop's network.
 * @throws Fault `webhook_url_not_allowed`, or naming `webhook_url`
 */
export function ownWebhookUrlOf(text: string | undefined, { account, may }: Caller): string | undefined {
  if (text !== undefined && !may('send_events')) throw fault('webhook_url_not_allowed')
  return webhookUrlOf(text, account)
}

/** Returns the checked `webhook_url` of a request; undefined if absent. @throws Fault naming `webhook_url` */
export const webhookUrlOf = (text: string | undefined, account: Account): string | undefined =>
  text === undefined ? undefined : checkWebhookUrl('webhook_url', text, account)

/**
 * Checks a URL to which a customer's browser is redirected, and returns it in its stored form.
 * @throws Fault naming the field when it is missing or not allowed
 */
export function redirectUrlOf(field: string, text: string | undefined, account: Account): string {
  if (text === undefined) throw badField(field, 'required')
  const urlOrReason = readRedirectUrl(text, { mode: account.mode, allowed: account.webhookHosts })
  if (typeof urlOrReason === 'string') throw badField(field, urlOrReason)
  return urlOrReason.href
}
