// The names of this server in the shop's network, and those that a certificate can contain.

/** mDNS names in the order in which the server tries them. Another machine may already use the first. */
export const mdnsNames: readonly string[] = [
  'kaunta.local',
  ...Array.from({ length: 8 }, (_, index) => `kaunta-${index + 2}.local`),
]

/** Labels of at most 63 letters, digits and hyphens, with dots between them. */
const dnsName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

const isIpv4Like = (text: string): boolean => /^[\d.]+$/.test(text)
const isDnsName = (text: string): boolean => dnsName.test(text) && !isIpv4Like(text)

/**
 * Returns the only names that this server's certificate authority may certify. All mDNS names are included,
 * so that devices need not trust a new authority when the server's name changes.
 * @param hostname the name of this machine
 * @param more names from the settings
 */
export function certifiableNames(hostname: string, more: readonly string[]): string[] {
  const machine = hostname.toLowerCase().replace(/\.local$/, '')
  const moreNames = more.map(name => name.toLowerCase())
  const names = [...mdnsNames, 'localhost', machine, `${machine}.local`, ...moreNames]
  return [...new Set(names.filter(isDnsName))]
}

/** Whether a certificate authority for the `permitted` names and their subdomains may certify a name. */
export const isPermitted = (name: string, permitted: readonly string[]): boolean =>
  permitted.some(base => name === base || name.endsWith(`.${base}`))
