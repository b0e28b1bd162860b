// The names of this server in the shop's network, and those that a certificate can contain.

/**
 * mDNS names in the order in which the server tries them, because another machine may already use the first.
 */
export const mdnsNames: readonly string[] = [
  'kaunta.local',
  ...Array.from({ length: 8 }, (_, index) => `kaunta-${index + 2}.local`),
]

const dnsName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

const isDnsName = (text: string): boolean => dnsName.test(text) && !/^[\d.]+$/.test(text)

/**
 * Returns the only names that this server's certificate authority may certify. They include all mDNS names,
 * so that a device that trusts the authority still does when the name changes.
 * @param hostname the name of this machine
 * @param more names from the settings
 */
export function certifiableNames(hostname: string, more: readonly string[]): string[] {
  const own = hostname.toLowerCase().replace(/\.local$/, '')
  const names = [...mdnsNames, 'localhost', own, `${own}.local`, ...more.map(name => name.toLowerCase())]
  return [...new Set(names.filter(isDnsName))]
}

/** Whether a certificate authority that is limited to `permitted` may certify a name. */
export const isPermitted = (name: string, permitted: readonly string[]): boolean =>
  permitted.some(base => name === base || name.endsWith(`.${base}`))
