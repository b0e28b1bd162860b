// Where a link opens: anywhere, in the shop's network only, or on the server itself.
import { plainHost, readWebhookUrl } from '../../../src/domain/address.ts'

/** `shop`: only in the shop's network; `local`: only on the server itself. */
export type LinkReach = 'everywhere' | 'shop' | 'local'

/** Returns where a link opens, by its host name or address alone. A link that is no URL counts as local. */
export function reachOf(link: string): LinkReach {
  const url = URL.parse(link)
  if (!url) return 'local'
  const host = plainHost(url.hostname)
  if (/^(localhost|127(\.\d+){3}|::1)$/.test(host)) return 'local'
  // Live webhooks need a public host. A string is the reason why the address is refused.
  const publicUrl = readWebhookUrl(`https://${url.host}/`, { mode: 'live', allowed: [] })
  return typeof publicUrl === 'string' ? 'shop' : 'everywhere'
}
