// Checks the webhook_url and the redirect addresses of a request.
import type { Account } from '../../domain/account.ts'
import { readRedirectUrl, readWebhookUrl } from '../../domain/address.ts'
import { badField } from '../../domain/fault.ts'

/** The address as it is stored. @throws Fault naming the field */
export function checkedWebhookUrl(field: string, text: string, account: Account): string {
  const url = readWebhookUrl(text, { mode: account.mode, allowed: account.webhookHosts })
  if (typeof url === 'string') throw badField(field, url)
  return url.href
}

/** A request's `webhook_url`; undefined when none is given. @throws Fault naming it */
export const webhookUrlOf = (text: string | undefined, account: Account): string | undefined =>
  text === undefined ? undefined : checkedWebhookUrl('webhook_url', text, account)

/** Where a customer's browser is sent. @throws Fault naming the field */
export function redirectUrlOf(field: string, text: string | undefined): string {
  if (text === undefined) throw badField(field, 'required')
  const url = readRedirectUrl(text)
  if (typeof url === 'string') throw badField(field, url)
  return url.href
}
