// Where a link opens: anywhere, in the shop's network only, or on the server itself.
import { plainHost, readWebhookUrl } from '../../../src/domain/address.ts'

export type LinkReach = 'everywhere' | 'shop' | 'local'
export function reachOf(link: string): LinkReach {
  const url = URL.parse(link)
  if (!url) return 'local'
  const host = plainHost(url.hostname)
  if (/^(localhost|127(\.\d+){3}|::1)$/.test(host)) return 'local'
  const https = readWebhookUrl(`https://${url.host}/`, { mode: 'live', allowed: [] })

  return typeof https === 'string' ? 'shop' : 'everywhere'
}
