// Checks the addresses of a form before it is sent. Only the server knows which hosts an admin listed, so
// this finds only what is wrong everywhere.
import { readRedirectUrl, readWebhookUrl } from '../../../src/domain/address.ts'
import type { FieldCheck } from './form-fault.model.ts'

/**
 * Whether `read` refuses the typed address. An empty text is not refused. `allowed` is empty, because only
 * the server has the list of allowed hosts.
 */
const isRefused = (text: string, read: typeof readRedirectUrl | typeof readWebhookUrl) =>
  text.trim() !== '' && typeof read(text.trim(), { mode: 'sandbox', allowed: [] }) === 'string'

/** Returns the checks of the fields `redirect_url` and `webhook_url`, as `faultsIn` takes them. */
export const addressChecks = (redirect: string, webhook: string): [name: string, check: FieldCheck][] => [
  ['redirect_url', isRefused(redirect, readRedirectUrl) && 'redirect'],
  ['webhook_url', isRefused(webhook, readWebhookUrl) && 'webhook'],
]
