// How a command reaches the server of this computer, which may listen on one address only.

/** Where a server of this computer listens. */
export interface ListenAddress {
  readonly host: string // an IP address; 0.0.0.0 or :: for all
  readonly port: string
}

/** Returns whether a server on this host listens on all addresses of the computer. */
export const listensEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::'

/** Returns the host of a URL that reaches a server on this address. */
export function hostToAsk(host: string): string {
  if (listensEverywhere(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
