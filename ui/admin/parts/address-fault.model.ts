// Checks the addresses of a form before it is sent. Only the server knows which hosts an admin listed, so
// this finds only what is wrong everywhere.
import { readRedirectUrl, readWebhookUrl } from '../../../src/domain/address.ts'
import type { FieldCheck } from './form-fault.model.ts'

const isRefused = (text: string, read: typeof readRedirectUrl | typeof readWebhookUrl) =>
  text.trim() !== '' && typeof read(text.trim(), { mode: 'sandbox', allowed: [] }) === 'string'

export const addressChecks = (redirect: string, webhook: string): [string, FieldCheck][] => [
  ['redirect_url', isRefused(redirect, readRedirectUrl) && 'redirect'],
  ['webhook_url', isRefused(webhook, readWebhookUrl) && 'webhook'],
]
