// The names of this server in the shop's network, and which of them a certificate can contain.

/** mDNS names in the order in which they are tried, as another machine may have the first. */
export const mdnsNames: readonly string[] = [
  'kaunta.local',
  ...Array.from({ length: 8 }, (_, at) => `kaunta-${at + 2}.local`),
]

const dnsName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

const isDnsName = (text: string): boolean => dnsName.test(text) && !/^[\d.]+$/.test(text)

/**
 * The only names that the authority of this server may certify. All mDNS names are among them, so that a
 * device which trusts it continues to when the name changes.
 * @param hostname of this machine
 * @param more names from the settings
 */
export function certifiableNames(hostname: string, more: readonly string[]): string[] {
  const own = hostname.toLowerCase().replace(/\.local$/, '')
  const names = [...mdnsNames, 'localhost', own, `${own}.local`, ...more.map(name => name.toLowerCase())]
  return [...new Set(names.filter(isDnsName))]
}

/** Whether an authority that is limited to `permitted` may certify a name. */
export const isPermitted = (name: string, permitted: readonly string[]): boolean =>
  permitted.some(base => name === base || name.endsWith(`.${base}`))
